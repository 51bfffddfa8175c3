// Draws the roads around the first city.
package main

import (
	"math"

	"grundy/checker/drawing"
	"grundy/checker/testlib"
)

func main() {
	testlib.DrawCase(func(v *testlib.Visualizer) string {
		cities := v.Input.Int("n", 1, math.MaxInt32)
		roads := make([][2]int, v.Input.Int("m", 0, math.MaxInt32))
		for i := range roads {
			roads[i] = [2]int{v.Input.Int("a", 1, cities) - 1, v.Input.Int("b", 1, cities) - 1}
		}
		return drawing.Graph{Vertices: cities, Edges: roads}.Board(drawing.Lay(0, roads)).File()
	})
}
