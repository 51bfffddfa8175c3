package compound

import (
	"errors"
	"slices"
	"strconv"
)

// W is a w-number: what a component is worth when the game ends with the first one that is finished.
type W int

// The w-numbers that are no Grundy values. In normal play SL (super-losing) is a finished component: who is to move has
// lost. SW (super-winning) is one that can be finished with one step. In misère play SW is a finished component, and
// there is no SL.
const (
	SL W = -1
	SW W = -2
)

// String writes it as the slides do.
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
	// Grundy is 0 if and only if who is to move loses the component alone in normal play; MisereGrundy, which is 1 at the
	// end, does the same for misère play.
	Grundy, MisereGrundy int
	// W and MisereW serve the short disjunctive compound.
	W, MisereW W
	// Remoteness is the number of moves that the component lasts if the winner hurries and the loser delays; odd in normal
	// play if the first player wins, even in misère play.
	Remoteness, MisereRemoteness int
	// Suspense is the same if the winner delays and the loser hurries.
	Suspense, MisereSuspense int
	// Tame tells whether this position and all that follow have Grundy values (normal, misère) as sums of Nim heaps have:
	// 0 1, 1 0, or twice the same.
	Tame bool
}

// Values of a component whose token is on v.
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
		// SL and SW are negative, and count for no mex.
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

// mex is the least number from 0 on that no option has.
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
// alone. Options whose number has the parity lost are lost for who moves there.
func (g *Game) length(options []int, lost int, suspense bool, of func(*Values) int) int {
	return 1 + of(&g.values[g.hurry(options, lost, suspense, of)])
}

// hurry is the option that length speaks of.
func (g *Game) hurry(options []int, lost int, suspense bool, of func(*Values) int) int {
	best, bestWins := -1, false
	for _, u := range options {
		x := of(&g.values[u])
		wins := x%2 == lost
		switch {
		case best < 0 || wins && !bestWins:
			best, bestWins = u, wins
		case wins == bestWins:
			// The winner of a remoteness and the loser of a suspense want the game to be short.
			if short, y := wins != suspense, of(&g.values[best]); x != y && (x < y) == short {
				best = u
			}
		}
	}
	return best
}

// ErrHard says that no theory decides a position and that it is too large to be searched.
var ErrHard = errors.New("no theory decides this position, and it is too large to be searched")

// Wins tells whether who is to move wins. All compounds but two are decided by a formula: the long disjunctive one in
// misère play is when every component is tame, and is searched when not; "not all" is in normal play under the long rule,
// and else is searched. The error is ErrHard.
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

// NimSum is the exclusive or of the Grundy values.
func (g *Game) NimSum(position []int) int {
	sum := 0
	for _, v := range position {
		sum ^= g.values[v].Grundy
	}
	return sum
}

// Tame tells whether all components are tame.
func (g *Game) Tame(position []int) bool {
	return !slices.ContainsFunc(position, func(v int) bool { return !g.values[v].Tame })
}

// Firm tells whether some component's two Grundy values are equal; a sum without one is played like single stones.
func (g *Game) Firm(position []int) bool {
	return slices.ContainsFunc(position, func(v int) bool { return g.values[v].Grundy == g.values[v].MisereGrundy })
}

// winsTame is the theorem on tame games (Conway 1976, chapter 12): as in Nim, normal play until only zeros and ones of the
// kind 0 1 and 1 0 are left, and the other way round then.
func (g *Game) winsTame(position []int) bool {
	if g.Firm(position) {
		return g.NimSum(position) != 0
	}
	return g.NimSum(position) != 1
}

// WSum tells whether some component is SW, and the exclusive or of the other w-numbers.
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

// winsDiminished knows that no component is finished.
func (g *Game) winsDiminished(misere bool, position []int) bool {
	sw, sum := g.WSum(misere, position)
	return sw || sum != 0
}

// winsSelective knows that the game is not over.
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

// Length is the remoteness of the whole position, under the long rule its suspense: the number of moves that the
// conjunctive compound lasts between perfect players.
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

// lostParity is that of remoteness and suspense where who is to move loses.
func lostParity(misere bool) int {
	if misere {
		return 1
	}
	return 0
}

// spread is the least and the greatest Grundy value.
func (g *Game) spread(position []int) (least, greatest int) {
	least, greatest = g.values[position[0]].Grundy, g.values[position[0]].Grundy
	for _, v := range position[1:] {
		least, greatest = min(least, g.values[v].Grundy), max(greatest, g.values[v].Grundy)
	}
	return least, greatest
}
