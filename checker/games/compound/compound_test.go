package compound_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"grundy/checker/games/compound"
	"grundy/tests/suite"
)

// allRules are the twelve compounds and "not all".
func allRules() []compound.Rules {
	var rules []compound.Rules
	for _, style := range []compound.Style{compound.Disjunctive, compound.Selective, compound.Conjunctive} {
		for i := range 4 {
			rules = append(rules, compound.Rules{Style: style, Short: i&1 != 0, Misere: i&2 != 0})
		}
	}
	return append(rules, compound.Rules{Style: compound.NotAll})
}

// truth decides positions of at most three components by the rules alone. It shares no code with the package.
type truth struct {
	rules   compound.Rules
	options [][]int
	known   []int8
}

func newTruth(rules compound.Rules, options [][]int) *truth {
	n := len(options) + 1 // one more for a missing component
	return &truth{rules, options, make([]int8, n*n*n)}
}

func truthOf(rules compound.Rules, g *compound.Game, n int) *truth {
	options := make([][]int, n)
	for v := range options {
		options[v] = g.Options(v)
	}
	return newTruth(rules, options)
}

func (tr *truth) wins(position ...int) bool {
	index := 0
	sorted := slices.Sorted(slices.Values(position))
	for i := range 3 {
		index *= len(tr.options) + 1
		if i < len(sorted) {
			index += sorted[i] + 1
		}
	}
	if tr.known[index] == 0 {
		tr.known[index] = 1
		if tr.decide(sorted) {
			tr.known[index] = 2
		}
	}
	return tr.known[index] == 2
}

func (tr *truth) decide(position []int) bool {
	live := 0
	for _, v := range position {
		if len(tr.options[v]) > 0 {
			live++
		}
	}
	if live == 0 || tr.rules.Short && live < len(position) {
		return tr.rules.Misere
	}
	moved, movable := false, false
	after := slices.Clone(position)
	var try func(i, moves int) bool
	try = func(i, moves int) bool {
		if i == len(position) {
			allowed := moves > 0
			switch tr.rules.Style {
			case compound.Disjunctive:
				allowed = moves == 1
			case compound.Conjunctive:
				allowed = moves == live
			case compound.NotAll:
				allowed = moves > 0 && moves < len(position)
			case compound.Selective:
			}
			movable = movable || allowed
			moved = moved || allowed && !tr.wins(after...)
			return moved
		}
		after[i] = position[i]
		if try(i+1, moves) {
			return true
		}
		for _, u := range tr.options[position[i]] {
			after[i] = u
			if try(i+1, moves+1) {
				return true
			}
		}
		after[i] = position[i]
		return false
	}
	try(0, 0)
	return moved || !movable && tr.rules.Misere
}

// agree compares theory and truth on one position: who wins, and the winning move.
func agree(t *testing.T, g *compound.Game, tr *truth, position ...int) {
	t.Helper()
	want := tr.wins(position...)
	got, err := g.Wins(tr.rules, position)
	if err != nil || got != want {
		t.Fatalf("%v, %v: the theory says %t (%v), the rules say %t", tr.rules, position, got, err, want)
	}
	move, err := g.Winning(tr.rules, position)
	switch {
	case err != nil:
		t.Fatalf("%v, %v: %v", tr.rules, position, err)
	case !want || g.Over(tr.rules, position):
		if move != nil {
			t.Fatalf("%v, %v: %v cannot win", tr.rules, position, move)
		}
	default:
		if err := g.Check(tr.rules, position, move); err != nil {
			t.Fatalf("%v, %v: %v: %v", tr.rules, position, move, err)
		}
		if tr.wins(move.After(position)...) {
			t.Fatalf("%v, %v: %v does not win", tr.rules, position, move)
		}
	}
}

// TestKnights compares theory and truth on all positions of one and of two knights, and on every eleventh of three;
// make test uses a tenth of these.
func TestKnights(t *testing.T) {
	g := compound.Knights()
	squares := compound.Side * compound.Side
	for _, rules := range allRules() {
		tr := truthOf(rules, g, squares)
		every := squares * squares * squares / suite.Instances(squares*squares*squares/11)
		i := 0
		for a := range squares {
			agree(t, g, tr, a)
			for b := range squares {
				agree(t, g, tr, a, b)
				for c := b; b >= a && c < squares; c++ {
					if i++; i%every == 0 {
						agree(t, g, tr, c, a, b)
					}
				}
			}
		}
	}
}

// randomGraph returns a graph without cycles on n vertices, in any order, with few successors or many.
func randomGraph(r *rand.Rand, n int) [][]int {
	options := make([][]int, n)
	name := r.Perm(n)
	most := 1 + r.IntN(4)
	for i := range n {
		for range min(i, r.IntN(most+1)) {
			options[name[i]] = append(options[name[i]], name[r.IntN(i)])
		}
	}
	return options
}

func TestRandomGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range suite.Instances(3000) {
		n := 1 + r.IntN(12)
		options := randomGraph(r, n)
		g := game(t, options)
		for _, rules := range allRules() {
			tr := newTruth(rules, options)
			for k := 1; k <= 3; k++ {
				for range 3 {
					position := make([]int, k)
					for i := range position {
						position[i] = r.IntN(n)
					}
					agree(t, g, tr, position...)
				}
			}
		}
	}
}

// TestTameGraphs checks the theorem on tame components alone: the search must not help.
func TestTameGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	rules := compound.Rules{Misere: true}
	firm := 0
	for range 2000 {
		n := 1 + r.IntN(14)
		options := randomGraph(r, n)
		g, tr := game(t, options), newTruth(rules, options)
		var tame []int
		for v := range n {
			if g.Values(v).Tame {
				tame = append(tame, v)
			}
		}
		for range 10 {
			position := []int{tame[r.IntN(len(tame))], tame[r.IntN(len(tame))], tame[r.IntN(len(tame))]}
			wins := g.NimSum(position) != 0
			if !g.Firm(position) {
				wins = !wins
			} else {
				firm++
			}
			if wins != tr.wins(position...) {
				t.Fatalf("%v, %v: the theorem says %t", options, position, wins)
			}
		}
	}
	if firm < 1000 {
		t.Errorf("only %d positions with a firm component", firm)
	}
}

// TestOtherNotAll checks the variants of "not all" without a known formula, on components of any kind.
func TestOtherNotAll(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		options := randomGraph(r, 8)
		g := game(t, options)
		for _, rules := range []compound.Rules{
			{Style: compound.NotAll, Misere: true}, {Style: compound.NotAll, Short: true}, {Style: compound.NotAll, Short: true, Misere: true},
		} {
			tr := newTruth(rules, options)
			for range 10 {
				agree(t, g, tr, r.IntN(8), r.IntN(8), r.IntN(8))
				agree(t, g, tr, r.IntN(8))
			}
		}
	}
}

func TestHard(t *testing.T) {
	g := compound.Knights()
	position := slices.Repeat([]int{compound.Square(7, 6)}, 12)
	if _, err := g.Wins(compound.Rules{Misere: true}, position); !errors.Is(err, compound.ErrHard) {
		t.Errorf("got %v", err)
	}
}

func TestMovesAreLegal(t *testing.T) {
	g := compound.Knights()
	position := []int{compound.Square(3, 3), compound.Square(0, 1), compound.Square(4, 2)}
	for rules, want := range map[string]int{
		"disj long normal": 8, "disj short normal": 0, "sel long misere": 24, "conj long normal": 16, "conj short misere": 0,
		"notall long normal": 24,
	} {
		r := parse(t, rules)
		n := 0
		for move := range g.Moves(r, position) {
			n++
			if err := g.Check(r, position, move); err != nil {
				t.Errorf("%s: %v: %v", rules, move, err)
			}
		}
		if n != want {
			t.Errorf("%s: %d moves, want %d", rules, n, want)
		}
	}
}

func TestCheck(t *testing.T) {
	g := compound.Knights()
	position := []int{compound.Square(3, 3), compound.Square(0, 1), compound.Square(4, 2)}
	two, four := compound.Step{Component: 0, To: compound.Square(1, 2)}, compound.Step{Component: 2, To: compound.Square(5, 0)}
	for _, tt := range []struct {
		rules string
		move  compound.Move
		want  string
	}{
		{"disj long normal", nil, "at least one knight has to move"},
		{"disj short normal", compound.Move{two}, "the game is over"},
		{"disj long normal", compound.Move{two, four}, "only one knight may move, not 2"},
		{"sel long normal", compound.Move{two, two}, "knight 1 moves twice"},
		{"sel long normal", compound.Move{{Component: 3, To: 0}}, "there is no knight 4"},
		{"sel long normal", compound.Move{{Component: 1, To: 0}}, "knight 2 on 0 1 cannot move any more"},
		{"sel long normal", compound.Move{{Component: 0, To: 0}}, "knight 1 cannot go from 3 3 to 0 0"},
		{"conj long normal", compound.Move{two}, "knight 3 has to move as well"},
		{"conj long normal", compound.Move{two, four}, ""},
	} {
		got := ""
		if err := g.Check(parse(t, tt.rules), position, tt.move); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s, %v: got %q, want %q", tt.rules, tt.move, got, tt.want)
		}
	}
	pair := []int{position[0], position[2]}
	if err := g.Check(parse(t, "notall long normal"), pair, compound.Move{two, {Component: 1, To: four.To}}); err == nil ||
		err.Error() != "one knight has to stay where it is" {
		t.Errorf("got %v", err)
	}
}

func TestParseRules(t *testing.T) {
	for _, rules := range allRules() {
		if got := parse(t, rules.String()); got != rules {
			t.Errorf("%v became %v", rules, got)
		}
	}
	for _, words := range [][3]string{{"both", "long", "normal"}, {"sel", "soon", "normal"}, {"sel", "long", "odd"}} {
		if _, err := compound.ParseRules(words[0], words[1], words[2]); err == nil {
			t.Errorf("%v is accepted", words)
		}
	}
}

func TestCycle(t *testing.T) {
	if _, err := compound.New([][]int{{1}, {2}, {1}}); err == nil {
		t.Error("a cycle is accepted")
	}
}

func TestWhim(t *testing.T) {
	g := compound.Knights()
	r := rand.New(rand.NewPCG(7, 8))
	for _, rules := range allRules() {
		for range 200 {
			position := make([]int, 1+r.IntN(4))
			for i := range position {
				position[i] = r.IntN(compound.Side * compound.Side)
			}
			move := g.Whim(rules, position, r.IntN)
			if g.Over(rules, position) {
				if move != nil {
					t.Fatalf("%v, %v: moved %v in a game that is over", rules, position, move)
				}
			} else if err := g.Check(rules, position, move); err != nil {
				t.Fatalf("%v, %v: %v: %v", rules, position, move, err)
			}
		}
	}
}
