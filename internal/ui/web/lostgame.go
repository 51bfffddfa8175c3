package web

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
)

// lostPosition is a failure in a game, as a position.
type lostPosition struct {
	Picture template.HTML
	// Who is the player of the move Played; Winning would have won. They are "" if the position was to be judged and
	// not played.
	Who, Played, Winning string
	Why                  string
	Go                   string // the address at which the game continues from there; "" if it cannot be played
}

// lostBy returns an explained position, in which a player may have moved.
func lostBy(e *games.Explanation, who string) *lostPosition {
	if e.Played == "" {
		who = ""
	}
	return &lostPosition{Picture: picture(e.Board), Who: who, Played: e.PlayedWords, Winning: e.WinningWords, Why: e.Why}
}

// picture returns a board; "" if nothing can be drawn.
func picture(b drawing.Board) template.HTML {
	if len(b.Parts) == 0 {
		return ""
	}
	return template.HTML(b.Still().SVG())
}

// explorationBase contains what is needed to show a failure as a position. The zero value shows none.
type explorationBase struct {
	problem *problem.Problem
	theory  games.Theory  // nil if nothing knows games
	duel    string        // the ID of the problem in which the game is played; "" for none
	album   *pictureStore // draws the pictures of test cases
}

// groundOf finds it for a problem.
func (s *Server) groundOf(ctx context.Context, p *problem.Problem) explorationBase {
	g := explorationBase{problem: p, theory: s.Workspace.Games().Theory, album: &s.album}
	if s.isGame(p) {
		g.duel = p.ID
	} else if g.theory != nil && g.theory.Duel(p.UUID) != "" {
		uuid := g.theory.Duel(p.UUID)
		listed, err := s.Workspace.Problems().Index(ctx)
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

// maxPosition bounds the inputs that are drawn, in bytes.
const maxPosition = 16 << 10

// lost returns a test that was lost in a game; nil if no game is known. input is the test's own unless given.
func (g explorationBase) lost(t event.Test, input, answer string) *lostPosition {
	if g.theory == nil || t.Verdict != verdict.WA {
		return nil
	}
	at := gameURL{ID: g.duel, At: -1}
	if input == "" {
		input, answer = g.read(t.Input), g.read(t.Answer)
		at.Case = t.Test
	}
	explained := g.theory.Explain(g.problem.UUID, t, input, answer)
	if explained == nil {
		return nil
	}
	found := lostBy(explained, "Your program")
	at.Said = explained.Said
	if at.Case == "" || explained.Played == "" { // a test case of another problem
		if at.Case, at.Position = "", explained.Input; at.Position == "" {
			return found
		}
	}
	if g.duel != "" && len(at.String()) <= maxAddress {
		found.Go = at.String()
	}
	return found
}

// read returns the content of a file of the problem; "" if it does not exist or is too large.
func (g explorationBase) read(path string) string {
	if path == "" {
		return ""
	}
	if info, err := os.Stat(path); err != nil || info.Size() > maxPosition {
		return ""
	}
	text, err := fsutil.ReadWithin(g.problem.Dir, path)
	if err != nil {
		return ""
	}
	return string(text)
}
