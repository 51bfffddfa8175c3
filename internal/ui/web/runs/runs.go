package runs

import (
	"cmp"
	"errors"
	"html/template"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"grundy/internal/base/growth"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/store/history"
	"grundy/internal/ui/plot"
	"grundy/internal/ui/web/catalog"
	"grundy/internal/ui/web/pictures"
	"grundy/internal/ui/web/results"
	"grundy/internal/ui/web/site"
	"grundy/internal/ui/web/work"
)

// Pages shows earlier judgements, and the user's progress.
type Pages struct {
	*site.Site
	*catalog.Catalog
	Judging  *work.Judgements
	Pictures *pictures.Store
	Theories *results.Theories
	Now      func() time.Time
}

// Register adds the pages.
func (s *Pages) Register(mux *http.ServeMux) {
	mux.HandleFunc("GET /s/{run}", s.Page(s.run))
	mux.HandleFunc("GET /submissions", s.Page(s.submissions))
	mux.HandleFunc("GET /progress", s.Page(s.progress))
}

// runRow is a row of the list of runs.
type runRow struct {
	history.Run
	Name string // of the problem
	When string
}

func (s *Pages) ran(run history.Run) runRow { return runRow{Run: run, When: site.Ago(s.Now(), run.At)} }

// shownRuns is how many runs a page lists.
const shownRuns = 100

// submissions lists the newest runs; of one problem if the address names one.
func (s *Pages) submissions(r *http.Request) (site.View, error) {
	runs, err := s.runs(r, history.Query{Problem: r.URL.Query().Get("problem"), Last: shownRuns})
	if err != nil {
		return site.View{}, site.Broken(err)
	}
	names := map[string]string{}
	for i := range runs {
		row := &runs[i]
		name, known := names[row.ProblemKey]
		if !known {
			name = s.NameOf(r.Context(), s.PlaceOf(&row.Run), row.Problem)
			names[row.ProblemKey] = name
		}
		row.Name = name
	}
	return site.View{Title: "Submissions", Template: "submissions", Data: runs}, nil
}

// runs lists runs, the newest first.
func (s *Pages) runs(r *http.Request, q history.Query) ([]runRow, error) {
	found, err := s.Workspace.History().Runs(r.Context(), q)
	var rows []runRow
	for _, run := range slices.Backward(found) {
		rows = append(rows, s.ran(run))
	}
	return rows, err
}

// runPage is the page of a run.
type runPage struct {
	runRow
	Place    string // the ID of its problem; "" if that has no page
	File     string // the name of its file if the page of the problem can open it, else ""
	Tests    []history.Case
	Groups   []event.GroupDone // of a problem with scores
	Failures []results.Failure
	Strip    template.HTML
	Growth   event.Growth
	times    map[string][]time.Duration // of the tests, all their runs
	Curve    template.HTML              // time against n, if known
	Spread   template.HTML              // of the tests that ran more than once; "" if none did
	Source   []event.SourceFile
	Lost     string // why the source is not shown; "" if it is
	Others   []runRow
	With     *compared
	Stream   int // of its newest repetition; 0 for none
}

// compared is a run compared with another one.
type compared struct {
	runRow
	Tests   []history.CaseChange
	Same    bool // the source
	Changes [][]change
}

// change is a line of a diff of sources; Sign is "+", "-", "@" or "".
type change struct{ Sign, Text string }

// run shows a run, compared with another one if the address names it.
func (s *Pages) run(r *http.Request) (site.View, error) {
	run, err := s.RunOf(r)
	if err != nil {
		return site.View{}, err
	}
	page := runPage{runRow: s.ran(run), Place: s.PlaceOf(&run), times: map[string][]time.Duration{}}
	page.Name = s.NameOf(r.Context(), page.Place, run.Problem)
	kept := s.Workspace.History()
	if page.Tests, err = kept.CasesOf(r.Context(), run.ID); err != nil {
		return site.View{}, site.Broken(err)
	}
	if page.Source, err = kept.Source(r.Context(), run.ID); err != nil {
		page.Lost = err.Error()
	}
	page.Strip = plot.Strip(bars(page.Tests), run.TimeLimit)
	s.recount(r, &page)
	page.Curve = curve(page.Growth)
	if f, err := s.File(page.Place, fileName(run.Path)); err == nil && f.Path == run.Path {
		page.File = f.Name
	}
	page.Stream = s.Judging.Newest(catalog.Repetition(run.ID))
	others, err := s.runs(r, history.Query{Problem: run.Problem, Last: shownRuns})
	if err != nil {
		return site.View{}, site.Broken(err)
	}
	page.Spread = s.spread(r, &page, others)
	page.Others = slices.DeleteFunc(others, func(other runRow) bool { return other.ID == run.ID })
	if with := r.URL.Query().Get("with"); with != "" {
		if page.With, err = s.compare(r, run, with); err != nil {
			return site.View{}, err
		}
	}
	return site.View{Title: "Run " + strconv.FormatInt(run.ID, 10), Template: "run", Data: &page}, nil
}

// bars returns the tests of a run for a strip. Unjudged tests have no verdict.
func bars(tests []history.Case) []plot.Case {
	var cases []plot.Case
	for _, tc := range tests {
		v, _ := verdict.Parse(tc.Verdict) // a verdict of a later version is unknown
		cases = append(cases, plot.Case{Name: tc.Test, Verdict: v, Time: tc.CPU})
	}
	return cases
}

// curve draws the growth of a run as it was found then; "" if unknown.
func curve(told event.Growth) template.HTML {
	function, known := growth.Named(told.Function)
	if !known {
		return ""
	}
	fit := growth.Fit{
		Measure: growth.Measure(told.Measure), Function: function, Counted: told.Counted, Base: told.Base, Factor: told.Factor,
	}
	for _, name := range told.Ties {
		if tie, known := growth.Named(name); known {
			fit.Ties = append(fit.Ties, tie)
		}
	}
	for _, point := range told.Points {
		fit.Points = append(fit.Points, growth.Point(point))
	}
	return plot.Growth(fit, told.TimeLimit)
}

// The limits on drawing repeated runs: the slowest tests, and the newest runs.
const (
	spreadTests = 12
	spreadRuns  = 20
)

// spread draws how much times differ: of repetitions near the limit, and of other runs of the same source.
func (s *Pages) spread(r *http.Request, page *runPage, others []runRow) template.HTML {
	tests := slices.SortedStableFunc(slices.Values(page.Tests), func(a, b history.Case) int { return cmp.Compare(b.CPU, a.CPU) })
	tests = tests[:min(len(tests), spreadTests)]
	cases := make([]plot.Runs, len(tests))
	for i, tc := range tests {
		cases[i] = plot.Runs{Name: tc.Test, Times: page.times[tc.Test]}
		if len(cases[i].Times) == 0 {
			cases[i].Times = []time.Duration{tc.CPU}
		}
	}
	read := 0
	for _, other := range others {
		if read == spreadRuns {
			break
		}
		if page.Source == nil || other.ID == page.ID || other.Run.Source != page.Run.Source || other.TimeLimit != page.TimeLimit {
			continue
		}
		read++
		times, err := s.Workspace.History().CasesOf(r.Context(), other.ID)
		if err != nil {
			break // show what is known of this run
		}
		for i := range cases {
			if at := slices.IndexFunc(times, func(c history.Case) bool { return c.Test == cases[i].Name && c.Verdict != "" }); at >= 0 {
				cases[i].Times = append(cases[i].Times, times[at].CPU)
			}
		}
	}
	cases = slices.DeleteFunc(cases, func(c plot.Runs) bool { return len(c.Times) < 2 })
	if len(cases) == 0 {
		return ""
	}
	return plot.Spread(cases, page.TimeLimit)
}

// fileName is the last part of a path of any system.
func fileName(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }

// recount takes from the stream of a run what is shown of its failures. A stream that is not kept says nothing.
func (s *Pages) recount(r *http.Request, page *runPage) {
	stream, err := s.Workspace.History().Stream(r.Context(), page.ID)
	if err != nil {
		return
	}
	var known results.Problem
	if page.Place != "" {
		if p, err := s.Open(r.Context(), page.Place); err == nil {
			known = results.NewProblem(r.Context(), s.Theories, s.Pictures, p)
		}
	}
	decoder := event.NewDecoder(stream)
	for {
		e, err := decoder.Decode()
		if errors.Is(err, io.EOF) || err != nil {
			return
		}
		switch e := e.(type) {
		case event.Test:
			page.times[e.Test] = e.Runs
			if e.Failed() && len(page.Failures) < results.MaxShown {
				page.Failures = append(page.Failures, results.Failure{Test: e, Problem: known, Open: len(page.Failures) < results.OpenFailures})
			}
		case event.GroupDone:
			page.Groups = append(page.Groups, e)
		case event.Growth:
			page.Growth = e
		}
	}
}

// compare lays a run beside an earlier or later one.
func (s *Pages) compare(r *http.Request, run history.Run, with string) (*compared, error) {
	id, err := strconv.ParseInt(with, 10, 64)
	if err != nil {
		return nil, catalog.ErrNoRun
	}
	kept := s.Workspace.History()
	other, err := kept.Run(r.Context(), id)
	if err != nil {
		return nil, err
	}
	before, after := other, run
	if before.ID > after.ID {
		before, after = after, before
	}
	old, err := kept.CasesOf(r.Context(), before.ID)
	if err != nil {
		return nil, site.Broken(err)
	}
	now, err := kept.CasesOf(r.Context(), after.ID)
	if err != nil {
		return nil, site.Broken(err)
	}
	c := &compared{runRow: s.ran(other), Tests: history.Changed(old, now), Same: run.Source != "" && run.Source == other.Source}
	if c.Same {
		return c, nil
	}
	texts, err := kept.Changes(r.Context(), before.ID, after.ID)
	if err != nil {
		return nil, err
	}
	for _, text := range texts {
		c.Changes = append(c.Changes, changes(text))
	}
	return c, nil
}

// changes are the lines of a difference.
func changes(text string) []change {
	var lines []change
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		sign := ""
		if line != "" && strings.ContainsAny(line[:1], "+-@") {
			sign = line[:1]
		}
		lines = append(lines, change{sign, line})
	}
	return lines
}
