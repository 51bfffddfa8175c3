// Draws the knights.
package main

import (
	"math"
	"strings"

	"grundy/checker/drawing"
	"grundy/checker/games/compound"
	"grundy/checker/testlib"
)

func main() {
	testlib.DrawCase(func(v *testlib.Visualizer) string {
		words := []string{v.Input.Word("style"), v.Input.Word("end"), v.Input.Word("play")}
		return drawing.Stack("Knights", []string{strings.Join(words, " ")}, []drawing.Board{board(v.Input)}).File()
	})
}

// board draws a number of knights, and then their squares, as the input has them.
func board(in *testlib.Tokens) drawing.Board {
	knights := make([]int, in.Int("K", 1, math.MaxInt32))
	for i := range knights {
		row, column := in.Int("r", 0, compound.Side-1), in.Int("c", 0, compound.Side-1)
		knights[i] = row*compound.Side + column
	}
	return drawing.Chessboard{Side: compound.Side, Pieces: knights, Noun: "knight", Options: compound.Knights().Options}.Board()
}
