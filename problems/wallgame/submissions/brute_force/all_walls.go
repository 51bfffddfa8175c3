// Straight from the rules: tries every set of walls and computes the rabbit's cheapest route for each.
// Gives up (exit code 1) beyond 20 places for a wall.
package main

import (
	"bufio"
	"fmt"
	"os"
)

const far = 1 << 30

func main() {
	in := bufio.NewReader(os.Stdin)
	var h, w int
	fmt.Fscan(in, &h, &w)
	places := (h - 1) * w
	if places > 20 {
		fmt.Fprintln(os.Stderr, "too many sets of walls")
		os.Exit(1)
	}
	board := make([]string, h)
	for r := range board {
		fmt.Fscan(in, &board[r])
	}
	best := -1
	for walls := range 1 << places {
		if cost := cheapest(board, walls); cost < far {
			best = max(best, cost)
		}
	}
	fmt.Println(best)
}

// cheapest relaxes every move of the rabbit until nothing changes; bit r·w+c of walls lies below cell (r, c).
func cheapest(board []string, walls int) int {
	h, w := len(board), len(board[0])
	cost := make([]int, h*w)
	for i := range cost {
		cost[i] = far
	}
	if board[0][0] != 'x' {
		cost[0] = int(board[0][0] - '0')
	}
	enter := func(from, r, c int) bool {
		if c < 0 || c >= w || board[r][c] == 'x' || from == far {
			return false
		}
		to := from + int(board[r][c]-'0')
		if to >= cost[r*w+c] {
			return false
		}
		cost[r*w+c] = to
		return true
	}
	for changed := true; changed; {
		changed = false
		for r := range h - 1 { // the token stops in the bottom row
			for c := range w {
				from := cost[r*w+c]
				changed = enter(from, r, c-1) || changed
				changed = enter(from, r, c+1) || changed
				if walls>>(r*w+c)&1 == 0 {
					changed = enter(from, r+1, c) || changed
				}
			}
		}
	}
	least := far
	for c := range w {
		least = min(least, cost[(h-1)*w+c])
	}
	return least
}
