package nim_test

import (
	"fmt"
	"slices"
	"testing"

	"grundy/checker/games/nim"
)

// wins decides a position directly by the rules.
func wins(heaps []int, known map[string]bool) bool {
	key := fmt.Sprint(heaps)
	if won, found := known[key]; found {
		return won
	}
	won := false
	for i := range heaps {
		for left := range heaps[i] {
			after := slices.Clone(heaps)
			after[i] = left
			won = won || !wins(after, known)
		}
	}
	known[key] = won
	return won
}

// TestTheory compares the theory with the rules on all positions of three heaps of at most 7 stones: who wins, and which
// moves win.
func TestTheory(t *testing.T) {
	known := map[string]bool{}
	for code := range 8 * 8 * 8 {
		heaps := []int{code / 64, code / 8 % 8, code % 8}
		if got, want := nim.Sum(heaps) != 0, wins(heaps, known); got != want {
			t.Errorf("%v: won %v, want %v", heaps, got, want)
		}
		if got, want := nim.Over(heaps), code == 0; got != want {
			t.Errorf("%v: over %v, want %v", heaps, got, want)
		}
		var winning []nim.Move
		for i := range heaps {
			for left := range heaps[i] {
				after := slices.Clone(heaps)
				after[i] = left
				if !wins(after, known) {
					winning = append(winning, nim.Move{Heap: i, Stones: heaps[i] - left})
				}
			}
		}
		if got := nim.Winning(heaps); !slices.Equal(got, winning) {
			t.Errorf("%v: winning moves %v, want %v", heaps, got, winning)
		}
	}
}
