// Prints cases of the game, all of one PLAY: normal, misere or either.
// Squares are drawn from those of value LO to HI: the suspense of a knight alone, under the play of its case.
//
//	knights singles                                each square alone, in both plays
//	knights pairs PLAY                             each ordered pair of squares
//	knights random PLAY T LEAST MOST LO HI SEED    T cases of LEAST to MOST knights
//	knights last PLAY T K LO HI LAST SEED          T cases of K knights, the last one of value LAST
package main

import (
	"fmt"
	"slices"

	"grundy/checker/testlib"
)

// values has the values of all squares, in normal and in misère play.
var values [2][64]int

func main() {
	testlib.Generate(func(g *testlib.Generator) {
		for square := range 64 {
			for play := range 2 {
				values[play][square] = value(square, play)
			}
		}
		switch g.Word("kind", "singles", "pairs", "random", "last") {
		case "singles":
			fmt.Fprintln(g, 2*64)
			for play := range 2 {
				for square := range 64 {
					show(g, play, square)
				}
			}
		case "pairs":
			play := choosePlay(g)
			fmt.Fprintln(g, 64*64)
			for first := range 64 {
				for second := range 64 {
					show(g, play(nil), first, second)
				}
			}
		case "random":
			play := choosePlay(g)
			cases := g.Int("T", 1, 100_000)
			least, most := g.Int("least", 1, 100_000), g.Int("most", 1, 100_000)
			lo, hi := g.Int("lo", 0, 9), g.Int("hi", 0, 9)
			r := g.Rand("seed")
			fmt.Fprintln(g, cases)
			for range cases {
				now := play(r)
				show(g, now, draw(r, r.Int(least, most), pool(g, now, lo, hi))...)
			}
		case "last":
			play := choosePlay(g)
			cases := g.Int("T", 1, 100_000)
			knights := g.Int("K", 1, 100_000)
			lo, hi, last := g.Int("lo", 0, 9), g.Int("hi", 0, 9), g.Int("last", 0, 9)
			r := g.Rand("seed")
			fmt.Fprintln(g, cases)
			for range cases {
				now := play(r)
				squares := draw(r, knights-1, pool(g, now, lo, hi))
				show(g, now, append(squares, draw(r, 1, pool(g, now, last, last))...)...)
			}
		}
	})
}

// choosePlay reads which play the cases have: 0 for normal, 1 for misère.
func choosePlay(g *testlib.Generator) func(*testlib.Rand) int {
	word := g.Word("play", "normal", "misere", "either")
	return func(r *testlib.Rand) int {
		switch word {
		case "normal":
			return 0
		case "misere":
			return 1
		}
		return r.Int(0, 1)
	}
}

// pool are the squares whose value lies between lo and hi.
func pool(g *testlib.Generator, play, lo, hi int) []int {
	var squares []int
	for square := range 64 {
		if v := values[play][square]; lo <= v && v <= hi {
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

func show(g *testlib.Generator, play int, squares ...int) {
	fmt.Fprintln(g, []string{"normal", "misere"}[play], len(squares))
	for _, square := range squares {
		fmt.Fprintln(g, square/8, square%8)
	}
}

// value is the suspense of a knight alone: lost positions have an even one in normal play, an odd one in misère play.
func value(square, play int) int {
	var all, good []int
	for _, next := range options(square) {
		after := value(next, play)
		all = append(all, after)
		if after%2 == play {
			good = append(good, after)
		}
	}
	switch {
	case len(all) == 0:
		return 0
	case len(good) > 0:
		return 1 + slices.Max(good)
	}
	return 1 + slices.Min(all)
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
