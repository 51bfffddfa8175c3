// Draws the maze below the trap.
package main

import (
	"math"

	"grundy/checker/drawing"
	"grundy/checker/testlib"
)

func main() {
	testlib.DrawCase(func(v *testlib.Visualizer) string {
		rooms := v.Input.Int("n", 1, math.MaxInt32)
		trap, mouse := v.Input.Int("trap", 1, rooms)-1, v.Input.Int("mouse", 1, rooms)-1
		next := tree(v.Input, rooms)
		return drawing.Maze{Rooms: rooms, Mouse: mouse, Trap: trap, Neighbours: func(room int) []int { return next[room] }}.Board().File()
	})
}

// tree reads the passages between rooms.
func tree(in *testlib.Tokens, rooms int) [][]int {
	next := make([][]int, rooms)
	for range rooms - 1 {
		u, v := in.Int("u", 1, rooms)-1, in.Int("v", 1, rooms)-1
		next[u], next[v] = append(next[u], v), append(next[v], u)
	}
	return next
}
