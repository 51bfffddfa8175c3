package spiders

import (
	"cmp"
	"slices"
)

// Dual is a lone spider between two flies: its distances to the nearer and to the farther one.
type Dual struct{ Near, Far int }

// NewDual sorts two distances.
func NewDual(a, b int) Dual { return Dual{min(a, b), max(a, b)} }

// Threats is everything that matters about a position: the distances of the one-sided threats and those of the lone
// spiders, both in increasing order. Player 1's useful cuts end a one-sided threat, or bar a lone spider from one of
// its flies.
type Threats struct {
	Mono []int
	Dual []Dual
}

func (t Threats) sorted() Threats {
	slices.Sort(t.Mono)
	slices.SortFunc(t.Dual, func(a, b Dual) int { return cmp.Or(a.Near-b.Near, a.Far-b.Far) })
	return t
}

// Number returns how many cuts end all threats.
func (t Threats) Number() int { return len(t.Mono) + 2*len(t.Dual) }

// Running returns the deadlines of the cuts, in increasing order, if every lone spider runs to its nearer fly, is
// barred at the last moment and turns round.
func (t Threats) Running() []int { return t.deadlines(Dual.Second) }

// Resting returns all distances, in increasing order: no cut is due before its distance.
func (t Threats) Resting() []int { return t.deadlines(func(d Dual) int { return d.Far }) }

func (t Threats) deadlines(second func(Dual) int) []int {
	all := slices.Clone(t.Mono)
	for _, dual := range t.Dual {
		all = append(all, dual.Near, second(dual))
	}
	slices.Sort(all)
	return all
}

// Late returns the first index, from 1, at which sorted deadlines are less than their index, or 0. One cut a turn
// meets all deadlines if and only if it returns 0.
func Late(deadlines []int) int {
	for i, deadline := range deadlines {
		if deadline <= i {
			return i + 1
		}
	}
	return 0
}

// Second returns the deadline of the second cut against a lone spider that runs to its nearer fly, is barred at the
// last moment and turns round.
func (d Dual) Second() int { return d.Far + 2*(d.Near-1) }

// PathSearch decides who wins which threats. It remembers its results. Its zero value is ready to use.
type PathSearch struct {
	fliesWin map[string]bool
}

// FliesWin reports whether player 1, whose turn it is to cut, wins.
//
// Deadlines decide most positions. Spiders that just run win if too many deadlines of Running come too early. The
// flies win if even those of Resting do not: no spider can be anywhere sooner, whatever it does. Without lone spiders
// the two are the same, and with a single one those of Running decide. Between them the search looks ahead, and three
// facts keep it small. A distance of at least Number never matters, since the cut against it can be the last one. Of
// the one-sided threats the nearest is cut first. Barring a lone spider from its nearer fly is never worse than from
// the farther one.
func (s *PathSearch) FliesWin(t Threats) bool {
	t = t.relevant()
	switch {
	case Late(t.Running()) > 0:
		return false
	case len(t.Dual) <= 1 || Late(t.Resting()) == 0:
		return true
	}
	key := t.key()
	if known, ok := s.fliesWin[key]; ok {
		return known
	}
	wins := len(t.Mono) > 0 && s.Hold(Threats{t.Mono[1:], t.Dual})
	for i := 0; i < len(t.Dual) && !wins; i++ {
		if i == 0 || t.Dual[i] != t.Dual[i-1] {
			wins = s.Hold(t.barred(i))
		}
	}
	if s.fliesWin == nil {
		s.fliesWin = map[string]bool{}
	}
	s.fliesWin[key] = wins
	return wins
}

// Hold reports whether player 1 wins when the spiders are to move.
func (s *PathSearch) Hold(t Threats) bool {
	next := Threats{make([]int, len(t.Mono)), make([]Dual, len(t.Dual))}
	for i, distance := range t.Mono {
		next.Mono[i] = distance - 1
	}
	return s.holdFrom(t, next, 0)
}

// holdFrom tries all steps of the lone spiders from i on.
func (s *PathSearch) holdFrom(t, next Threats, i int) bool {
	if i == len(t.Dual) {
		return s.FliesWin(Threats{slices.Clone(next.Mono), slices.Clone(next.Dual)}.sorted())
	}
	for step := -1; step <= 1; step++ { // running first: it wins most often
		next.Dual[i] = NewDual(t.Dual[i].Near+step, t.Dual[i].Far-step)
		if !s.holdFrom(t, next, i+1) {
			return false
		}
	}
	return true
}

// barred returns what follows when lone spider i is barred from its nearer fly.
func (t Threats) barred(i int) Threats {
	return Threats{
		append(slices.Clone(t.Mono), t.Dual[i].Far),
		append(slices.Clone(t.Dual[:i]), t.Dual[i+1:]...),
	}.sorted()
}

// relevant drops the threats that can wait until all others are dealt with.
func (t Threats) relevant() Threats {
	for {
		n := t.Number()
		switch {
		case len(t.Mono) > 0 && t.Mono[len(t.Mono)-1] >= n:
			t.Mono = t.Mono[:len(t.Mono)-1]
		case len(t.Dual) > 0 && t.Dual[len(t.Dual)-1].Near >= n:
			t.Dual = t.Dual[:len(t.Dual)-1]
		default:
			return t
		}
	}
}

// key identifies the threats. Distances are at most a few hundred wherever a search makes sense; two bytes hold them.
func (t Threats) key() string {
	key := make([]byte, 0, 2*t.Number()+2)
	add := func(distance int) { key = append(key, byte(distance>>8), byte(distance)) }
	for _, distance := range t.Mono {
		add(distance)
	}
	add(0) // no distance is 0 before a cut
	for _, dual := range t.Dual {
		add(dual.Near)
		add(dual.Far)
	}
	return string(key)
}
