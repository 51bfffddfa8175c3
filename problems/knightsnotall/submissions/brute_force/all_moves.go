// Straight from the rules: a position is won if some move leads to a position that is lost. Gives up on more than four knights.
package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
)

var known = map[string]bool{}

func main() {
	in := bufio.NewReader(os.Stdin)
	var cases int
	fmt.Fscan(in, &cases)
	for range cases {
		var k int
		fmt.Fscan(in, &k)
		if k > 4 {
			fmt.Fprintln(os.Stderr, "too many knights")
			os.Exit(1)
		}
		position := make([]byte, k)
		for i := range position {
			var r, c byte
			fmt.Fscan(in, &r, &c)
			position[i] = 8*r + c
		}
		if wins(position) {
			fmt.Println("FIRST")
		} else {
			fmt.Println("SECOND")
		}
	}
}

// wins tells whether the player to move from the position wins.
func wins(position []byte) bool {
	slices.Sort(position)
	key := string(position)
	won, ok := known[key]
	if !ok {
		won = tries(position, nil, 0)
		known[key] = won
	}
	return won
}

// tries goes on with a move that has brought the first knights to the squares after, having moved so many of them:
// whether some way to complete it leads to a position that is lost. Some knight has to move, and some has to stay.
func tries(position, after []byte, moved int) bool {
	i := len(after)
	if i == len(position) {
		return 0 < moved && moved < len(position) && !wins(slices.Clone(after))
	}
	if tries(position, append(after[:i:i], position[i]), moved) {
		return true
	}
	for _, square := range options(position[i]) {
		if tries(position, append(after[:i:i], square), moved+1) {
			return true
		}
	}
	return false
}

// options are the squares that a knight can move to.
func options(square byte) []byte {
	var squares []byte
	for _, step := range [][2]int{{1, -2}, {-1, -2}, {-2, -1}, {-2, 1}} {
		r, c := int(square)/8+step[0], int(square)%8+step[1]
		if 0 <= r && r < 8 && 0 <= c && c < 8 {
			squares = append(squares, byte(8*r+c))
		}
	}
	return squares
}
