// Draws the paths of the first cases.
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
			captions = append(captions, fmt.Sprintf("case %d of %d", i+1, cases))
			boards = append(boards, drawing.PathOf(v.Input.Word("path")).Board())
		}
		return drawing.Stack("Paths", captions, boards).File()
	})
}
