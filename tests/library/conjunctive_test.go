package library_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var conjunctiveGames = []comparison{
	{
		problem: "knightsshortened", solution: "knightsshortened.go", bruteForce: "all_moves.go",
		tiny:     slices.Values([]string{knights(allKnights("normal ")), knights(allKnights("misere "))}),
		instance: severalKnights("normal ", "misere "), instances: 6, judge: sameOutput,
	},
	{
		problem: "knightsconjunctive", solution: "knightsconjunctive.go", bruteForce: "all_moves.go",
		tiny:     slices.Values([]string{knights(allKnights("normal ")), knights(allKnights("misere "))}),
		instance: severalKnights("normal ", "misere "), instances: 12, judge: sameOutput,
	},
	{
		problem: "knightscontinued", solution: "knightscontinued.go", bruteForce: "all_moves.go",
		tiny:     slices.Values([]string{knights(allKnights("normal ")), knights(allKnights("misere "))}),
		instance: severalKnights("normal ", "misere "), instances: 12, judge: sameOutput,
	},
	{
		problem: "knightsnotall", solution: "knightsnotall.go", bruteForce: "all_moves.go",
		tiny:     slices.Values([]string{knights(allKnights(""))}),
		instance: severalKnights(""), instances: 6, judge: sameOutput,
	},
}

// severalKnights are inputs of many cases: up to three knights anywhere, and four near the corner where they end.
func severalKnights(heads ...string) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		cases := randomKnights(r, 400, 3, heads...)
		for range 100 {
			squares := make([]int, 4)
			for i := range squares {
				squares[i] = 8*r.IntN(5) + r.IntN(5)
			}
			cases = append(cases, knightsCase{heads[r.IntN(len(heads))], squares})
		}
		return knights(cases)
	}
}

// The tables of the editorials agree with a search for a single knight.
func TestConjunctiveTables(t *testing.T) {
	normal, misere := component{ride, false}, component{ride, true}
	for problem, tables := range map[string][]func(int) int{
		"knightsshortened":   {normal.wins, misere.wins},
		"knightsconjunctive": {normal.fastest, misere.fastest},
		"knightscontinued":   {normal.slowest, misere.slowest},
		"knightsnotall":      {normal.grundy},
	} {
		t.Run(problem, func(t *testing.T) {
			printed := printedTables(t, problem)
			if len(printed) != len(tables) {
				t.Fatalf("the editorial has %d tables, want %d", len(printed), len(tables))
			}
			for i, value := range tables {
				for square := range 64 {
					if want, got := value(square), printed[i][square]; got != fmt.Sprint(want) {
						t.Errorf("table %d, row %d, column %d: %s is printed, search finds %d", i+1, square/8, square%8, got, want)
					}
				}
			}
		})
	}
}

// printedTables are the indented blocks of an editorial that have eight lines of eight words.
func printedTables(t *testing.T, problem string) [][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "problems", problem, "solution", "solution.en.md"))
	if err != nil {
		t.Fatal(err)
	}
	var tables [][]string
	var table []string
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if !strings.HasPrefix(line, "    ") || len(words) != 8 {
			table = nil
			continue
		}
		if table = append(table, words...); len(table) == 64 {
			tables = append(tables, table)
			table = nil
		}
	}
	return tables
}

// component is a terminating game on positions 0, 1, … with moves to others; its play is normal or misère.
type component struct {
	options func(int) []int
	misere  bool
}

// heapOptions are the moves in a heap of Nim.
func heapOptions(stones int) []int {
	var left []int
	for i := range stones {
		left = append(left, i)
	}
	return left
}

// wins is 1 if the player to move wins the component alone, else 0.
func (c component) wins(position int) int {
	if won, _ := c.perfect(position, 1); won {
		return 1
	}
	return 0
}

// fastest is how many moves the component alone lasts when the winner wants few and the loser many.
func (c component) fastest(position int) int {
	_, length := c.perfect(position, 1)
	return length
}

// slowest is how many moves it lasts when the winner wants many and the loser few.
func (c component) slowest(position int) int {
	_, length := c.perfect(position, -1)
	return length
}

// perfect is who wins and after how many moves, with the order of the endings written out: for the player to move every
// won one comes before every lost one, and among them shorter ones (haste 1) or longer ones (haste -1) are the winner's choice.
func (c component) perfect(position, haste int) (won bool, length int) {
	options := c.options(position)
	if len(options) == 0 {
		return c.misere, 0
	}
	best := -1000
	for _, next := range options {
		lost, after := c.perfect(next, haste)
		rank := 100 - haste*(after+1)
		if lost {
			rank = -100 + haste*(after+1)
		}
		if rank > best {
			best, won, length = rank, !lost, after+1
		}
	}
	return won, length
}

func (c component) grundy(position int) int {
	var after []int
	for _, next := range c.options(position) {
		after = append(after, c.grundy(next))
	}
	mex := 0
	for slices.Contains(after, mex) {
		mex++
	}
	return mex
}

// The slides "Disjunctive and Selective Compound Games" say that the shortened selective compound has the same
// solution as the long rule, even in misère play: lost if all Grundy numbers are 0. The test has the smallest
// counterexamples, and checks what remains true.
func TestShortenedSelectiveClaims(t *testing.T) {
	claim := func(c component, position []int) bool {
		return slices.ContainsFunc(position, func(p int) bool { return c.grundy(p) > 0 })
	}
	t.Run("counterexamples", func(t *testing.T) {
		for _, tt := range []struct {
			options  func(int) []int
			misere   bool
			position []int
			won      bool
		}{
			{heapOptions, false, []int{0, 1}, false},
			{heapOptions, true, []int{0}, true},
			{heapOptions, true, []int{1}, false},
			{ride, false, []int{0, 2}, false},
			{ride, true, []int{0}, true},
			{ride, true, []int{2}, false},
		} {
			c := component{tt.options, tt.misere}
			if got := c.shortenedSelective(tt.position); got != tt.won || claim(c, tt.position) == tt.won {
				t.Errorf("%v, misère %v: won %v, by the slides %v", tt.position, tt.misere, got, claim(c, tt.position))
			}
		}
	})
	t.Run("normal play with nothing over", func(t *testing.T) {
		for a := range 7 {
			for b := range a + 1 {
				for d := range b + 1 {
					position := []int{a, b, d}
					c := component{heapOptions, false}
					if got := c.shortenedSelective(position); got != (claim(c, position) && d > 0) {
						t.Errorf("heaps %v: won %v", position, got)
					}
				}
			}
		}
	})
	t.Run("misere heaps", func(t *testing.T) { // an empty heap wins, and so does one of two stones or more
		for a := range 7 {
			for b := range a + 1 {
				position := []int{a, b}
				if got := (component{heapOptions, true}).shortenedSelective(position); got != (a > 1 || b == 0) {
					t.Errorf("heaps %v: won %v", position, got)
				}
			}
		}
	})
}

// shortenedSelective reports, by the rules alone, whether the player to move wins the compound of the components at
// these positions.
func (c component) shortenedSelective(position []int) bool {
	for _, p := range position {
		if len(c.options(p)) == 0 {
			return c.misere
		}
	}
	var try func(moved []int) bool
	try = func(moved []int) bool {
		i := len(moved)
		if i == len(position) {
			return !slices.Equal(moved, position) && !c.shortenedSelective(moved)
		}
		return slices.ContainsFunc(append(c.options(position[i]), position[i]), func(next int) bool {
			return try(append(moved[:i:i], next))
		})
	}
	return try(nil)
}

// The slides' examples of the compound in which some component has to stay: heaps 2, 3 and 4 are won, and equal ones
// are lost.
func TestNotAllClaims(t *testing.T) {
	for a := range 5 {
		for b := range a + 1 {
			for d := range b + 1 {
				position := []int{a, b, d}
				if got := (component{heapOptions, false}).notAll(position); got != (a != d) {
					t.Errorf("heaps %v: won %v", position, got)
				}
			}
		}
	}
	for heap := range 9 {
		if (component{heapOptions, false}).notAll([]int{heap}) {
			t.Errorf("a heap of %d alone is won, yet it has to stay", heap)
		}
	}
}

// notAll reports, by the rules alone, whether the player to move wins: some components move, and some stay.
func (c component) notAll(position []int) bool {
	var try func(after []int, moved int) bool
	try = func(after []int, moved int) bool {
		i := len(after)
		if i == len(position) {
			return 0 < moved && moved < len(position) && !c.notAll(after)
		}
		return try(append(after[:i:i], position[i]), moved) || slices.ContainsFunc(c.options(position[i]), func(next int) bool {
			return try(append(after[:i:i], next), moved+1)
		})
	}
	return try(nil, 0)
}
