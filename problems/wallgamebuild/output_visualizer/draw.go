// Draws the board with the walls that were put up.
package main

import (
	"fmt"
	"math"

	"grundy/checker/drawing"
	"grundy/checker/testlib"
)

func main() {
	testlib.DrawOutput(func(v *testlib.Visualizer) string {
		board := rows(v.Input)
		amount := v.Output.Word("amount")
		var walls []string
		for v.Output.More() {
			walls = append(walls, v.Output.Word("walls"))
		}
		stands := func(row, column int) bool {
			return row < len(walls) && column < len(walls[row]) && walls[row][column] == '#'
		}
		caption := fmt.Sprintf("the rabbit is said to pay %.20s", amount)
		return drawing.Stack("Walls", []string{caption}, []drawing.Board{drawing.Grid(board, stands)}).File()
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
