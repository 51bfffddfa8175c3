// Prints cases of the game.
// Squares are drawn from those of Grundy number LO to HI.
//
//	knights singles                           each square alone
//	knights pairs                             each ordered pair of squares
//	knights random T LEAST MOST LO HI SEED    T cases of LEAST to MOST knights
//	knights last T K LO HI LAST SEED          T cases of K knights, the last one of value LAST
package main

import (
	"fmt"
	"slices"

	"grundy/checker/testlib"
)

// values has the values of all squares.
var values [64]int

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		for square := range 64 {
			values[square] = value(square)
		}
		switch g.Word("kind", "singles", "pairs", "random", "last") {
		case "singles":
			fmt.Fprintln(g, 64)
			for square := range 64 {
				show(g, square)
			}
		case "pairs":
			fmt.Fprintln(g, 64*64)
			for first := range 64 {
				for second := range 64 {
					show(g, first, second)
				}
			}
		case "random":
			cases := g.Int("T", 1, 100_000)
			least, most := g.Int("least", 1, 100_000), g.Int("most", 1, 100_000)
			lo, hi := g.Int("lo", 0, 9), g.Int("hi", 0, 9)
			r := g.Rand("seed")
			fmt.Fprintln(g, cases)
			for range cases {
				show(g, draw(r, r.Int(least, most), pool(g, lo, hi))...)
			}
		case "last":
			cases := g.Int("T", 1, 100_000)
			knights := g.Int("K", 1, 100_000)
			lo, hi, last := g.Int("lo", 0, 9), g.Int("hi", 0, 9), g.Int("last", 0, 9)
			r := g.Rand("seed")
			fmt.Fprintln(g, cases)
			for range cases {
				squares := draw(r, knights-1, pool(g, lo, hi))
				show(g, append(squares, draw(r, 1, pool(g, last, last))...)...)
			}
		}
	})
}

// pool are the squares whose value lies between lo and hi.
func pool(g *testlib.Generator, lo, hi int) []int {
	var squares []int
	for square := range 64 {
		if v := values[square]; lo <= v && v <= hi {
			squares = append(squares, square)
		}
	}
	if len(squares) == 0 {
		g.Fail("no square has a value from %d to %d", lo, hi)
	}
	return squares
}

func draw(r *testlib.Rand, knights int, from []int) []int {
	squares := make([]int, knights)
	for i := range squares {
		squares[i] = testlib.Choose(r, from...)
	}
	return squares
}

func show(g *testlib.Generator, squares ...int) {
	fmt.Fprintln(g, len(squares))
	for _, square := range squares {
		fmt.Fprintln(g, square/8, square%8)
	}
}

// value is the Grundy number.
func value(square int) int {
	var after []int
	for _, next := range options(square) {
		after = append(after, value(next))
	}
	mex := 0
	for slices.Contains(after, mex) {
		mex++
	}
	return mex
}

// options are the squares that a knight can move to.
func options(square int) []int {
	var squares []int
	for _, step := range [][2]int{{1, -2}, {-1, -2}, {-2, -1}, {-2, 1}} {
		r, c := square/8+step[0], square%8+step[1]
		if 0 <= r && r < 8 && 0 <= c && c < 8 {
			squares = append(squares, 8*r+c)
		}
	}
	return squares
}
