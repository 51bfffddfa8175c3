// A search that remembers all positions of three knights. Knights that are missing stand at home, where they change nothing.
package main

import (
	"bufio"
	"fmt"
	"os"
)

type square struct{ r, c int8 }

var moves = []square{{1, -2}, {-1, -2}, {-2, -1}, {-2, 1}}

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for range read(in) {
		var position [3]square
		for i := range read(in) {
			fmt.Fscan(in, &position[i].r, &position[i].c)
		}
		if wins(position) {
			fmt.Fprintln(out, "FIRST")
		} else {
			fmt.Fprintln(out, "SECOND")
		}
	}
}

// known tells of the positions that were searched whether they are won.
var known = map[[3]square]bool{}

// wins tells whether the player to move wins.
func wins(position [3]square) bool {
	if won, ok := known[position]; ok {
		return won
	}
	won, over := false, true
	for i, s := range position {
		for _, move := range moves {
			r, c := s.r+move.r, s.c+move.c
			if r >= 0 && r < 8 && c >= 0 && c < 8 {
				over = false
				after := position
				after[i] = square{r, c}
				won = won || !wins(after)
			}
		}
	}
	won = won || over
	known[position] = won
	return won
}

func read(in *bufio.Reader) int {
	var number int
	fmt.Fscan(in, &number)
	return number
}
