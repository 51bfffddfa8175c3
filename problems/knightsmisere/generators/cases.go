// Prints cases of the game:
//
//	cases all K
//	cases random CASES ZONE LEAST MOST SEED
//
// That is every choice of K knights, or so many cases of LEAST to MOST knights in a zone.
package main

import (
	"fmt"

	"grundy/checker/testlib"
)

type square struct{ r, c int }

// zones of the board: all of it, a quarter near home, and where most squares are wild.
var zones = map[string]func(s square) bool{
	"any":  func(square) bool { return true },
	"near": func(s square) bool { return s.r < 4 && s.c < 4 },
	"far":  func(s square) bool { return s.r > 2 && s.c > 2 },
}

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		if g.Word("kind", "all", "random") == "all" {
			write(g, choices(zone("any"), g.Int("knights", 1, 3)))
			return
		}
		cases := make([][]square, g.Int("cases", 1, 50_000))
		squares := zone(g.Word("zone", "any", "near", "far"))
		least := g.Int("least", 1, 3)
		most := g.Int("most", least, 3)
		r := g.Rand("seed")
		for i := range cases {
			cases[i] = make([]square, r.Int(least, most))
			for j := range cases[i] {
				cases[i][j] = testlib.Choose(r, squares...)
			}
		}
		write(g, cases)
	})
}

// zone lists the squares of a zone.
func zone(name string) []square {
	var squares []square
	for r := range 8 {
		for c := range 8 {
			if s := (square{r, c}); zones[name](s) {
				squares = append(squares, s)
			}
		}
	}
	return squares
}

// choices are all ways to put k knights on squares.
func choices(squares []square, k int) [][]square {
	if k == 0 {
		return [][]square{nil}
	}
	var all [][]square
	for i, s := range squares {
		for _, rest := range choices(squares[i:], k-1) {
			all = append(all, append([]square{s}, rest...))
		}
	}
	return all
}

func write(g *testlib.Generator, cases [][]square) {
	fmt.Fprintln(g, len(cases))
	for _, knights := range cases {
		fmt.Fprintln(g, len(knights))
		for _, s := range knights {
			fmt.Fprintln(g, s.r, s.c)
		}
	}
}
