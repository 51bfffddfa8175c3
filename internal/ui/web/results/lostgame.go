package results

import (
	"context"
	"html/template"
	"os"

	"grundy/checker/drawing"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/games"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/web/pictures"
)

// LostPosition is a failure in a game, as a position.
type LostPosition struct {
	Picture template.HTML
	// Who is the player of the move Played; Winning would have won. They are "" if the position was to be judged and
	// not played.
	Who, Played, Winning string
	Forbidden, Why       string
	Theory               string // the address that tells the theory, as help; "" if it is told or unknown
	Go                   string // the address at which the game continues from there; "" if it cannot be played
}

// LostBy returns an explained position, in which a player may have moved.
func LostBy(e games.Explanation, who string) *LostPosition {
	if e.Played == "" {
		who = ""
	}
	return &LostPosition{
		Picture: Picture(e.Board), Who: who, Played: e.PlayedWords, Winning: e.WinningWords, Forbidden: e.Forbidden, Why: e.Why,
	}
}

// Picture returns a board; "" if nothing can be drawn.
func Picture(b drawing.Board) template.HTML {
	if len(b.Parts) == 0 {
		return ""
	}
	return template.HTML(b.Still().SVG())
}

// Problem contains what is needed to show a failure as a position. The zero value shows none.
type Problem struct {
	problem  *problem.Problem
	theory   games.Theory    // nil if nothing knows games
	theories *Theories       // keeps back what the theory says; nil if the problem is solved
	canPlay  bool            // the game can be played from a position
	pictures *pictures.Store // draws the pictures of test cases
}

// NewProblem returns a problem whose failures are shown.
func NewProblem(ctx context.Context, theories *Theories, store *pictures.Store, p *problem.Problem) Problem {
	w := theories.Workspace
	g := Problem{problem: p, theory: w.Games().Theory, pictures: store}
	if w.History().Progress(p) != history.Solved {
		g.theories = theories
	}
	g.canPlay = JudgeOf(ctx, w, p) != ""
	return g
}

// JudgeOf returns the ID of the problem whose interactor plays the games of a problem against the user; that of the
// problem itself where no other is needed, and "" if its games cannot be played here.
func JudgeOf(ctx context.Context, w *workspace.Workspace, p *problem.Problem) string {
	theory := w.Games().Theory
	if theory == nil {
		return ""
	}
	uuid := theory.Duel(p.UUID)
	if uuid == p.UUID {
		return p.ID
	}
	return w.Problems().IDOf(ctx, uuid)
}

// MaxPosition bounds the inputs that are drawn, in bytes.
const MaxPosition = 16 << 10

// lost returns a test that was lost in a game; nil if no game is known. input is the test's own unless given.
func (g Problem) lost(t event.Test, input, answer string) *LostPosition {
	if g.theory == nil || t.Verdict != verdict.WA {
		return nil
	}
	at := GameURL{ID: g.problem.ID, At: -1}
	if input == "" {
		input, answer = g.read(t.Input), g.read(t.Answer)
		at.Case = t.Test
	}
	explained := g.theory.Explain(g.problem.UUID, t, input, answer)
	if explained == nil {
		return nil
	}
	const who = "Your program"
	found := LostBy(*explained, who)
	at.Said = explained.Said
	if at.Case == "" || explained.Played == "" { // a case may hold several games
		at.Case, at.Position = "", explained.Input
	}
	if g.canPlay && at.Case+at.Position != "" && len(at.String()) <= MaxAddress {
		found.Go = at.String()
	}
	if g.theories != nil {
		bare := LostBy(explained.Bare(), who)
		bare.Go = found.Go
		return g.theories.Withhold(g.problem, bare, found)
	}
	return found
}

// read returns the content of a file of the problem; "" if it does not exist or is too large.
func (g Problem) read(path string) string {
	if path == "" {
		return ""
	}
	if info, err := os.Stat(path); err != nil || info.Size() > MaxPosition {
		return ""
	}
	text, err := fsutil.ReadWithin(g.problem.Dir, path)
	if err != nil {
		return ""
	}
	return string(text)
}
