package problems

import (
	"context"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"

	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/course"
	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/web/catalog"
	"grundy/internal/ui/web/pictures"
	"grundy/internal/ui/web/site"
	"grundy/internal/ui/web/work"
)

// Pages shows the problems, and each with an editor for the user's solutions.
type Pages struct {
	*site.Site
	*catalog.Catalog
	Judging  *work.Judgements
	Pictures *pictures.Store
	Inbox    *Inbox
	Now      func() time.Time
	// HideLevels keeps the level of a problem back until it is solved, unless the user wants it otherwise in a browser.
	HideLevels bool
	Settings   Settings

	warming prebuilds
}

// Register adds the pages.
func (s *Pages) Register(mux *http.ServeMux) {
	mux.HandleFunc("GET /{$}", s.Page(s.list))
	mux.HandleFunc("GET /random", s.random)
	mux.HandleFunc("GET /settings", s.Page(s.settings))
	mux.HandleFunc("POST /settings", s.changeSetting)
	mux.HandleFunc("POST /levels", s.chooseLevels)
	mux.HandleFunc("POST /profile", s.chooseProfile)
	mux.HandleFunc("GET /p/{id}", s.Page(s.problem))
	mux.HandleFunc("GET /p/{id}/again", s.beginAgain)
	mux.HandleFunc("GET /p/{id}/statement.html", s.document)
	mux.HandleFunc("GET /p/{id}/figures/{file...}", s.figures(statementsOf))
	mux.HandleFunc("GET /p/{id}/solution/{file...}", s.figures(editorialsOf))
	mux.HandleFunc("GET /api/palette", s.targets)
	mux.HandleFunc("POST /api/hints/{id}/{number}", s.openHint)
	mux.HandleFunc("POST /api/solution/{id}", s.openSolution)
}

// Wait returns when nothing is being built ahead; nothing is any more.
func (s *Pages) Wait() { s.warming.wait() }

// listed is a row of the list of problems.
type listed struct {
	workspace.Listed
	history.Tally
	Standing workspace.Status
	Topics   []string // its topics, the most distinctive first
	HasLevel bool     // it has one, which is shown
	Opens    *opening // the chapter that begins with it; nil for none
}

// opening is the heading of a chapter in the list.
type opening struct {
	*course.Chapter
	Number, Done int // Done counts the exercises that the user did
}

// Words is the text that the filter searches.
func (l listed) Words() string {
	return strings.ToLower(strings.Join(append([]string{l.ID, l.Name()}, l.About()...), "\n"))
}

// Tagged is the text that a tag is compared with.
func (l listed) Tagged() string { return strings.ToLower(strings.Join(l.About(), "\n")) }

// Limit is the time limit in words.
func (l listed) Limit() string { return l.Limits.TimeText() }

// listPage is the page of all problems.
type listPage struct {
	Problems []listed
	Pages    []course.Page // texts of the course beside its chapters
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

// list shows the problems in the order of the course, and where to continue.
func (s *Pages) list(r *http.Request) (site.View, error) {
	page := listPage{Hidden: s.hidesLevels(r)}
	var err error
	if page.Problems, err = s.listed(r.Context()); err != nil {
		return site.View{}, site.Broken(err)
	}
	if page.Pages, err = s.chapters(r.Context(), page.Problems); err != nil {
		return site.View{}, site.Broken(err)
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
	return site.View{Title: "Problems", Template: "problems", Data: &page}, nil
}

// chapters puts the headings of chapters above the first problem of each, and returns the other texts of the course.
func (s *Pages) chapters(ctx context.Context, rows []listed) ([]course.Page, error) {
	read, _ := s.Workspace.Problems().Course()
	if read == nil {
		return nil, nil
	}
	done, err := s.Workspace.History().Exercises(ctx, read)
	last := -1
	for i := range rows {
		at := read.ChapterOf(rows[i].ID)
		if at >= 0 && at != last {
			chapter := &read.Chapters[at]
			rows[i].Opens = &opening{Chapter: chapter, Number: at + 1, Done: chapter.CountDone(done)}
		}
		last = at
	}
	return read.Pages, err
}

// listed lists the problems in the order of the course, with what is known about each.
func (s *Pages) listed(ctx context.Context) ([]listed, error) {
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
func (s *Pages) random(w http.ResponseWriter, r *http.Request) {
	rows, err := s.listed(r.Context())
	rows = slices.DeleteFunc(rows, func(row listed) bool { return row.Faulty != "" || row.Standing.IsSolved() })
	switch {
	case err != nil:
		err = site.Broken(err)
	case len(rows) == 0:
		err = errAllSolved
	default:
		s.Redirect(w, r, site.ProblemPage(rows[rand.IntN(len(rows))].ID))
		return
	}
	s.Page(func(*http.Request) (site.View, error) { return site.View{}, err })(w, r)
}
