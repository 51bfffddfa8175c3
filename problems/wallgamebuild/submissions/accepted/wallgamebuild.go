// From the bottom row upwards, then down along the dearest path: one gap in each row, all else walled off.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
)

// none is the value of a cell without a way down, far below any sum of costs.
const none = -1 << 40

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

	// down[r][c] is the dearest way from dropping into (r, c); left and right are the dearest that go on from there only
	// to the left or only to the right within the row.
	down, left, right := make([][]int, h), make([][]int, h-1), make([][]int, h-1)
	down[h-1] = make([]int, w)
	for c := range w {
		down[h-1][c] = cost(board[h-1][c])
	}
	for r := h - 2; r >= 0; r-- {
		left[r], right[r], down[r] = make([]int, w), make([]int, w), make([]int, w)
		way := none
		for c := range w {
			way = cost(board[r][c]) + max(way, down[r+1][c])
			left[r][c] = way
		}
		way = none
		for c := w - 1; c >= 0; c-- {
			way = cost(board[r][c]) + max(way, down[r+1][c])
			right[r][c] = way
			down[r][c] = max(left[r][c], right[r][c], none)
		}
	}

	if down[0][0] < 0 {
		fmt.Fprintln(out, -1)
		return
	}
	fmt.Fprintln(out, down[0][0])
	column := 0
	for r := range h - 1 {
		way, step := left[r], -1
		if right[r][column] > left[r][column] {
			way, step = right[r], 1
		}
		for way[column] != cost(board[r][column])+down[r+1][column] {
			column += step
		}
		walls := bytes.Repeat([]byte{'#'}, w)
		walls[column] = '.'
		fmt.Fprintf(out, "%s\n", walls)
	}
}

func cost(cell byte) int {
	if cell == 'x' {
		return none
	}
	return int(cell - '0')
}
