// Mistake: believes that the rabbit can be sent over every cell of a stretch before it drops.
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
	for c := range below {
		below[c] = price(board[h-1][c])
	}
	for r := h - 2; r >= 0; r-- {
		row := board[r]
		value := make([]int, w)
		for from := 0; from < w; {
			to, sum, best := from, 0, -1
			for to < w && row[to] != 'x' {
				sum += price(row[to])
				best = max(best, below[to])
				to++
			}
			for c := from; c < to; c++ {
				value[c] = -1
				if best >= 0 {
					value[c] = sum + best
				}
			}
			if to < w {
				value[to] = -1
			}
			from = to + 1
		}
		below = value
	}
	fmt.Println(below[0])
}

func price(cell byte) int {
	if cell == 'x' {
		return -1
	}
	return int(cell - '0')
}
