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
	"grundy/internal/store/workspace"
	"grundy/internal/ui/web/pictures"
)

// LostPosition is a failure in a game, as a position.
type LostPosition struct {
	Picture template.HTML
	// Who is the player of the move Played; Winning would have won. They are "" if the position was to be judged and
	// not played.
	Who, Played, Winning string
	Why                  string
	Go                   string // the address at which the game continues from there; "" if it cannot be played
}

// LostBy returns an explained position, in which a player may have moved.
func LostBy(e *games.Explanation, who string) *LostPosition {
	if e.Played == "" {
		who = ""
	}
	return &LostPosition{Picture: Picture(e.Board), Who: who, Played: e.PlayedWords, Winning: e.WinningWords, Why: e.Why}
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
	duel     string          // the ID of the problem in which the game is played; "" for none
	pictures *pictures.Store // draws the pictures of test cases
}

// NewProblem returns a problem whose failures are shown.
func NewProblem(ctx context.Context, w *workspace.Workspace, store *pictures.Store, p *problem.Problem) Problem {
	g := Problem{problem: p, theory: w.Games().Theory, pictures: store}
	if w.Games().IsGame(p) {
		g.duel = p.ID
	} else if g.theory != nil && g.theory.Duel(p.UUID) != "" {
		uuid := g.theory.Duel(p.UUID)
		listed, err := w.Problems().Index(ctx)
		if err != nil {
			return g // the position is shown anyway
		}
		for _, l := range listed {
			if l.Faulty == "" && l.UUID == uuid {
				g.duel = l.ID
			}
		}
	}
	return g
}

// MaxPosition bounds the inputs that are drawn, in bytes.
const MaxPosition = 16 << 10

// lost returns a test that was lost in a game; nil if no game is known. input is the test's own unless given.
func (g Problem) lost(t event.Test, input, answer string) *LostPosition {
	if g.theory == nil || t.Verdict != verdict.WA {
		return nil
	}
	at := GameURL{ID: g.duel, At: -1}
	if input == "" {
		input, answer = g.read(t.Input), g.read(t.Answer)
		at.Case = t.Test
	}
	explained := g.theory.Explain(g.problem.UUID, t, input, answer)
	if explained == nil {
		return nil
	}
	found := LostBy(explained, "Your program")
	at.Said = explained.Said
	if at.Case == "" || explained.Played == "" { // a test case of another problem
		if at.Case, at.Position = "", explained.Input; at.Position == "" {
			return found
		}
	}
	if g.duel != "" && len(at.String()) <= MaxAddress {
		found.Go = at.String()
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
