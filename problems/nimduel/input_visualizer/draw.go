// Draws the heaps.
package main

import (
	"math"

	"grundy/checker/drawing"
	"grundy/checker/testlib"
)

func main() {
	testlib.DrawCase(func(v *testlib.Visualizer) string {
		n := v.Input.Int("n", 1, 100_000)
		return drawing.Heaps(v.Input.Ints("heap", n, 0, math.MaxInt64)).File()
	})
}
