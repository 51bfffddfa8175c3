// Mistake: the token may begin at any cell of the top row.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
)

func main() {
	data, _ := io.ReadAll(os.Stdin)
	words := bytes.Fields(data)
	h, _ := strconv.Atoi(string(words[0]))
	w, _ := strconv.Atoi(string(words[1]))
	board := words[2:]
	above, value := make([]int, w), make([]int, w)
	for r := range h - 1 {
		run := -1
		for c, cell := range board[r] {
			run = enter(max(run, above[c]), cell)
			value[c] = run
		}
		run = -1
		for c := w - 1; c >= 0; c-- {
			run = enter(max(run, above[c]), board[r][c])
			value[c] = max(value[c], run)
		}
		above, value = value, above
	}
	best := -1
	for c, cell := range board[h-1] {
		best = max(best, enter(above[c], cell))
	}
	fmt.Println(best)
}

func enter(cost int, cell byte) int {
	if cost < 0 || cell == 'x' {
		return -1
	}
	return cost + int(cell-'0')
}
