// Draws the pile.
package main

import (
	"fmt"
	"math"

	"grundy/checker/drawing"
	"grundy/checker/testlib"
)

func main() {
	testlib.DrawCase(func(v *testlib.Visualizer) string {
		stones := v.Input.Int("n", 1, math.MaxInt64)
		most := v.Input.Int("K", 1, math.MaxInt64)
		parity := v.Input.OneOf("totals that win", "even", "odd")
		return drawing.Pile(stones, most, fmt.Sprintf("a move takes 1 to %d; the %s total wins", most, parity)).File()
	})
}
