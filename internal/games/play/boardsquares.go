package play

import (
	"fmt"
	"strings"

	"grundy/checker/drawing"
	"grundy/checker/games/compound"
)

// Board shows the chessboard with its knights. A small disc with a knight's number marks each square that the
// knight can reach; pressing the disc moves it.
func (t *compoundTable) Board() drawing.Board {
	dealt := t.count > 0 && len(t.position) == t.count
	turn := dealt && t.chosen && t.Next() == Player
	b := drawing.Chessboard{Side: compound.Side, Pieces: t.position, Noun: "knight", Options: t.game.Options}.Board()
	b.Joined = turn && t.rules.Style != compound.Disjunctive
	if dealt && !t.chosen {
		b.Choices = sides("FIRST", "SECOND")
	}
	if dealt {
		b.Description = strings.ReplaceAll(t.describe(), "\n", " ") + " On the board: " + b.Description
	}
	b.Press(turn, func(move string) string {
		var knight, row, column int
		_, _ = fmt.Sscan(move, &knight, &row, &column) // the board made it itself
		return knightGoes(compound.Step{Component: knight - 1, To: row*compound.Side + column})
	})
	return b
}
