// Mistake: takes the dearest piece of every row for itself, without regard to the rows below (dead ends are avoided).
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
	// alive[r][c] tells whether a way leads down from the cell.
	alive, flat := make([][]bool, h), make([]bool, h*w)
	for r := range alive {
		alive[r] = flat[r*w : (r+1)*w]
	}
	for c, cell := range board[h-1] {
		alive[h-1][c] = cell != 'x'
	}
	for r := h - 2; r >= 0; r-- {
		right, left := false, false
		for i := range w {
			right = board[r][i] != 'x' && (right || alive[r+1][i])
			alive[r][i] = alive[r][i] || right
			c := w - 1 - i
			left = board[r][c] != 'x' && (left || alive[r+1][c])
			alive[r][c] = alive[r][c] || left
		}
	}
	if !alive[0][0] {
		fmt.Println(-1)
		return
	}
	at, total := 0, 0
	for r := range h - 1 {
		best, to := -1, at
		for _, step := range []int{1, -1} {
			cost := 0
			for c := at; c >= 0 && c < w && board[r][c] != 'x'; c += step {
				cost += int(board[r][c] - '0')
				if alive[r+1][c] && cost > best {
					best, to = cost, c
				}
			}
		}
		total += best
		at = to
	}
	fmt.Println(total + int(board[h-1][at]-'0'))
}
