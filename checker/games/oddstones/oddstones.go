package oddstones

import (
	"fmt"
	"slices"
)

// Position is the pile with all that decides how the game goes on. The three numbers of stones together are odd.
type Position struct {
	// Stones lie on the table.
	Stones int
	// Most is how many of them a move may take, at least 1.
	Most int
	// EvenWins tells whether an even total wins, else an odd one does. 0 is even.
	EvenWins bool
	// Own stones were taken by whoever is to move, Others by the opponent.
	Own, Others int
}

// Over tells whether all stones are taken.
func (p Position) Over() bool { return p.Stones == 0 }

// Good tells whether whoever is to move would win if the game were over now.
func (p Position) Good() bool { return (p.Own%2 == 0) == p.EvenWins }

// Check says why the rules do not allow to take so many stones, "takes 7, but the pile holds 3"; it is nil if they do.
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

// After is the position after a move that the rules allow, seen by the opponent.
func (p Position) After(take int) Position {
	return Position{
		Stones: p.Stones - take, Most: p.Most, EvenWins: p.EvenWins,
		Own: p.Others, Others: p.Own + take,
	}
}

// Won tells whether whoever is to move wins, or has won if the game is over.
func (p Position) Won() bool {
	return !slices.Contains(lost(p.Most, p.Good()), p.Stones%Period(p.Most))
}

// Winning lists the moves that win, the least first: at most two. There is none if and only if the position is lost or
// over.
func (p Position) Winning() []int {
	period := Period(p.Most)
	var moves []int
	// Seen from the opponent, the position after a move is good or not whatever the move is.
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

// Period is the number of stones after which won and lost positions repeat: most + 2 if most is even, else 2·most + 2.
func Period(most int) int {
	if most%2 == 0 {
		return most + 2
	}
	return 2*most + 2
}

// Lost lists the piles, modulo Period, with which whoever is to move loses.
func (p Position) Lost() []int { return lost(p.Most, p.Good()) }

// lost lists the piles of Lost for a player who would win if the game were over now, or would not.
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
