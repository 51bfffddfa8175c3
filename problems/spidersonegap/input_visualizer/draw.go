// Draws the paths of the first cases.
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
		return drawing.Cases("Paths", v.Input.Int("T", 1, math.MaxInt32), shown, func() (about string, picture drawing.Board) {
			return "", drawing.PathOf(v.Input.Word("path")).Board()
		}).File()
	})
}
