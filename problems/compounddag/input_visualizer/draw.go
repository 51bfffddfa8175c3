// Draws the graph of moves.
package main

import (
	"math"

	"grundy/checker/drawing"
	"grundy/checker/testlib"
)

func main() {
	testlib.DrawCase(func(v *testlib.Visualizer) string {
		return drawing.Moves(moves(v.Input), nil).File()
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
