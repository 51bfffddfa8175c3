package compound_test

import (
	"fmt"
	"strings"
	"testing"

	"grundy/checker/games/compound"
)

func parse(t *testing.T, text string) compound.Rules {
	t.Helper()
	words := strings.Fields(text)
	rules, err := compound.ParseRules(words[0], words[1], words[2])
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// claim is a statement of the slides about a compound: who wins, given the values of the components.
type claim struct {
	name  string
	rules string
	game  func(*testing.T) *compound.Game
	size  int // number of vertices of the game
	wins  func(values []compound.Values) bool
	// counter is the first position, by the number of components and then in order, on which the claim fails, or "".
	counter string
}

func xor(values []compound.Values) int {
	sum := 0
	for _, v := range values {
		sum ^= v.Grundy
	}
	return sum
}

func anyGrundy(values []compound.Values) bool {
	for _, v := range values {
		if v.Grundy != 0 {
			return true
		}
	}
	return false
}

// nimRule is Bouton's rule for misère Nim, with Grundy values in place of heaps: "almost as Nim except bottom cases".
func nimRule(values []compound.Values) bool {
	for _, v := range values {
		if v.Grundy > 1 {
			return xor(values) != 0
		}
	}
	return xor(values) == 0
}

// selectiveMisere is "all losing: first wins; only one non-losing: first loses; other cases: first wins", by Grundy values.
func selectiveMisere(values []compound.Values) bool {
	nonLosing := 0
	for _, v := range values {
		if v.Grundy != 0 {
			nonLosing++
		}
	}
	return nonLosing != 1
}

func allEqual(values []compound.Values) bool {
	for _, v := range values {
		if v.Grundy != values[0].Grundy {
			return false
		}
	}
	return true
}

// diminished is the slides' program with the w-numbers; finished components count first.
func diminished(values []compound.Values) bool {
	sw, sum := false, compound.W(0)
	for _, v := range values {
		switch v.W {
		case compound.SL:
			return false
		case compound.SW:
			sw = true
		default:
			sum ^= v.W
		}
	}
	return sw || sum != 0
}

func diminishedMisere(values []compound.Values) bool {
	sum := compound.W(0)
	for _, v := range values {
		if v.MisereW == compound.SW {
			return true
		}
		sum ^= v.MisereW
	}
	return sum != 0
}

// swFirst is diminished with the two tests exchanged.
func swFirst(values []compound.Values) bool {
	for _, v := range values {
		if v.W == compound.SW {
			return true
		}
	}
	return diminished(values)
}

func knightBoard(*testing.T) *compound.Game { return compound.Knights() }

func nimHeap(t *testing.T) *compound.Game { return nim(t, 6) }

const squares = compound.Side * compound.Side

// TestClaims checks the claims of "Disjunctive and Selective Compound Games" on all positions of up to three knights
// or heaps. Knights are written as 8r+c.
func TestClaims(t *testing.T) {
	for _, tt := range []claim{
		{"xor of Grundy values", "disj long normal", knightBoard, squares, func(v []compound.Values) bool { return xor(v) != 0 }, ""},
		{"misère almost as Nim, for heaps", "disj long misere", nimHeap, 7, nimRule, ""},
		{"misère almost as Nim, for knights", "disj long misere", knightBoard, squares, nimRule, "[4]"},
		{"w-numbers", "disj short normal", knightBoard, squares, diminished, ""},
		{"w-numbers, SW before SL", "disj short normal", knightBoard, squares, swFirst, "[0 2]"},
		{"w-numbers in misère play", "disj short misere", knightBoard, squares, diminishedMisere, ""},
		{"selective: lost iff all are 0", "sel long normal", knightBoard, squares, anyGrundy, ""},
		{"selective misère, for knights", "sel long misere", knightBoard, squares, selectiveMisere, "[4]"},
		{"selective misère, for heaps", "sel long misere", nimHeap, 7, selectiveMisere, "[2]"},
		{"shortened selective: the same solution", "sel short normal", knightBoard, squares, anyGrundy, "[0 2]"},
		{"shortened selective misère: the same exactly", "sel short misere", nimHeap, 7, anyGrundy, "[0]"},
		{"shortened selective misère: as the long one", "sel short misere", nimHeap, 7, selectiveMisere, "[2]"},
		{"not all: lost iff all are equal", "notall long normal", knightBoard, squares, func(v []compound.Values) bool { return !allEqual(v) }, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := tt.game(t)
			tr := truthOf(parse(t, tt.rules), g, tt.size)
			if got := counter(g, tr, tt); got != tt.counter {
				t.Errorf("first counterexample %q, want %q", got, tt.counter)
			}
		})
	}
}

// counter returns the first position of up to three components on which a claim is wrong.
func counter(g *compound.Game, tr *truth, c claim) string {
	wrong := func(position ...int) bool {
		var values []compound.Values
		for _, v := range position {
			values = append(values, g.Values(v))
		}
		return c.wins(values) != tr.wins(position...)
	}
	for a := range c.size {
		if wrong(a) {
			return fmt.Sprint([]int{a})
		}
	}
	for a := range c.size {
		for b := a; b < c.size; b++ {
			if wrong(a, b) {
				return fmt.Sprint([]int{a, b})
			}
		}
	}
	for a := range c.size {
		for b := a; b < c.size; b++ {
			for d := b; d < c.size; d++ {
				if wrong(a, b, d) {
					return fmt.Sprint([]int{a, b, d})
				}
			}
		}
	}
	return ""
}

// TestNotAllMisereHeaps: a position is lost iff there are at least two heaps and all are equal and have two stones or
// more, or one stone is left in all.
func TestNotAllMisereHeaps(t *testing.T) {
	g := nimHeap(t)
	tr := truthOf(compound.Rules{Style: compound.NotAll, Misere: true}, g, 7)
	got := counter(g, tr, claim{size: 7, wins: func(v []compound.Values) bool {
		sum := 0
		for _, heap := range v {
			sum += heap.Grundy
		}
		return len(v) < 2 || sum != 1 && (!allEqual(v) || v[0].Grundy < 2)
	}})
	if got != "" {
		t.Errorf("counterexample %s", got)
	}
}

// TestZeroes: w(x) = 0 implies Grundy value 0, for knights as the slides say. The reverse does not hold.
func TestZeroes(t *testing.T) {
	g := compound.Knights()
	for v := range squares {
		values := g.Values(v)
		if values.W == 0 && values.Grundy != 0 {
			t.Errorf("square %d: w-number 0, Grundy value %d", v, values.Grundy)
		}
	}
	if values := g.Values(0); values.Grundy != 0 || values.W != compound.SL {
		t.Errorf("the corner: %+v", values)
	}
}
