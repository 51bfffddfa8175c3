package play

import (
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/games"
)

// Theory is the theory of the games that have a Table.
type Theory struct{}

// Duel returns the problem whose interactor plays the games of a problem; the problem itself where none is needed, and
// "" if there is no game.
func (Theory) Duel(uuid string) string {
	open, opens := openings[uuid]
	if tables[uuid] != nil || opens && open.at != nil {
		return uuid
	}
	return open.duel
}

// Explain explains why a test failed; nil if the game is unknown.
func (Theory) Explain(uuid string, test event.Test, input, answer string) (explained *games.Explanation) {
	if newTable := TableOf(uuid); newTable != nil && test.Verdict == verdict.WA {
		explained = FindMistake(newTable, Said(test.Transcript))
	} else if table := Opening(uuid, input, answer); table != nil {
		explained = &games.Explanation{Position: table.Draw(drawnColumns), Board: table.Board(), Why: table.Why()}
	}
	if explained != nil {
		explained.Input = input
	}
	return explained
}
