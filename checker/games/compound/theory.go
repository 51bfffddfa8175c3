package compound

import (
	"errors"
	"slices"
	"strconv"
)

// W is a w-number: the value of a component when the game ends with the first finished component.
type W int

// The w-numbers that are not Grundy values. In normal play SL (super-losing) is a finished component: the player to
// move has lost. SW (super-winning) is a component that one step can finish. In misère play SW is a finished
// component, and SL does not occur.
const (
	SL W = -1
	SW W = -2
)

// String formats it as in the slides.
func (w W) String() string {
	switch w {
	case SL:
		return "SL"
	case SW:
		return "SW"
	default:
		return strconv.Itoa(int(w))
	}
}

// Values are what the theories of the compounds say about one position of a component.
type Values struct {
	// Grundy is 0 if and only if the player to move loses the component alone in normal play. MisereGrundy, which is
	// 1 at the end, does the same for misère play.
	Grundy, MisereGrundy int
	// W and MisereW serve the short disjunctive compound.
	W, MisereW W
	// Remoteness is how many moves the component lasts if the winner hurries and the loser delays: odd in normal play
	// if the first player wins, even in misère play.
	Remoteness, MisereRemoteness int
	// Suspense is the same if the winner delays and the loser hurries.
	Suspense, MisereSuspense int
	// Tame reports whether this position and all its successors have Grundy values (normal, misère) like sums of Nim
	// heaps: 0 1, 1 0, or twice the same.
	Tame bool
}

// Values returns the values of a component whose token is on v.
func (g *Game) Values(v int) Values { return g.values[v] }

// evaluate needs the values of all options of v.
func (g *Game) evaluate(v int) Values {
	options := g.options[v]
	if len(options) == 0 {
		return Values{MisereGrundy: 1, W: SL, MisereW: SW, Tame: true}
	}
	values := Values{
		Grundy:       g.mex(options, func(o *Values) int { return o.Grundy }),
		MisereGrundy: g.mex(options, func(o *Values) int { return o.MisereGrundy }),
		// SL and SW are negative, so that mex ignores them.
		W:       W(g.mex(options, func(o *Values) int { return int(o.W) })),
		MisereW: W(g.mex(options, func(o *Values) int { return int(o.MisereW) })),

		Remoteness:       g.length(options, 0, false, func(o *Values) int { return o.Remoteness }),
		MisereRemoteness: g.length(options, 1, false, func(o *Values) int { return o.MisereRemoteness }),
		Suspense:         g.length(options, 0, true, func(o *Values) int { return o.Suspense }),
		MisereSuspense:   g.length(options, 1, true, func(o *Values) int { return o.MisereSuspense }),
	}
	if slices.ContainsFunc(options, g.Finished) {
		values.W = SW
	}
	a, b := values.Grundy, values.MisereGrundy
	values.Tame = a == b || a+b == 1
	for _, u := range options {
		values.Tame = values.Tame && g.values[u].Tame
	}
	return values
}

// mex returns the least number from 0 on that no option has.
func (g *Game) mex(options []int, of func(*Values) int) int {
	seen := make([]bool, len(options)+1)
	for _, u := range options {
		if x := of(&g.values[u]); x >= 0 && x < len(options) {
			seen[x] = true
		}
	}
	return slices.Index(seen, false)
}

// length is one more than the remoteness or the suspense of the option that a player chooses who plays this component
// alone. The player who moves from an option whose number has the parity lost loses there.
func (g *Game) length(options []int, lost int, suspense bool, of func(*Values) int) int {
	return 1 + of(&g.values[g.hurry(options, lost, suspense, of)])
}

// hurry returns the option whose number length uses.
func (g *Game) hurry(options []int, lost int, suspense bool, of func(*Values) int) int {
	best, bestWins := -1, false
	for _, u := range options {
		x := of(&g.values[u])
		wins := x%2 == lost
		switch {
		case best < 0 || wins && !bestWins:
			best, bestWins = u, wins
		case wins == bestWins:
			// The winner in remoteness and the loser in suspense want a short game.
			if short, y := wins != suspense, of(&g.values[best]); x != y && (x < y) == short {
				best = u
			}
		}
	}
	return best
}

// ErrHard means that no theory decides a position and that it is too large to be searched.
var ErrHard = errors.New("no theory decides this position, and it is too large to be searched")

// Wins reports whether the player to move wins. A formula decides all compounds but two. The long disjunctive one in
// misère play has a formula if every component is tame; otherwise it is searched. "Not all" has a formula in normal
// play under the long rule; otherwise it is searched. The error is ErrHard.
func (g *Game) Wins(rules Rules, position []int) (bool, error) {
	if g.Over(rules, position) {
		return rules.Misere, nil
	}
	switch rules.Style {
	case Disjunctive:
		if rules.Short {
			return g.winsDiminished(rules.Misere, position), nil
		}
		if !rules.Misere {
			return g.NimSum(position) != 0, nil
		}
		if g.Tame(position) {
			return g.winsTame(position), nil
		}
	case Selective:
		return g.winsSelective(rules, position), nil
	case Conjunctive:
		return g.winsConjunctive(rules, position), nil
	case NotAll:
		if !rules.Short && !rules.Misere {
			least, greatest := g.spread(position)
			return least < greatest, nil
		}
	}
	return g.search(rules, position)
}

// NimSum returns the exclusive or of the Grundy values.
func (g *Game) NimSum(position []int) int {
	sum := 0
	for _, v := range position {
		sum ^= g.values[v].Grundy
	}
	return sum
}

// Tame reports whether all components are tame.
func (g *Game) Tame(position []int) bool {
	return !slices.ContainsFunc(position, func(v int) bool { return !g.values[v].Tame })
}

// Firm reports whether some component's two Grundy values are equal. A sum without one is played like single stones.
func (g *Game) Firm(position []int) bool {
	return slices.ContainsFunc(position, func(v int) bool { return g.values[v].Grundy == g.values[v].MisereGrundy })
}

// winsTame applies the theorem on tame games (Conway 1976, chapter 12). As in Nim, play is normal until only zeros
// and ones of the kind 0 1 and 1 0 are left, and reversed from then on.
func (g *Game) winsTame(position []int) bool {
	if g.Firm(position) {
		return g.NimSum(position) != 0
	}
	return g.NimSum(position) != 1
}

// WSum reports whether some component is SW, and returns the exclusive or of the other w-numbers.
func (g *Game) WSum(misere bool, position []int) (sw bool, sum W) {
	for _, v := range position {
		w := g.values[v].W
		if misere {
			w = g.values[v].MisereW
		}
		if w == SW {
			sw = true
		} else {
			sum ^= w
		}
	}
	return sw, sum
}

// winsDiminished requires that no component is finished.
func (g *Game) winsDiminished(misere bool, position []int) bool {
	sw, sum := g.WSum(misere, position)
	return sw || sum != 0
}

// winsSelective requires that the game is not over.
func (g *Game) winsSelective(rules Rules, position []int) bool {
	grundy, misere := 0, 0
	for _, v := range position {
		grundy |= g.values[v].Grundy
		if !g.Finished(v) {
			misere |= g.values[v].MisereGrundy
		}
	}
	alone := len(position)-g.finished(position) == 1
	if rules.Misere && (rules.Short || alone) {
		return misere != 0
	}
	return grundy != 0
}

// Length returns the remoteness of the whole position, or under the long rule its suspense: the number of moves that
// the conjunctive compound lasts between perfect players.
func (g *Game) Length(rules Rules, position []int) int {
	of := lengthOf(rules)
	length := of(&g.values[position[0]])
	for _, v := range position[1:] {
		if x := of(&g.values[v]); (x < length) == rules.Short {
			length = x
		}
	}
	return length
}

func lengthOf(rules Rules) func(*Values) int {
	switch {
	case rules.Short && rules.Misere:
		return func(v *Values) int { return v.MisereRemoteness }
	case rules.Short:
		return func(v *Values) int { return v.Remoteness }
	case rules.Misere:
		return func(v *Values) int { return v.MisereSuspense }
	default:
		return func(v *Values) int { return v.Suspense }
	}
}

func (g *Game) winsConjunctive(rules Rules, position []int) bool {
	return g.Length(rules, position)%2 != lostParity(rules.Misere)
}

// lostParity is the parity of remoteness and suspense if the player to move loses.
func lostParity(misere bool) int {
	if misere {
		return 1
	}
	return 0
}

// spread returns the least and the greatest Grundy value.
func (g *Game) spread(position []int) (least, greatest int) {
	least, greatest = g.values[position[0]].Grundy, g.values[position[0]].Grundy
	for _, v := range position[1:] {
		least, greatest = min(least, g.values[v].Grundy), max(greatest, g.values[v].Grundy)
	}
	return least, greatest
}
