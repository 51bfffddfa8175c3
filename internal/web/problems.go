package web

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"grundy/internal/history"
	"grundy/internal/problem"
	"grundy/internal/report"
	"grundy/internal/workspace"
)

// listed is a row of the list of problems.
type listed struct {
	workspace.Listed
	history.Tally
	Status history.Progress
}

// Words are what the filter looks at.
func (l listed) Words() string {
	return strings.ToLower(strings.Join(append([]string{l.ID, l.Name()}, l.About()...), "\n"))
}

// Tagged are the words that a tag is compared with.
func (l listed) Tagged() string { return strings.ToLower(strings.Join(l.About(), "\n")) }

// Limit is the time limit in words.
func (l listed) Limit() string { return limit(l.Problem) }

func limit(p *problem.Problem) string {
	if p.Limits.Time == 0 {
		return "inferred"
	}
	return fmt.Sprintf("%g s", p.Limits.Time.Seconds())
}

// list is the page of all problems.
type list struct {
	Problems []listed
	Solved   int
	// Resume is the problem that was tried last and is not solved, with that run; Next the first that is not solved.
	Resume *listed
	Last   history.Run
	Next   *listed
}

// problems shows the problems in the order of the course, and where to go on.
func (s *Server) problems(r *http.Request) (view, error) {
	found, err := s.Workspace.Problems().Index()
	if err != nil {
		return view{}, &brokenError{err}
	}
	s.Workspace.Problems().SortByCourse(found)
	kept := s.Workspace.History()
	tallies, err := kept.Tallies(r.Context())
	if err != nil {
		return view{}, &brokenError{err}
	}
	var page list
	for _, l := range found {
		row := listed{Listed: l, Status: kept.Progress(l.Problem), Tally: tallies[workspace.ProblemKey(l.Problem)]}
		if row.Status == history.Solved {
			page.Solved++
		}
		page.Problems = append(page.Problems, row)
	}
	for i := range page.Problems {
		row := &page.Problems[i]
		switch {
		case row.Faulty != "" || row.Status == history.Solved:
		case row.Status == history.Tried && row.Tally.Last > 0 && (page.Resume == nil || row.Tally.Last > page.Resume.Tally.Last):
			page.Resume = row
		case row.Status == history.Untouched && page.Next == nil:
			page.Next = row
		}
	}
	if page.Resume != nil {
		if page.Last, err = kept.Run(r.Context(), page.Resume.Tally.Last); err != nil {
			page.Resume = nil // it was forgotten at this moment
		}
	}
	return view{Title: "Problems", Template: "problems", Data: page}, nil
}

// ago says how long ago something was.
func ago(now, then time.Time) string {
	switch since := now.Sub(then); {
	case since < time.Minute:
		return "just now"
	case since < time.Hour:
		return report.Count(int(since.Minutes()), "minute") + " ago"
	case since < 24*time.Hour:
		return report.Count(int(since.Hours()), "hour") + " ago"
	default:
		return then.Format(time.DateOnly)
	}
}
