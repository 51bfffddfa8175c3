// Mistake: -1000 stands for "no way", but dear cells in front of it make it look like one.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
)

const none = -1000

func main() {
	data, _ := io.ReadAll(os.Stdin)
	words := bytes.Fields(data)
	h, _ := strconv.Atoi(string(words[0]))
	w, _ := strconv.Atoi(string(words[1]))
	board := words[2:]
	below := make([]int, w)
	for r := h - 1; r >= 0; r-- {
		right, left := make([]int, w), make([]int, w)
		for i := range w {
			right[i] = pay(board[r][i], below[i], right, i-1, r == h-1)
			c := w - 1 - i
			left[c] = pay(board[r][c], below[c], left, c+1, r == h-1)
		}
		for c := range below {
			below[c] = max(right[c], left[c])
		}
	}
	if below[0] < 0 {
		below[0] = -1
	}
	fmt.Println(below[0])
}

func pay(cell byte, below int, run []int, neighbour int, bottom bool) int {
	switch {
	case cell == 'x':
		return none
	case bottom:
		return int(cell - '0')
	case neighbour >= 0 && neighbour < len(run):
		below = max(below, run[neighbour])
	}
	return int(cell-'0') + below
}
