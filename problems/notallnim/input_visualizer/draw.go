// Draws the heaps of the first cases.
package main

import (
	"fmt"
	"math"

	"grundy/checker/drawing"
	"grundy/checker/testlib"
)

// shown is how many cases are drawn.
const shown = 8

func main() {
	testlib.DrawCase(func(v *testlib.Visualizer) string {
		cases := v.Input.Int("T", 1, math.MaxInt32)
		var captions []string
		var boards []drawing.Board
		for i := range min(cases, shown) {
			play := v.Input.OneOf("play", "normal", "misere")
			n := v.Input.Int("n", 0, math.MaxInt32)
			captions = append(captions, fmt.Sprintf("case %d of %d, %s", i+1, cases, play))
			boards = append(boards, drawing.Heaps(v.Input.Ints("heap", n, 0, math.MaxInt64)))
		}
		return drawing.Stack("Heaps", captions, boards).File()
	})
}
