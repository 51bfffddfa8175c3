// Draws the web around the spider.
package main

import (
	"math"
	"strconv"

	"grundy/checker/drawing"
	"grundy/checker/testlib"
)

func main() {
	testlib.DrawCase(func(v *testlib.Visualizer) string {
		n := v.Input.Int("n", 1, math.MaxInt32)
		threads := make([][2]int, v.Input.Int("m", 0, math.MaxInt32))
		flies := v.Input.Int("f", 0, math.MaxInt32)
		spider := v.Input.Int("spider", 1, n) - 1
		prey := map[int]bool{}
		for _, fly := range v.Input.Ints("fly", flies, 1, n) {
			prey[fly-1] = true
		}
		for i := range threads {
			threads[i] = [2]int{v.Input.Int("u", 1, n) - 1, v.Input.Int("v", 1, n) - 1}
		}
		look := func(vertex int) (text, class string) {
			switch text = strconv.Itoa(vertex + 1); {
			case vertex == spider:
				return "S" + text, "danger"
			case prey[vertex]:
				return "F" + text, "prey"
			}
			return text, ""
		}
		return drawing.Graph{Vertices: n, Edges: threads, Look: look}.Board(drawing.Lay(spider, threads)).File()
	})
}
