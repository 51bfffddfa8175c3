// A knight that wins alone wins, too, when others are there: they can be moved in the same turn, or left where they are. In
// misère play this holds as soon as two knights can move.
package main

import (
	"bufio"
	"fmt"
	"os"
)

type square struct{ r, c int }

var moves = []square{{1, -2}, {-1, -2}, {-2, -1}, {-2, 1}}

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for range read(in) {
		var play string
		fmt.Fscan(in, &play)
		live := 0
		normal, misere := false, true
		for range read(in) {
			k := alone(square{read(in), read(in)})
			if k.live {
				live++
				normal = normal || k.normal
				misere = k.misere
			}
		}
		wins := normal
		if play == "misere" && live < 2 {
			wins = misere
		}
		if wins {
			fmt.Fprintln(out, "FIRST")
		} else {
			fmt.Fprintln(out, "SECOND")
		}
	}
}

// knight tells of a single knight whether it can move, and whether the player to move wins with it under either play.
type knight struct{ live, normal, misere bool }

// known are the knights on squares that were asked for already.
var known = map[square]knight{}

func alone(s square) knight {
	if k, ok := known[s]; ok {
		return k
	}
	var k knight
	for _, move := range moves {
		r, c := s.r+move.r, s.c+move.c
		if r >= 0 && r < 8 && c >= 0 && c < 8 {
			after := alone(square{r, c})
			k.live = true
			k.normal = k.normal || !after.normal
			k.misere = k.misere || !after.misere
		}
	}
	k.misere = k.misere || !k.live
	known[s] = k
	return k
}

func read(in *bufio.Reader) int {
	var number int
	fmt.Fscan(in, &number)
	return number
}
