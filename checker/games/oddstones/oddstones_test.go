package oddstones_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"grundy/checker/games/oddstones"
)

// key is a position for the search: parities only.
type key struct {
	stones      int
	own, others int
}

// search decides every position of one game directly by the rules.
type search struct {
	most, goal int
	won        map[key]bool
}

func (s *search) wins(k key) bool {
	if won, known := s.won[k]; known {
		return won
	}
	won := k.own == s.goal
	if k.stones > 0 {
		won = len(s.winning(k)) > 0
	}
	s.won[k] = won
	return won
}

func (s *search) winning(k key) []int {
	var moves []int
	for take := 1; take <= min(s.most, k.stones); take++ {
		if !s.wins(key{k.stones - take, k.others, (k.own + take) % 2}) {
			moves = append(moves, take)
		}
	}
	return moves
}

// TestTheory compares won positions and winning moves with the search, for every K up to 30, for piles of more than
// six periods, and for all possible totals.
func TestTheory(t *testing.T) {
	for most := 1; most <= 30; most++ {
		for goal := range 2 {
			s := &search{most: most, goal: goal, won: map[key]bool{}}
			for stones := range 6*(2*most+2) + 8 {
				for own := range 2 {
					others := (stones + own + 1) % 2
					p := oddstones.Position{Stones: stones, Most: most, EvenWins: goal == 0, Own: own + 2*most, Others: others}
					k := key{stones, own, others}
					if p.Won() != s.wins(k) {
						t.Fatalf("%+v: won is %v", p, p.Won())
					}
					want := s.winning(k)
					if got := p.Winning(); !slices.Equal(got, want) {
						t.Fatalf("%+v: %v win, want %v", p, got, want)
					}
				}
			}
		}
	}
}

// TestLeastPeriod shows that no shorter period suffices.
func TestLeastPeriod(t *testing.T) {
	for most := 1; most <= 30; most++ {
		s := &search{most: most, won: map[key]bool{}}
		repeats := func(period int) bool {
			for stones := range 4 * (2*most + 2) {
				for own := range 2 {
					others := (stones + own + 1) % 2
					if s.wins(key{stones, own, others}) != s.wins(key{stones + period, own, others}) {
						return false
					}
				}
			}
			return true
		}
		for period := 2; period <= oddstones.Period(most); period += 2 { // an odd one would change the players' parities
			if want := period == oddstones.Period(most); repeats(period) != want {
				t.Errorf("K = %d: period %d: %v", most, period, !want)
			}
		}
	}
}

// TestGames plays many games of random moves against perfect play. Perfect play never loses from a won position, and
// even against the smallest moves a game of n stones ends after at most 4n/K moves and a few.
func TestGames(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		p := oddstones.Position{Most: 1 + r.IntN(60), EvenWins: r.IntN(2) == 0, Stones: 2*r.IntN(2000) + 1}
		start, moves, perfect := p, 0, p.Won()
		style := r.IntN(3)
		for ; !p.Over(); moves++ {
			take := 1
			switch {
			case perfect:
				winning := p.Winning()
				take = winning[r.IntN(len(winning))]
			case style == 1:
				take = min(p.Most, p.Stones)
			case style == 2:
				take = 1 + r.IntN(min(p.Most, p.Stones))
			}
			if err := p.Check(take); err != nil {
				t.Fatalf("%+v: %v", p, err)
			}
			p = p.After(take)
			perfect = !perfect
		}
		if p.Good() != perfect {
			t.Fatalf("%+v: perfect play lost", start)
		}
		if most := 4*start.Stones/start.Most + 6; moves > most {
			t.Errorf("%+v took %d moves, more than %d", start, moves, most)
		}
	}
}

func TestCheck(t *testing.T) {
	p := oddstones.Position{Stones: 3, Most: 4}
	for take, want := range map[int]string{
		-1: "takes -1, but every move takes at least one stone",
		0:  "takes 0, but every move takes at least one stone",
		1:  "<nil>",
		3:  "<nil>",
		4:  "takes 4, but the pile holds 3",
		5:  "takes 5, but a move takes at most 4",
	} {
		if got := fmt.Sprint(p.Check(take)); got != want {
			t.Errorf("%d: %s, want %s", take, got, want)
		}
	}
	if p := (oddstones.Position{Most: 4, EvenWins: true, Others: 1}); p.Check(1) == nil {
		t.Error("a move after the end is allowed")
	} else if len(p.Winning()) > 0 || !p.Won() {
		t.Error("the end is not won without a move")
	}
}

// TestDocument checks the claims of "Game Theory and the Sprague-Grande Function" about this game.
func TestDocument(t *testing.T) {
	// value is its function G for K = 4, with the added move from (0, 0, 1) to (0, 1, 0): a player who has not lost
	// at the end may pass the loss on. It takes 0 for even; the printed legend says the opposite.
	values := map[key]int{{0, 1, 0}: 0, {0, 0, 1}: 1}
	value := func(k key) int { return values[k] }
	for stones := 1; stones <= 300; stones++ {
		for own := range 2 {
			k := key{stones, own, (stones + own + 1) % 2}
			reached := map[int]bool{}
			for take := 1; take <= min(4, stones); take++ {
				reached[value(key{stones - take, k.others, (own + take) % 2})] = true
			}
			for reached[values[k]] {
				values[k]++
			}
		}
	}
	for k := range values {
		if k.stones >= 6 && value(k) != value(key{k.stones - 6, k.own, k.others}) {
			t.Errorf("G%v is not that of six stones fewer", k)
		}
	}
	if got := value(key{27, 0, 0}); got != 3 {
		t.Errorf("G(27, 0, 0) = %d, want 3", got)
	}
	start := oddstones.Position{Stones: 27, Most: 4, EvenWins: true}
	if got := start.Winning(); !slices.Equal(got, []int{2}) {
		t.Errorf("even totals win: %v, want 2 alone", got)
	}
	// If odd totals win, as its rules and its legend for G say, two stones are a mistake.
	start.EvenWins = false
	if got := start.Winning(); !slices.Equal(got, []int{3, 4}) {
		t.Errorf("odd totals win: %v, want 3 and 4", got)
	}
}
