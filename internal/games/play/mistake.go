package play

import (
	"slices"
	"strings"

	"grundy/checker/drawing"
	"grundy/internal/games"
)

// drawnColumns is the width of positions drawn in explanations: they fit behind a label on a screen of 80 columns.
const drawnColumns = 64

// noMoveWins is a table's hint in a lost position.
const noMoveWins = "no move wins"

// choose begins the hint which side to take.
const choose = "choose "

// passer is a table whose player may pass, or wait. WhyPass says why a winning move is to do nothing; "" for other
// moves.
type passer interface{ WhyPass(move string) string }

// whyPass is what a hint adds about a move that does nothing; "" for other moves.
func whyPass(table Table, move string) string {
	if p, passes := table.(passer); passes {
		if why := p.WhyPass(move); why != "" {
			return ": " + why
		}
	}
	return ""
}

// HintWords says the hint of a table in words that need no rules, and the move that it names.
func HintWords(table Table) (words, move string) {
	move = strings.TrimPrefix(table.Hint(), choose)
	words = table.Hint()
	if told := table.Tell(move); told != move {
		words = told
	}
	return words + whyPass(table, move), move
}

// FindMistake finds the move of a lost game after which the game could no longer be won, or which the rules
// forbid. It returns nil if there is none, or if the judge's lines cannot be followed, as in an incomplete record.
func FindMistake(newTable func() Table, lines []Line) (last *games.Explanation) {
	table := newTable()
	var said []string
	for _, line := range lines {
		text := strings.TrimSpace(line.Text)
		if line.FromJudge {
			if table.Hear(text) != nil {
				return nil
			}
			continue
		}
		if table.Next() != Player {
			return last
		}
		winning := table.Hint()
		if winning == noMoveWins {
			return last
		}
		picture := table.Board()
		picture.Mark(drawing.Played, table.Parts(text))
		picture.Mark(drawing.Winning, table.Parts(winning))
		last = &games.Explanation{
			Position: table.Draw(drawnColumns), Board: picture.Still(), Said: slices.Clip(said), Why: table.Why(),
			Played: text, PlayedWords: table.Tell(text), Winning: winning, WinningWords: table.Tell(strings.TrimPrefix(winning, choose)),
		}
		said = append(said, text)
		if err := table.Say(text); err != nil {
			last.Forbidden = err.Error()
			return last
		}
	}
	return last
}
