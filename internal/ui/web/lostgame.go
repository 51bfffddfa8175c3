package web

import (
	"context"
	"html/template"
	"os"

	"grundy/checker/drawing"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/games/play"
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

// lostBy returns the mistake in a lost game.
func lostBy(m play.Mistake, who string) *lostPosition {
	return &lostPosition{Picture: picture(m.Board), Who: who, Played: m.PlayedWords, Winning: m.WinningWords, Why: m.Why}
}

// picture returns a board; "" if nothing can be drawn.
func picture(b drawing.Board) template.HTML {
	if len(b.Parts) == 0 {
		return ""
	}
	return template.HTML(b.Still().SVG())
}

// explorationBase contains what is needed to show a failure as a position: where the problem is ("" if unknown), which game it
// is about, the problem in which that game is played ("" for none), and what draws pictures of its test cases (nil for
// nothing).
type explorationBase struct {
	folder, id, uuid, duel string
	problem                *problem.Problem
	album                  *pictureStore
}

// groundOf finds it for a problem.
func (s *Server) groundOf(ctx context.Context, p *problem.Problem) explorationBase {
	g := explorationBase{folder: p.Dir, id: p.ID, uuid: p.UUID, problem: p, album: &s.album}
	if play.TableOf(p.UUID) != nil {
		g.duel = p.ID
	} else if uuid := play.DuelOf(p.UUID); uuid != "" {
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
	if g.uuid == "" || t.Verdict != verdict.WA {
		return nil
	}
	at := gameURL{ID: g.duel, At: -1}
	if input == "" {
		input, answer = g.read(t.Input), g.read(t.Answer)
		at.Case = t.Test
	}
	var found *lostPosition
	if newTable := play.TableOf(g.uuid); newTable != nil {
		mistake, lost := play.FindMistake(newTable, play.Said(t.Transcript), 0)
		if !lost {
			return nil
		}
		found = lostBy(mistake, "Your program")
		c, _ := play.Follow(newTable, play.Said(t.Transcript)) // up to where the rules were broken
		at.Said = c.Said()
		at = at.Back(mistake.Said)
	} else if opened := play.Opening(g.uuid, input, answer); opened != nil {
		found = &lostPosition{Picture: picture(opened.Board()), Why: opened.Why()}
		at.Case = ""
	} else {
		return nil
	}
	if at.Case == "" {
		if at.Position = play.Position(g.uuid, input); at.Position == "" {
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
	if g.folder == "" || path == "" {
		return ""
	}
	if info, err := os.Stat(path); err != nil || info.Size() > maxPosition {
		return ""
	}
	text, err := fsutil.ReadWithin(g.folder, path)
	if err != nil {
		return ""
	}
	return string(text)
}
