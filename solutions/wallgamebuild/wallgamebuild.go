// From the bottom row upwards; each value carries the column in which its row is left.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// way is a way to the bottom row: what it costs, and the column of its first drop.
type way struct{ cost, gap int }

var none = way{cost: -1}

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var h, w int
	fmt.Fscan(in, &h, &w)
	board := make([]string, h)
	for r := range board {
		fmt.Fscan(in, &board[r])
	}

	ways := make([][]way, h)
	for r := h - 1; r >= 0; r-- {
		ways[r] = make([]way, w)
		if r == h-1 {
			for c := range w {
				ways[r][c] = enter(way{}, board[r][c])
			}
			continue
		}
		run := none
		for c := range w {
			run = enter(better(run, way{ways[r+1][c].cost, c}), board[r][c])
			ways[r][c] = run
		}
		run = none
		for c := w - 1; c >= 0; c-- {
			run = enter(better(run, way{ways[r+1][c].cost, c}), board[r][c])
			ways[r][c] = better(ways[r][c], run)
		}
	}

	fmt.Fprintln(out, ways[0][0].cost)
	if ways[0][0] == none {
		return
	}
	column := 0
	for r := range h - 1 {
		column = ways[r][column].gap
		fmt.Fprintln(out, strings.Repeat("#", column)+"."+strings.Repeat("#", w-column-1))
	}
}

func enter(on way, cell byte) way {
	if cell == 'x' || on.cost < 0 {
		return none
	}
	return way{on.cost + int(cell-'0'), on.gap}
}

func better(a, b way) way {
	if b.cost > a.cost {
		return b
	}
	return a
}
