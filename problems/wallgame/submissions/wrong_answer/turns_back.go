// Mistake: after the pass to the right the pass to the left goes on from its results, so cells are paid twice.
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
	above := make([]int, w)
	for c := 1; c < w; c++ {
		above[c] = -1
	}
	best := -1
	for r := range h {
		row := board[r]
		for c := range w {
			if row[c] == 'x' {
				above[c] = -1
			} else if above[c] >= 0 {
				above[c] += int(row[c] - '0')
			}
		}
		if r == h-1 {
			break
		}
		for c := 1; c < w; c++ {
			if row[c] != 'x' && above[c-1] >= 0 {
				above[c] = max(above[c], above[c-1]+int(row[c]-'0'))
			}
		}
		for c := w - 2; c >= 0; c-- {
			if row[c] != 'x' && above[c+1] >= 0 {
				above[c] = max(above[c], above[c+1]+int(row[c]-'0'))
			}
		}
	}
	for _, cost := range above {
		best = max(best, cost)
	}
	fmt.Println(best)
}
