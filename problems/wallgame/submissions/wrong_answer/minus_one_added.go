// Mistake: "no way" is -1 and the costs above are added to it as if it were a way.
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
	below := make([]int, w)
	for c, cell := range board[h-1] {
		below[c] = enter(0, cell)
	}
	value := make([]int, w)
	for r := h - 2; r >= 0; r-- {
		run := -1
		for c, cell := range board[r] {
			run = enter(max(run, below[c]), cell)
			value[c] = run
		}
		run = -1
		for c := w - 1; c >= 0; c-- {
			run = enter(max(run, below[c]), board[r][c])
			value[c] = max(value[c], run)
		}
		below, value = value, below
	}
	fmt.Println(below[0])
}

func enter(cost int, cell byte) int {
	if cell == 'x' {
		return -1
	}
	return cost + int(cell-'0')
}
