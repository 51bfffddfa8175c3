package runs

import (
	"cmp"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"

	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/plot"
	"grundy/internal/ui/web/site"
)

// share is how many problems of a group are solved.
type share struct {
	Name string
	workspace.Share
}

// Helped returns how many problems were solved with help.
func (r progressPage) Helped() int { return share{Share: r.Problems}.Helped() }

// Helped returns how many of them were solved with help.
func (s share) Helped() int { return s.Solved - s.Alone }

// shares are sorted by their keys.
func shares[K cmp.Ordered](of map[K]workspace.Share, name func(K) string) []share {
	var all []share
	for _, key := range slices.Sorted(maps.Keys(of)) {
		all = append(all, share{name(key), of[key]})
	}
	return all
}

// progressPage is the page of the user's progress.
type progressPage struct {
	Problems     workspace.Share
	Levels, Tags []share
	Runs         int
	Days         template.HTML
}

// shownDays is how many days the page of progress covers.
const shownDays = 365

// progress shows what is solved, by level and by tag, and the days on which something was tried.
func (s *Pages) progress(r *http.Request) (site.View, error) {
	listed, err := s.Workspace.Problems().Index(r.Context())
	if err != nil {
		return site.View{}, site.Broken(err)
	}
	solved, err := s.Workspace.History().Solved(r.Context(), listed)
	if err != nil {
		return site.View{}, site.Broken(err)
	}
	page := progressPage{
		Problems: solved.Problems,
		Levels: shares(solved.Levels, func(level int) string {
			if level == 0 {
				return "no level"
			}
			return fmt.Sprintf("level %d", level)
		}),
		Tags: shares(solved.Tags, func(tag string) string { return tag }),
	}
	runs, err := s.Workspace.History().Runs(r.Context(), history.Query{Since: s.Now().AddDate(0, 0, -shownDays)})
	if err != nil {
		return site.View{}, site.Broken(err)
	}
	var days []plot.Day
	solvedOnce := map[string]bool{}
	for _, run := range runs {
		if !run.ByUser || run.Repeats > 0 {
			continue
		}
		page.Runs++
		day := plot.Day{Date: run.At, Runs: 1}
		if run.IsAccepted() && !solvedOnce[run.ProblemKey] {
			solvedOnce[run.ProblemKey] = true
			day.Solved = 1
		}
		days = append(days, day)
	}
	page.Days = plot.Days(days, s.Now())
	return site.View{Title: "Progress", Template: "progress", Data: page}, nil
}
