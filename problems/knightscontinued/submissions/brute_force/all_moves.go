// Straight from the rules: a position is won if the game is over and that is good, or if some move leads to a position
// that is lost. Gives up on more than four knights.
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
		var play string
		var k int
		fmt.Fscan(in, &play, &k)
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
		if wins(position, play == "misere") {
			fmt.Println("FIRST")
		} else {
			fmt.Println("SECOND")
		}
	}
}

// wins tells whether the player to move from the position wins.
func wins(position []byte, misere bool) bool {
	slices.Sort(position)
	key := string(position) + fmt.Sprint(misere)
	won, ok := known[key]
	if !ok {
		if over(position) {
			won = misere
		} else {
			won = tries(position, nil, misere)
		}
		known[key] = won
	}
	return won
}

// over tells whether the game is over: every knight is home.
func over(position []byte) bool {
	for _, square := range position {
		if len(options(square)) > 0 {
			return false
		}
	}
	return true
}

// tries goes on with a move that has brought the first knights to the squares moved: whether some way to complete it
// leads to a position that is lost.
func tries(position, moved []byte, misere bool) bool {
	i := len(moved)
	if i == len(position) {
		return !wins(slices.Clone(moved), misere)
	}
	targets := options(position[i])
	if len(targets) == 0 {
		targets = position[i : i+1] // it is home and stays there
	}
	for _, square := range targets {
		if tries(position, append(moved[:i:i], square), misere) {
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
