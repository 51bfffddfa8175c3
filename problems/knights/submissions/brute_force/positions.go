// Straight from the rules: a position is won if some move leads to one that is lost. Gives up on many knights.
package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
)

var moves = [4][2]int{{1, -2}, {-1, -2}, {-2, -1}, {-2, 1}}

// known are the positions that were searched.
var known = map[string]bool{}

func main() {
	in := bufio.NewReader(os.Stdin)
	var t int
	fmt.Fscan(in, &t)
	for range t {
		var k int
		fmt.Fscan(in, &k)
		if k > 3 {
			fmt.Fprintln(os.Stderr, "too many positions")
			os.Exit(1)
		}
		knights := make([]byte, k)
		for i := range knights {
			var r, c byte
			fmt.Fscan(in, &r, &c)
			knights[i] = 8*r + c
		}
		if wins(knights) {
			fmt.Println("FIRST")
		} else {
			fmt.Println("SECOND")
		}
	}
}

// wins tells whether the player to move wins. The order of the knights does not matter.
func wins(knights []byte) bool {
	slices.Sort(knights)
	key := string(knights)
	won, ok := known[key]
	if ok {
		return won
	}
	for i, square := range knights {
		for _, move := range moves {
			r, c := int(square/8)+move[0], int(square%8)+move[1]
			if r < 0 || r > 7 || c < 0 || c > 7 {
				continue
			}
			after := slices.Clone(knights)
			after[i] = byte(8*r + c)
			won = won || !wins(after)
		}
	}
	known[key] = won
	return won
}
