// Draws the graph of moves, with the vertices that hold tokens.
package main

import (
	"math"
	"strconv"

	"grundy/checker/drawing"
	"grundy/checker/testlib"
)

func main() {
	testlib.DrawCase(func(v *testlib.Visualizer) string {
		next := moves(v.Input)
		tokens := map[int]int{}
		for _, at := range v.Input.Ints("token", v.Input.Int("k", 1, math.MaxInt32), 1, len(next)) {
			tokens[at-1]++
		}
		return drawing.Moves(next, func(vertex int) (text, class string) {
			text = strconv.Itoa(vertex + 1)
			if tokens[vertex] > 0 {
				return text, "token"
			}
			return text, ""
		}).File()
	})
}

// moves reads which vertices lead to which.
func moves(in *testlib.Tokens) [][]int {
	n := in.Int("n", 1, math.MaxInt32)
	next := make([][]int, n)
	for range in.Int("m", 0, math.MaxInt32) {
		u, v := in.Int("u", 1, n)-1, in.Int("v", 1, n)-1
		next[u] = append(next[u], v)
	}
	return next
}
