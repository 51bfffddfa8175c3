package play

import (
	"strings"

	"grundy/internal/board"
)

// Mistake is a move of a player that could have won and did not.
type Mistake struct {
	// Position is the drawing before the move, Played the move, and Winning one that would have won.
	Position, Played, Winning string
	// Board is the position as a picture.
	Board board.Board
	// Why tells who wins in the position, and why; of a move that the rules forbid it says why they do.
	Why string
}

// noMoveWins is what a table hints where all is lost.
const noMoveWins = "no move wins"

// FindMistake finds the move of a lost game after which it could not be won any more, or that the rules forbid. Columns is how
// wide the drawing may be. It finds none where the game cannot be followed.
func FindMistake(newTable func() Table, lines []Line, columns int) (Mistake, bool) {
	table := newTable()
	var last Mistake
	found := false
	for _, line := range lines {
		text := strings.TrimSpace(line.Text)
		if line.FromJudge {
			if table.Hear(text) != nil {
				return last, found
			}
			continue
		}
		if table.Next() != Player {
			return last, found
		}
		winning := table.Hint()
		if winning == noMoveWins {
			return last, found
		}
		last, found = Mistake{Position: table.Draw(columns), Board: table.Board(), Played: text, Winning: winning, Why: table.Why()}, true
		if err := table.Say(text); err != nil {
			last.Why = err.Error()
			return last, true
		}
	}
	return last, found
}
