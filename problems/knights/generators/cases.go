// Prints cases of the game:
//
//	cases all K
//	cases random CASES ZONE LEAST MOST SEED
//	cases balanced CASES ZONE LEAST MOST SEED
//
// That is every choice of K knights; or so many cases of LEAST to MOST knights in a zone; or such cases that the second
// player wins.
package main

import (
	"fmt"

	"grundy/checker/testlib"
)

type square struct{ r, c int }

// zones of the board: all of it, where knights can move, and where their numbers have no simple pattern.
var zones = map[string]func(s square) bool{
	"any":  func(square) bool { return true },
	"live": func(s square) bool { return s.r > 1 || s.c > 1 },
	"far":  func(s square) bool { return s.r > 2 && s.c > 2 },
}

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		kind := g.Word("kind", "all", "random", "balanced")
		if kind == "all" {
			write(g, choices(zone("any"), g.Int("knights", 1, 3)))
			return
		}
		cases := make([][]square, g.Int("cases", 1, 100_000))
		squares := zone(g.Word("zone", "any", "live", "far"))
		least := g.Int("least", 1, 100_000)
		most := g.Int("most", least, 100_000)
		r := g.Rand("seed")
		for i := range cases {
			cases[i] = make([]square, r.Int(least, most))
			for j := range cases[i] {
				cases[i][j] = testlib.Choose(r, squares...)
			}
			for kind == "balanced" && nimSum(cases[i]) != 0 {
				for j := range cases[i][:min(3, len(cases[i]))] {
					cases[i][j] = testlib.Choose(r, squares...)
				}
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

func nimSum(knights []square) int {
	sum := 0
	for _, s := range knights {
		sum ^= grundy[s]
	}
	return sum
}

// grundy has the Grundy numbers of all squares.
var grundy = func() map[square]int {
	numbers := map[square]int{}
	for _, s := range zone("any") {
		numbers[s] = grundyNumber(s)
	}
	return numbers
}()

func grundyNumber(s square) int {
	reached := map[int]bool{}
	for _, move := range []square{{1, -2}, {-1, -2}, {-2, -1}, {-2, 1}} {
		if r, c := s.r+move.r, s.c+move.c; min(r, c) >= 0 && max(r, c) < 8 {
			reached[grundyNumber(square{r, c})] = true
		}
	}
	number := 0
	for reached[number] {
		number++
	}
	return number
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
