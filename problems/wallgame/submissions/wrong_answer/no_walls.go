// Mistake: the rabbit's cheapest route on the board without any wall.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
)

const far = 1 << 30

func main() {
	data, _ := io.ReadAll(os.Stdin)
	words := bytes.Fields(data)
	h, _ := strconv.Atoi(string(words[0]))
	w, _ := strconv.Atoi(string(words[1]))
	board := words[2:]
	cost := make([]int, w) // of the cheapest route to each cell of a row
	for c := range cost {
		cost[c] = far
	}
	cost[0] = 0
	for r := range h {
		row := board[r]
		for c, cell := range row {
			cost[c] = enter(cost[c], cell)
		}
		if r == h-1 {
			break
		}
		for c := 1; c < w; c++ {
			cost[c] = min(cost[c], enter(cost[c-1], row[c]))
		}
		for c := w - 2; c >= 0; c-- {
			cost[c] = min(cost[c], enter(cost[c+1], row[c]))
		}
	}
	best := far
	for _, c := range cost {
		best = min(best, c)
	}
	if best == far {
		best = -1
	}
	fmt.Println(best)
}

func enter(cost int, cell byte) int {
	if cost == far || cell == 'x' {
		return far
	}
	return cost + int(cell-'0')
}
