// Draws the heaps of the first cases.
package main

import (
	"math"

	"grundy/checker/drawing"
	"grundy/checker/testlib"
)

// shown is how many cases are drawn.
const shown = 8

func main() {
	testlib.DrawCase(func(v *testlib.Visualizer) string {
		return drawing.Cases("Heaps", v.Input.Int("T", 1, math.MaxInt32), shown, func() (about string, picture drawing.Board) {
			play := v.Input.OneOf("play", "normal", "misere")
			n := v.Input.Int("n", 0, math.MaxInt32)
			return play, drawing.Heaps(v.Input.Ints("heap", n, 0, math.MaxInt64))
		}).File()
	})
}
