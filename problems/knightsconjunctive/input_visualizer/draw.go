// Draws the knights of the first cases.
package main

import (
	"math"

	"grundy/checker/drawing"
	"grundy/checker/games/compound"
	"grundy/checker/testlib"
)

// shown is how many cases are drawn.
const shown = 4

func main() {
	testlib.DrawCase(func(v *testlib.Visualizer) string {
		return drawing.Cases("Knights", v.Input.Int("T", 1, math.MaxInt32), shown, func() (about string, picture drawing.Board) {
			play := v.Input.OneOf("play", "normal", "misere")
			return play, board(v.Input)
		}).File()
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
