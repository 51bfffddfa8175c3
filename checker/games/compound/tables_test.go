package compound_test

import (
	"strings"
	"testing"

	"grundy/checker/games/compound"
)

// The tables that "Disjunctive and Selective Compound Games" prints, row by row.
const (
	printedGrundy = `
		0 0 1 1 0 0 1 1
		0 0 2 1 0 0 1 1
		1 2 2 2 3 2 2 2
		1 1 2 1 4 3 2 3
		0 0 3 4 0 0 1 1
		0 0 2 3 0 0 2 1
		1 1 2 2 1 2 2 2
		1 1 2 3 1 1 2 0`
	printedW = `
		SL SL SW SW 0 0 1 1
		SL SL SW SW 0 0 2 1
		SW SW SW SW 1 2 3 2
		SW SW SW 1 2 1 2 1
		0 0 1 2 0 0 1 2
		0 0 2 1 0 0 2 1
		1 2 3 2 1 2 1 2
		1 1 2 1 2 1 2 0`
	printedMisereW = `
		SW SW 0 0 0 1 0 0
		SW SW 1 0 2 2 1 0
		0 1 1 1 2 1 4 1
		0 0 1 0 3 0 1 0
		0 2 2 3 0 1 0 1
		1 2 1 0 1 0 1 0
		0 1 4 1 0 1 0 1
		0 0 1 0 1 0 1 0`
	// w(n) and g(n) of a heap of which 1, 3 or 4 stones are taken, for n from 0 to 13.
	printedHeapW      = "SL SW 0 SW SW 1 2 0 2 0 1 3 1 2"
	printedHeapGrundy = "0 1 0 1 2 3 2 0 1 0 1 2 3 2"
)

func compare[T any](t *testing.T, name, printed string, show func(v int) T, text func(T) string) {
	t.Helper()
	for v, want := range strings.Fields(printed) {
		if got := text(show(v)); got != want {
			t.Errorf("%s of position %d is %s, printed is %s", name, v, got, want)
		}
	}
}

func TestPrintedTables(t *testing.T) {
	knights, heaps := compound.Knights(), heap(t, 13, 1, 3, 4)
	grundy := func(g *compound.Game) func(int) compound.W {
		return func(v int) compound.W { return compound.W(g.Values(v).Grundy) }
	}
	w := func(g *compound.Game) func(int) compound.W {
		return func(v int) compound.W { return g.Values(v).W }
	}
	compare(t, "the Grundy value", printedGrundy, grundy(knights), compound.W.String)
	compare(t, "the w-number", printedW, w(knights), compound.W.String)
	compare(t, "the w-number in misère play", printedMisereW,
		func(v int) compound.W { return knights.Values(v).MisereW }, compound.W.String)
	compare(t, "the Grundy value of a heap", printedHeapGrundy, grundy(heaps), compound.W.String)
	compare(t, "the w-number of a heap", printedHeapW, w(heaps), compound.W.String)
}

// TestWildSquares counts the squares to which "misère is almost as Nim" does not apply.
func TestWildSquares(t *testing.T) {
	knights := compound.Knights()
	wild := 0
	for v := range compound.Side * compound.Side {
		if !knights.Values(v).Tame {
			wild++
		}
	}
	if wild != 28 {
		t.Errorf("%d squares are wild, want 28", wild)
	}
}

// heap returns the game of a heap of at most n stones.
func heap(t *testing.T, n int, takes ...int) *compound.Game {
	t.Helper()
	options := make([][]int, n+1)
	for size := range options {
		for _, take := range takes {
			if take <= size {
				options[size] = append(options[size], size-take)
			}
		}
	}
	return game(t, options)
}

// nim returns the game of a heap of at most n stones of which any number may be taken.
func nim(t *testing.T, n int) *compound.Game {
	t.Helper()
	takes := make([]int, n)
	for i := range takes {
		takes[i] = i + 1
	}
	return heap(t, n, takes...)
}

func game(t *testing.T, options [][]int) *compound.Game {
	t.Helper()
	g, err := compound.New(options)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
