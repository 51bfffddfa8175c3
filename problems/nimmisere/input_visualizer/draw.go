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
			n := v.Input.Int("n", 0, math.MaxInt32)
			captions = append(captions, fmt.Sprintf("case %d of %d", i+1, cases))
			boards = append(boards, drawing.Heaps(v.Input.Ints("heap", n, 0, math.MaxInt64)))
		}
		return drawing.Stack("Heaps", captions, boards).File()
	})
}
