// Mistake: 0 stands for "no way", but a way may cost nothing.
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
	for r := range h {
		clear(value)
		run := 0
		enter := func(c int) {
			if board[r][c] == 'x' {
				run = 0
				return
			}
			if r == h-1 {
				run = 0
			}
			run = max(run, above[c])
			if run > 0 || r == 0 && c == 0 {
				run += int(board[r][c] - '0')
			}
			value[c] = max(value[c], run)
		}
		for c := range w {
			enter(c)
		}
		run = 0
		for c := w - 1; c >= 0; c-- {
			enter(c)
		}
		above, value = value, above
	}
	best := 0
	for _, cost := range above {
		best = max(best, cost)
	}
	if best == 0 {
		best = -1
	}
	fmt.Println(best)
}
