// Straight from the rules: a position is won if some move leads to one that is lost. Gives up on many knights.
package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
)

// moves lists for each square those within a ride.
var moves = func() (moves [64][]byte) {
	for square := range moves {
		for _, move := range [][2]int{{1, -2}, {-1, -2}, {-2, -1}, {-2, 1}} {
			if r, c := square/8+move[0], square%8+move[1]; min(r, c) >= 0 && max(r, c) < 8 {
				moves[square] = append(moves[square], byte(8*r+c))
			}
		}
	}
	return moves
}()

// known are the positions that were searched, under both plays.
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
	live := slices.ContainsFunc(knights, func(square byte) bool { return len(moves[square]) > 0 })
	won = play == "misere"
	if live {
		won = moveWins(knights, play, 0, false)
	}
	known[key] = won
	return won
}

// moveWins tells whether some turn wins; the knights before the i-th one have ridden already, or stay.
func moveWins(knights []byte, play string, i int, moved bool) bool {
	if i == len(knights) {
		return moved && !wins(slices.Clone(knights), play)
	}
	if moveWins(knights, play, i+1, moved) {
		return true
	}
	square := knights[i]
	defer func() { knights[i] = square }()
	for _, knights[i] = range moves[square] {
		if moveWins(knights, play, i+1, true) {
			return true
		}
	}
	return false
}
