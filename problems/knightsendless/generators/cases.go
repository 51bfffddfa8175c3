// Prints cases of the game:
//
//	cases all K SIDE
//	cases random CASES ZONE LARGEST LEAST MOST SEED
//	cases balanced CASES ZONE LARGEST LEAST MOST SEED
//
// That is every choice of K knights with rows and columns below SIDE; or so many cases of LEAST to MOST knights with rows and
// columns up to LARGEST; or such cases that the second player wins. The zone is anywhere, or where rows and columns differ by
// at most a dozen.
package main

import (
	"fmt"

	"grundy/checker/testlib"
)

type square struct{ r, c int }

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		kind := g.Word("kind", "all", "random", "balanced")
		if kind == "all" {
			knights := g.Int("knights", 1, 3)
			write(g, choices(board(g.Int("side", 1, 20)), knights))
			return
		}
		cases := make([][]square, g.Int("cases", 1, 100_000))
		diagonal := g.Word("zone", "anywhere", "diagonal") == "diagonal"
		largest := g.Int("largest", 0, 1e18)
		least := g.Int("least", 1, 100_000)
		most := g.Int("most", least, 100_000)
		r := g.Rand("seed")
		draw := func() square {
			s := square{r.Int(0, largest), r.Int(0, largest)}
			if diagonal {
				s.c = min(max(s.r+r.Int(-12, 12), 0), largest)
			}
			return s
		}
		for i := range cases {
			cases[i] = make([]square, r.Int(least, most))
			for j := range cases[i] {
				cases[i][j] = draw()
			}
			for kind == "balanced" && nimSum(cases[i]) != 0 {
				for j := range cases[i][:min(3, len(cases[i]))] {
					cases[i][j] = draw()
				}
			}
		}
		write(g, cases)
	})
}

func board(side int) []square {
	var squares []square
	for r := range side {
		for c := range side {
			squares = append(squares, square{r, c})
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
		sum ^= int(numbers[min(max(s.c/4-s.r/4, -2), 2)+2][s.r%4][s.c%4] - '0')
	}
	return sum
}

// numbers are the Grundy numbers of a block of four rows and columns, by how far it is right of the diagonal.
var numbers = [5][4]string{
	{"0033", "0023", "1122", "1123"},
	{"0034", "0023", "1122", "1123"},
	{"0011", "0021", "1222", "1121"},
	{"0011", "0011", "3222", "4323"},
	{"0011", "0011", "3222", "3323"},
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
