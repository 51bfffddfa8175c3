package play

import (
	"strings"

	"grundy/checker/drawing"
)

// Mistake is a losing move of a player who could have won.
type Mistake struct {
	// Position is the drawing before the move, Played the move, and Winning a move that would have
	// won.
	Position, Played, Winning string
	// PlayedWords and WinningWords are the moves in words that need no rules.
	PlayedWords, WinningWords string
	// Board is the position as a picture, with the two moves marked.
	Board drawing.Board
	// Said is how many lines the player had said before.
	Said int
	// Why explains who wins in the position. For an illegal move it explains why the rules forbid it.
	Why string
}

// noMoveWins is a table's hint in a lost position.
const noMoveWins = "no move wins"

// choose begins the hint which side to take.
const choose = "choose "

// FindMistake finds the move of a lost game after which the game could no longer be won, or which the rules
// forbid. Columns bounds the width of the drawing. It finds none if the judge's lines cannot be followed, as in an
// incomplete record.
func FindMistake(newTable func() Table, lines []Line, columns int) (Mistake, bool) {
	table := newTable()
	var last Mistake
	found := false
	said := 0
	for _, line := range lines {
		text := strings.TrimSpace(line.Text)
		if line.FromJudge {
			if table.Hear(text) != nil {
				return Mistake{}, false
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
		picture := table.Board()
		picture.Mark(drawing.Played, table.Parts(text))
		picture.Mark(drawing.Winning, table.Parts(winning))
		last, found = Mistake{
			Position: table.Draw(columns), Board: picture.Still(), Said: said, Why: table.Why(),
			Played: text, PlayedWords: table.Tell(text), Winning: winning, WinningWords: table.Tell(strings.TrimPrefix(winning, choose)),
		}, true
		said++
		if err := table.Say(text); err != nil {
			last.Why = err.Error()
			return last, true
		}
	}
	return last, found
}
