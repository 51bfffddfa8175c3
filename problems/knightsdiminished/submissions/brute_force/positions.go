// Straight from the rules: a position is won if some move leads to one that is lost, unless a knight is at home. Gives
// up on many knights.
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
		var play string
		var k int
		fmt.Fscan(in, &play, &k)
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
		if wins(knights, play) {
			fmt.Println("FIRST")
		} else {
			fmt.Println("SECOND")
		}
	}
}

// wins tells whether the player to move wins. The order of the knights does not matter.
func wins(knights []byte, play string) bool {
	slices.Sort(knights)
	key := play + string(knights)
	won, ok := known[key]
	if ok {
		return won
	}
	over := false
	for i, square := range knights {
		ends := true
		for _, move := range moves {
			r, c := int(square/8)+move[0], int(square%8)+move[1]
			if r < 0 || r > 7 || c < 0 || c > 7 {
				continue
			}
			ends = false
			after := slices.Clone(knights)
			after[i] = byte(8*r + c)
			won = won || !wins(after, play)
		}
		over = over || ends
	}
	if over {
		won = play == "misere"
	}
	known[key] = won
	return won
}
