package web

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"grundy/internal/base/hint"
	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
)

// listed is a row of the list of problems.
type listed struct {
	workspace.Listed
	history.Tally
	Standing workspace.Status
	Topics   []string // its topics, the most distinctive first
	HasLevel bool     // it has one, which is shown
}

// Words is the text that the filter searches.
func (l listed) Words() string {
	return strings.ToLower(strings.Join(append([]string{l.ID, l.Name()}, l.About()...), "\n"))
}

// Tagged is the text that a tag is compared with.
func (l listed) Tagged() string { return strings.ToLower(strings.Join(l.About(), "\n")) }

// Limit is the time limit in words.
func (l listed) Limit() string { return l.Limits.TimeText() }

// list is the page of all problems.
type list struct {
	Problems []listed
	Solved   int
	Hidden   bool // the levels of unsolved problems
	// Resume is the problem that was tried last and is not solved, with that run; Next the first unsolved one; Again
	// the solved one that was not tried for the longest time.
	Resume *listed
	Last   history.Run
	Next   *listed
	Again  *listed
}

// forgotten is the time after which a solved problem is worth another try.
const forgotten = 28 * 24 * time.Hour

// problems shows the problems in the order of the course, and where to continue.
func (s *Server) problems(r *http.Request) (view, error) {
	page := list{Hidden: s.hidesLevels(r)}
	var err error
	if page.Problems, err = s.listed(r.Context()); err != nil {
		return view{}, &brokenError{err}
	}
	for i := range page.Problems {
		row := &page.Problems[i]
		row.HasLevel = row.Difficulty() > 0 && (row.Standing.IsSolved() || !page.Hidden)
		switch {
		case row.Faulty != "":
		case row.Standing.IsSolved():
			page.Solved++
			if row.Tries > 0 && s.Now().Sub(row.LastAt) > forgotten && (page.Again == nil || row.LastAt.Before(page.Again.LastAt)) {
				page.Again = row
			}
		case row.Standing == workspace.Tried && row.Tally.Last > 0 && (page.Resume == nil || row.Tally.Last > page.Resume.Tally.Last):
			page.Resume = row
		case row.Standing == workspace.Untouched && page.Next == nil:
			page.Next = row
		}
	}
	if page.Resume != nil {
		if page.Last, err = s.Workspace.History().Run(r.Context(), page.Resume.Tally.Last); err != nil {
			page.Resume = nil // it was deleted at this moment
		}
	}
	return view{Title: "Problems", Template: "problems", Data: page}, nil
}

// listed lists the problems in the order of the course, with what is known about each.
func (s *Server) listed(ctx context.Context) ([]listed, error) {
	found, err := s.Workspace.Problems().Index(ctx)
	if err != nil {
		return nil, err
	}
	s.Workspace.Problems().SortByCourse(found)
	kept := s.Workspace.History()
	tallies, err := kept.Tallies(ctx)
	if err != nil {
		return nil, err
	}
	topics := workspace.TopicsOf(found)
	var rows []listed
	for _, l := range found {
		row := listed{Listed: l, Tally: tallies[workspace.ProblemKey(l.Problem)], Topics: topics.About(&l)}
		for _, word := range l.About() {
			if !slices.Contains(row.Topics, word) {
				row.Topics = append(row.Topics, word)
			}
		}
		if row.Standing, err = kept.Standing(ctx, l.Problem); err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// errAllSolved reports that no unsolved problem is left.
var errAllSolved = hint.Errorf("the list offers solved ones again after a while", "every problem is solved")

// random redirects to a random unsolved problem.
func (s *Server) random(w http.ResponseWriter, r *http.Request) {
	rows, err := s.listed(r.Context())
	rows = slices.DeleteFunc(rows, func(row listed) bool { return row.Faulty != "" || row.Standing.IsSolved() })
	switch {
	case err != nil:
		err = &brokenError{err}
	case len(rows) == 0:
		err = errAllSolved
	default:
		s.redirect(w, r, pageOf(rows[rand.IntN(len(rows))].ID))
		return
	}
	s.page(func(*http.Request) (view, error) { return view{}, err })(w, r)
}

// pageOf returns the address of a problem's page.
func pageOf(id string) string { return "p/" + url.PathEscape(id) }

// ago says how long ago something was.
func ago(now, then time.Time) string {
	switch since := now.Sub(then); {
	case since < time.Minute:
		return "just now"
	case since < time.Hour:
		return terminal.Count(int(since.Minutes()), "minute") + " ago"
	case since < 24*time.Hour:
		return terminal.Count(int(since.Hours()), "hour") + " ago"
	default:
		return then.Format(time.DateOnly)
	}
}
