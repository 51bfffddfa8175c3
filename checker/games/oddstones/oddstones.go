package oddstones

import (
	"fmt"
	"slices"
)

// Position is the pile with everything that decides how the game continues. The three numbers of stones together are
// odd.
type Position struct {
	// Stones is the number of stones left.
	Stones int
	// Most is how many stones a move may take, at least 1.
	Most int
	// EvenWins says that an even total wins; otherwise an odd one does. 0 is even.
	EvenWins bool
	// Own is how many stones the player to move has taken, Others how many the opponent has.
	Own, Others int
}

// Over reports whether all stones are taken.
func (p Position) Over() bool { return p.Stones == 0 }

// Good reports whether the player to move would win if the game were over now.
func (p Position) Good() bool { return (p.Own%2 == 0) == p.EvenWins }

// Check says why the rules forbid taking so many stones: "takes 7, but the pile holds 3". It returns nil if they
// allow it.
func (p Position) Check(take int) error {
	switch {
	case p.Over():
		return fmt.Errorf("takes %d, but no stone is left", take)
	case take < 1:
		return fmt.Errorf("takes %d, but every move takes at least one stone", take)
	case take > p.Most:
		return fmt.Errorf("takes %d, but a move takes at most %d", take, p.Most)
	case take > p.Stones:
		return fmt.Errorf("takes %d, but the pile holds %d", take, p.Stones)
	}
	return nil
}

// After returns the position after a legal move, from the opponent's point of view.
func (p Position) After(take int) Position {
	return Position{
		Stones: p.Stones - take, Most: p.Most, EvenWins: p.EvenWins,
		Own: p.Others, Others: p.Own + take,
	}
}

// Won reports whether the player to move wins, or has won if the game is over.
func (p Position) Won() bool {
	return !slices.Contains(lost(p.Most, p.Good()), p.Stones%Period(p.Most))
}

// Winning returns the moves that win, the least first: at most two. It returns none if and only if the position is
// lost or over.
func (p Position) Winning() []int {
	period := Period(p.Most)
	var moves []int
	// For the opponent, the position after a move is good or not whatever the move is.
	opponent := Position{Own: p.Others, EvenWins: p.EvenWins}
	for _, pile := range lost(p.Most, opponent.Good()) {
		take := ((p.Stones-pile)%period + period) % period
		// At the very end a lost pile may lie below the empty one.
		if p.Check(take) == nil {
			moves = append(moves, take)
		}
	}
	slices.Sort(moves)
	return moves
}

// Period returns the number of stones after which won and lost positions repeat: most + 2 if most is even, else
// 2·most + 2.
func Period(most int) int {
	if most%2 == 0 {
		return most + 2
	}
	return 2*most + 2
}

// Lost returns the piles, modulo Period, with which the player to move loses.
func (p Position) Lost() []int { return lost(p.Most, p.Good()) }

// lost returns the piles of Lost. good says whether the player would win if the game were over now.
func lost(most int, good bool) []int {
	switch {
	case most%2 == 0 && good:
		return []int{1}
	case most%2 == 0:
		return []int{0, most + 1}
	case good:
		return []int{1, most + 1}
	default:
		return []int{0, most + 2}
	}
}
