// The value of every cell from the bottom upwards, by direction of travel within the row.
package main

import (
	"bufio"
	"fmt"
	"os"
)

const none = -1 << 40

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<23)
	var h, w int
	lines.Scan()
	fmt.Sscan(lines.Text(), &h, &w)
	board := make([]string, h)
	for r := range board {
		lines.Scan()
		board[r] = lines.Text()
	}

	down := make([]int, w) // the most that can still be forced, from dropping into column c
	for c := range down {
		down[c] = cost(board[h-1][c])
	}
	for r := h - 2; r >= 0; r-- {
		row := board[r]
		best := make([]int, w)
		way := none // from column c with only left moves before the drop
		for c := range w {
			way = cost(row[c]) + max(down[c], way)
			best[c] = way
		}
		way = none // the same with only right moves
		for c := w - 1; c >= 0; c-- {
			way = cost(row[c]) + max(down[c], way)
			best[c] = max(best[c], way, none)
		}
		down = best
	}
	fmt.Println(max(down[0], -1))
}

func cost(cell byte) int {
	if cell == 'x' {
		return none
	}
	return int(cell - '0')
}
