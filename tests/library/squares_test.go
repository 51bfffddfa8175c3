package library_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// knights writes an input of cases of the knights' games: their number, and for each its head before the number of knights
// ("" or "misere "), and the squares.
func knights(cases []knightsCase) string {
	var text strings.Builder
	fmt.Fprintln(&text, len(cases))
	for _, c := range cases {
		fmt.Fprintf(&text, "%s%d\n", c.head, len(c.squares))
		for _, square := range c.squares {
			fmt.Fprintln(&text, square/8, square%8)
		}
	}
	return text.String()
}

// knightsCase is a case; squares are counted row by row.
type knightsCase struct {
	head    string
	squares []int
}

// randomKnights are cases of 1 to most knights, often near the corner where they end and often on few squares.
func randomKnights(r *rand.Rand, cases, most int, heads ...string) []knightsCase {
	list := make([]knightsCase, cases)
	for i := range list {
		list[i].head = heads[r.IntN(len(heads))]
		side := []int{3, 5, 8}[r.IntN(3)]
		for range 1 + r.IntN(most) {
			list[i].squares = append(list[i].squares, 8*r.IntN(side)+r.IntN(side))
		}
	}
	return list
}

// allKnights are all cases of one and of two knights.
func allKnights(heads ...string) []knightsCase {
	var list []knightsCase
	for _, head := range heads {
		for a := range 64 {
			list = append(list, knightsCase{head, []int{a}})
			for b := range a + 1 {
				list = append(list, knightsCase{head, []int{a, b}})
			}
		}
	}
	return list
}

// ride lists the squares within a move of a knight.
func ride(square int) []int {
	var after []int
	for _, move := range [][2]int{{1, -2}, {-1, -2}, {-2, -1}, {-2, 1}} {
		if r, c := square/8+move[0], square%8+move[1]; min(r, c) >= 0 && max(r, c) < 8 {
			after = append(after, 8*r+c)
		}
	}
	return after
}
