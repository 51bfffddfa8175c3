package games

import (
	"iter"

	"grundy/checker/drawing"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
)

// Registry holds the parts that know games. A judge without games has nil parts.
type Registry struct {
	Grids  Grids
	Theory Theory
}

// GridFile is where a package describes its grids of small positions, below its directory.
const GridFile = "solution/laboratory.yaml"

// Grids knows the grids of small positions that packages describe.
type Grids interface {
	// Has reports whether a package describes grids, correctly or not.
	Has(p *problem.Problem) bool
	// Inputs yields the inputs of each grid of a package, that of the first values before that of the last ones. What
	// is wrong with the description is a *problem.FaultError, after which nothing follows.
	Inputs(p *problem.Problem) iter.Seq2[[]Input, error]
}

// Input is an input that asks about some positions; Place names the first of them.
type Input struct{ Place, Text string }

// Theory knows the games of some problems and who wins them. It identifies problems by their UUIDs.
type Theory interface {
	// Duel returns the problem whose interactor plays the games of a problem against the user. It is the problem itself
	// where that is interactive, or where no interactor is needed; "" if there is no game to play.
	Duel(uuid string) string
	// Explain explains why a test failed by the position that it is about; nil if the game is unknown.
	Explain(uuid string, test event.Test, input, answer string) *Explanation
}

// Explanation is the theory of a position. In a game that was played, the position is the one before the move after
// which the game could no longer be won, or which the rules forbid. In a position that was to be judged there is no
// such move.
type Explanation struct {
	// Position is a drawing of the position as text. Board is the picture, with the two moves marked.
	Position string
	Board    drawing.Board
	// Played is the move, and Winning one that would have won. PlayedWords and WinningWords say the same in words that
	// need no rules.
	Played, Winning           string
	PlayedWords, WinningWords string
	// Forbidden says why the rules forbid the move; "" if they allow it.
	Forbidden string
	// Why says who wins in the position and why.
	Why string
	// Said are the player's lines before the move, and Input is the position at the beginning of the game, as an input
	// of the problem.
	Said  []string
	Input string
}

// Bare returns what the explanation says without the theory: the position and the move that was played.
func (e Explanation) Bare() Explanation {
	e.Board = e.Board.Unmarked(drawing.Winning)
	e.Winning, e.WinningWords, e.Why = "", "", ""
	return e
}

// HasGrids reports whether a package describes grids of small positions.
func (r Registry) HasGrids(p *problem.Problem) bool { return r.Grids != nil && r.Grids.Has(p) }

// IsGame reports whether a problem is a game that the user can play on a board.
func (r Registry) IsGame(p *problem.Problem) bool {
	return r.Theory != nil && p.Type.Interactive && r.Theory.Duel(p.UUID) == p.UUID
}
