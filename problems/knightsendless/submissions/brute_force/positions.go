// Straight from the rules: a position is won if some move leads to one that is lost. Gives up on many knights and large boards.
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
		knights := make([]string, 0, 3)
		for range k {
			var r, c int
			fmt.Fscan(in, &r, &c)
			if k > 3 || r+c > 80 {
				fmt.Fprintln(os.Stderr, "too many positions")
				os.Exit(1)
			}
			knights = append(knights, square(r, c))
		}
		if wins(knights) {
			fmt.Println("FIRST")
		} else {
			fmt.Println("SECOND")
		}
	}
}

func square(r, c int) string { return string([]byte{byte(r), byte(c)}) }

// wins reports whether the player to move wins. The order of the knights does not matter.
func wins(knights []string) bool {
	slices.Sort(knights)
	key := fmt.Sprint(knights)
	won, ok := known[key]
	if ok {
		return won
	}
	for i, from := range knights {
		for _, move := range moves {
			r, c := int(from[0])+move[0], int(from[1])+move[1]
			if r < 0 || c < 0 {
				continue
			}
			after := slices.Clone(knights)
			after[i] = square(r, c)
			won = won || !wins(after)
		}
	}
	known[key] = won
	return won
}
