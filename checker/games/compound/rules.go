package compound

import (
	"errors"
	"fmt"
	"slices"
)

// Style says in which components a player moves.
type Style int

// The styles.
const (
	Disjunctive Style = iota // in exactly one
	Selective                // in at least one
	Conjunctive              // in all that are not finished
	NotAll                   // in at least one, but not in all; finished ones count
)

// Rules are the rules of one compound. Under the short rule the game is over when any component is finished, under
// the long rule when all are. It is also over when the player to move cannot move. That player has then lost, or in
// misère play won.
type Rules struct {
	Style         Style
	Short, Misere bool
}

var styles = []string{Disjunctive: "disj", Selective: "sel", Conjunctive: "conj", NotAll: "notall"}

// ParseRules parses the words of the problems: disj, sel, conj or notall; long or short; normal or misere.
func ParseRules(style, end, play string) (Rules, error) {
	i := slices.Index(styles, style)
	switch {
	case i < 0:
		return Rules{}, fmt.Errorf("unknown way to move %q: want disj, sel, conj or notall", style)
	case end != "long" && end != "short":
		return Rules{}, fmt.Errorf("unknown way to end %q: want long or short", end)
	case play != "normal" && play != "misere":
		return Rules{}, fmt.Errorf("unknown way to play %q: want normal or misere", play)
	}
	return Rules{Style: Style(i), Short: end == "short", Misere: play == "misere"}, nil
}

// String returns text that ParseRules parses.
func (r Rules) String() string {
	end, play := "long", "normal"
	if r.Short {
		end = "short"
	}
	if r.Misere {
		play = "misere"
	}
	return styles[r.Style] + " " + end + " " + play
}

// Step moves the token of one component, counted from 0, to a vertex.
type Step struct{ Component, To int }

// Move is a move of the compound: at most one step for each component.
type Move []Step

// After returns the position after a move. The given position stays unchanged.
func (m Move) After(position []int) []int {
	after := slices.Clone(position)
	for _, step := range m {
		after[step.Component] = step.To
	}
	return after
}

// Game is the game of one token, with everything that the theory says about its positions. It is not safe for
// concurrent use.
type Game struct {
	options [][]int
	values  []Values
	// piece and place are the names for a component and a vertex.
	piece    string
	place    func(v int) string
	searched map[Rules]map[string]bool
}

// New returns the game on a graph: options[v] are the vertices that a move from v leads to. The error says that the graph
// has a cycle.
func New(options [][]int) (*Game, error) {
	order, err := sinksFirst(options)
	if err != nil {
		return nil, err
	}
	g := &Game{
		options: options, values: make([]Values, len(options)),
		piece: "token", place: func(v int) string { return fmt.Sprintf("vertex %d", v) },
		searched: map[Rules]map[string]bool{},
	}
	for _, v := range order {
		g.values[v] = g.evaluate(v)
	}
	return g, nil
}

// Side is the number of rows and of columns of the knights' board.
const Side = 8

// Knights is the game of a knight on a chessboard that comes nearer to the corner with each of its at most four
// moves. Row r and column c, both from 0, are vertex 8r+c.
func Knights() *Game {
	options := make([][]int, Side*Side)
	for v := range options {
		for _, d := range [][2]int{{1, -2}, {-1, -2}, {-2, -1}, {-2, 1}} {
			if r, c := v/Side+d[0], v%Side+d[1]; r >= 0 && r < Side && c >= 0 && c < Side {
				options[v] = append(options[v], Square(r, c))
			}
		}
	}
	g, err := New(options)
	if err != nil {
		panic(err) // every move reduces r+c
	}
	g.piece, g.place = "knight", func(v int) string { return fmt.Sprintf("%d %d", v/Side, v%Side) }
	return g
}

// Square returns the vertex of a row and a column.
func Square(r, c int) int { return Side*r + c }

// Options returns the vertices that a move from v leads to.
func (g *Game) Options(v int) []int { return g.options[v] }

// Finished reports whether a token on v cannot move.
func (g *Game) Finished(v int) bool { return len(g.options[v]) == 0 }

// finished counts the finished components.
func (g *Game) finished(position []int) int {
	n := 0
	for _, v := range position {
		if g.Finished(v) {
			n++
		}
	}
	return n
}

// Over reports whether the game is over. The player to move has then lost, or in misère play won.
func (g *Game) Over(rules Rules, position []int) bool {
	finished := g.finished(position)
	return rules.Short && finished > 0 || finished == len(position) || rules.Style == NotAll && len(position) == 1
}

// Check explains in a sentence why a move is against the rules, with components counted from 1.
func (g *Game) Check(rules Rules, position []int, move Move) error {
	if g.Over(rules, position) {
		return errors.New("the game is over")
	}
	if len(move) == 0 {
		return fmt.Errorf("at least one %s has to move", g.piece)
	}
	moved := make([]bool, len(position))
	for _, step := range move {
		i := step.Component
		if i < 0 || i >= len(position) {
			return fmt.Errorf("there is no %s %d", g.piece, i+1)
		}
		if moved[i] {
			return fmt.Errorf("%s %d moves twice", g.piece, i+1)
		}
		moved[i] = true
		from := position[i]
		if g.Finished(from) {
			return fmt.Errorf("%s %d on %s cannot move any more", g.piece, i+1, g.place(from))
		}
		if !slices.Contains(g.options[from], step.To) {
			return fmt.Errorf("%s %d cannot go from %s to %s", g.piece, i+1, g.place(from), g.place(step.To))
		}
	}
	switch rules.Style {
	case Disjunctive:
		if len(move) > 1 {
			return fmt.Errorf("only one %s may move, not %d", g.piece, len(move))
		}
	case Conjunctive:
		for i, v := range position {
			if !moved[i] && !g.Finished(v) {
				return fmt.Errorf("%s %d has to move as well", g.piece, i+1)
			}
		}
	case NotAll:
		if len(move) == len(position) {
			return fmt.Errorf("one %s has to stay where it is", g.piece)
		}
	case Selective:
	}
	return nil
}

// Moves yields all moves. Their number may be exponential in the number of components.
func (g *Game) Moves(rules Rules, position []int) func(yield func(Move) bool) {
	return func(yield func(Move) bool) {
		if g.Over(rules, position) {
			return
		}
		most := len(position)
		switch rules.Style {
		case Disjunctive:
			most = 1
		case NotAll:
			most--
		case Selective, Conjunctive:
		}
		var chosen Move
		var choose func(i int) bool
		choose = func(i int) bool {
			if i == len(position) {
				return len(chosen) == 0 || yield(slices.Clone(chosen))
			}
			options := g.options[position[i]]
			if (rules.Style != Conjunctive || len(options) == 0) && !choose(i+1) {
				return false
			}
			if len(chosen) == most {
				return true
			}
			for _, to := range options {
				chosen = append(chosen, Step{i, to})
				more := choose(i + 1)
				chosen = chosen[:len(chosen)-1]
				if !more {
					return false
				}
			}
			return true
		}
		choose(0)
	}
}

// sinksFirst orders the vertices so that each comes after its options.
func sinksFirst(options [][]int) ([]int, error) {
	before := make([][]int, len(options))
	left := make([]int, len(options))
	var order []int
	for v, next := range options {
		for _, u := range next {
			before[u] = append(before[u], v)
		}
		left[v] = len(next)
		if left[v] == 0 {
			order = append(order, v)
		}
	}
	for i := 0; i < len(order); i++ {
		for _, v := range before[order[i]] {
			if left[v]--; left[v] == 0 {
				order = append(order, v)
			}
		}
	}
	if len(order) < len(options) {
		return nil, errors.New("the graph has a cycle")
	}
	return order, nil
}
