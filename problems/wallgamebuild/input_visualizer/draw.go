// Draws the board.
package main

import (
	"math"

	"grundy/checker/drawing"
	"grundy/checker/testlib"
)

func main() {
	testlib.DrawCase(func(v *testlib.Visualizer) string {
		return drawing.Grid(rows(v.Input), nil).File()
	})
}

// rows reads the board.
func rows(in *testlib.Tokens) []string {
	board := make([]string, in.Int("h", 1, math.MaxInt32))
	in.Int("w", 1, math.MaxInt32)
	for i := range board {
		board[i] = in.Word("row")
	}
	return board
}
