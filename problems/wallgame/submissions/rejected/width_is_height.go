// Mistake: the number of rows is taken for both sizes, as in the published code: an index error on boards that are higher
// than wide, a wrong answer on those that are wider.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

const none = -1 << 30

func main() {
	data, _ := io.ReadAll(os.Stdin)
	board := bytes.Fields(data)[2:]
	h := len(board)
	w := h
	below := make([]int, w)
	for c := range below {
		below[c] = enter(0, board[h-1][c])
	}
	value := make([]int, w)
	for r := h - 2; r >= 0; r-- {
		run := none
		for c := range w {
			run = enter(max(run, below[c]), board[r][c])
			value[c] = run
		}
		run = none
		for c := w - 1; c >= 0; c-- {
			run = enter(max(run, below[c]), board[r][c])
			value[c] = max(value[c], run)
		}
		below, value = value, below
	}
	if below[0] == none {
		below[0] = -1
	}
	fmt.Println(below[0])
}

func enter(cost int, cell byte) int {
	if cost == none || cell == 'x' {
		return none
	}
	return cost + int(cell-'0')
}
