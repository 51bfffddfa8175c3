// Whoever enters a square from which a knight gets home hands over the game, or in misère play, whoever gets a knight home.
// Without these squares the normal disjunctive game is left.
package main

import (
	"bufio"
	"fmt"
	"os"
)

type square struct{ r, c int }

var moves = []square{{1, -2}, {-1, -2}, {-2, -1}, {-2, 1}}

// What takes the place of a number where the game is over, and where one move ends it.
const (
	home = -1
	near = -2
)

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for range read(in) {
		var play string
		fmt.Fscan(in, &play)
		values := map[int]bool{}
		sum := 0
		for range read(in) {
			v := value(position{square{read(in), read(in)}, play})
			values[v] = true
			sum ^= v // of no account if one square decides alone
		}
		wins := sum != 0 || values[near]
		if values[home] {
			wins = play == "misere"
		}
		if wins {
			fmt.Fprintln(out, "FIRST")
		} else {
			fmt.Fprintln(out, "SECOND")
		}
	}
}

// position is a single knight.
type position struct {
	square
	play string
}

// known are the values that were computed already.
var known = map[position]int{}

// value is home, in normal play near, or else the least number that no ordinary square within a move has.
func value(p position) int {
	if v, ok := known[p]; ok {
		return v
	}
	reached := map[int]bool{}
	for _, move := range moves {
		r, c := p.r+move.r, p.c+move.c
		if r >= 0 && r < 8 && c >= 0 && c < 8 {
			reached[value(position{square{r, c}, p.play})] = true
		}
	}
	v := 0
	for reached[v] {
		v++
	}
	if reached[home] && p.play == "normal" {
		v = near
	}
	if len(reached) == 0 {
		v = home
	}
	known[p] = v
	return v
}

func read(in *bufio.Reader) int {
	var number int
	fmt.Fscan(in, &number)
	return number
}
