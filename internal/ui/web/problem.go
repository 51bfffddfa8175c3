package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/app/practice"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
	"grundy/internal/store/workspace"
)

// problemPage is the page of a problem.
type problemPage struct {
	*problem.Problem
	Limit    string
	Cases    int
	Standing workspace.Status
	Solved   string         // when it was tried last, if that is known and it is solved
	Level    int            // 0 for none, and while hidden
	Text     shownText      // the statement, with its samples
	Samples  template.HTML  // if there is no such statement
	Drawn    []shownPicture // the samples
	Hints    []pageHint
	Solution *pageSolution // nil for none
	IsGame   bool          // it has a board
	Played   int           // games
	HasGrid  bool          // it has a laboratory
	OwnInput bool          // it can be run on an input of the user's own
	Input    string        // the initial content of that
	Previous *neighbour    // in the course or contest; nil for none
	Next     *neighbour
	Place    string // its ID on the pages
	Page     string // the address of its statement elsewhere; "" for none
	Faults   []string

	File    string // the name of the one in the editor
	Source  string
	Code    string   // of its language; "" if unknown
	Tag     string   // of the file; "" if it does not exist yet
	Windows bool     // its lines end as on Windows
	Locked  string   // why it cannot be edited here; "" if it can
	Files   []string // the user's solutions
	Worked  []string // solutions by others, beside them
	Starts  []start
	Stream  int // of the file's newest judgement; 0 for none
}

// neighbour is the problem before or after one.
type neighbour struct{ ID, Name string }

// start is a solution that can be started.
type start struct {
	File, Language string
	Again          bool // a solution in the language exists already
}

// problem shows a problem and the user's solution of it.
func (s *Server) problem(r *http.Request) (view, error) {
	id := r.PathValue("id")
	p, faults, err := s.read(r.Context(), id)
	if err != nil {
		return view{}, err
	}
	page := problemPage{Place: id, Problem: p, Limit: p.Limits.TimeText(), Cases: len(p.Data.AllCases())}
	if err := s.standing(r, &page); err != nil {
		return view{}, &brokenError{err}
	}
	for _, fault := range faults {
		page.Faults = append(page.Faults, fault.String())
	}
	if p.Format == problem.Plain && len(p.Sources) > 0 {
		page.Page = p.Sources[0]
	}
	samples, err := practice.Samples(p)
	if err != nil {
		return view{}, &brokenError{err}
	}
	page.Samples = statement.SamplesHTML(samples)
	if page.Text, err = drawStatement(p, samples, "en", func(name string) string { return figureOf("p/"+id+"/figures/", name) }); err != nil {
		return view{}, &brokenError{err}
	}
	for _, tc := range p.Samples() {
		page.Drawn = append(page.Drawn, s.album.ofCase(p, tc, tc.Name)...)
	}
	if page.IsGame = s.isGame(p); page.IsGame {
		page.Played = played(s.steps(r.Context(), p))
	}
	if grids := s.Workspace.Games().Grids; grids != nil {
		page.HasGrid = grids.Has(p)
	}
	if page.OwnInput = takesInput(p); len(samples) > 0 {
		page.Input = samples[0].Input
	}
	if err := s.explain(r.Context(), &page); err != nil {
		return view{}, &brokenError{err}
	}
	if err := s.neighbours(r.Context(), &page); err != nil {
		return view{}, &brokenError{err}
	}
	if err := s.choose(&page, r.URL.Query().Get("file")); err != nil {
		return view{}, err
	}
	if page.Locked == "" {
		s.warm(p, page.File, page.Source, page.Code)
	}
	return view{Title: p.Name(), Template: "problem", Data: page}, nil
}

// isGame reports whether a problem is a game that can be played on the pages.
func (s *Server) isGame(p *problem.Problem) bool {
	theory := s.Workspace.Games().Theory
	return theory != nil && p.Type.Interactive && theory.Duel(p.UUID) == p.UUID
}

// neighbours finds the problems before and after one.
func (s *Server) neighbours(ctx context.Context, page *problemPage) error {
	ids, err := s.row(page.Place)
	if i := slices.Index(ids, page.Place); i >= 0 {
		if i > 0 {
			page.Previous = s.neighbour(ctx, ids[i-1])
		}
		if i+1 < len(ids) {
			page.Next = s.neighbour(ctx, ids[i+1])
		}
	}
	return err
}

func (s *Server) neighbour(ctx context.Context, id string) *neighbour {
	return &neighbour{id, s.nameOf(ctx, id, id)}
}

// row returns the IDs of the problems of the course, or of the contest, that contains one.
func (s *Server) row(id string) (ids []string, err error) {
	if _, found := s.inboxFolder(id); !found {
		return s.Workspace.Problems().Course()
	}
	contest, _, isPart := strings.Cut(strings.TrimPrefix(id, inboxMark), below)
	if !isPart {
		return nil, nil
	}
	for _, name := range folders(filepath.Join(s.Solutions, contest)) {
		sibling := inboxMark + contest + below + name
		if _, found := s.inboxFolder(sibling); found {
			ids = append(ids, sibling)
		}
	}
	return ids, nil
}

// standing finds the user's status for the problem.
func (s *Server) standing(r *http.Request, page *problemPage) (err error) {
	kept := s.Workspace.History()
	if page.Standing, err = kept.Standing(r.Context(), page.Problem); err != nil {
		return err
	}
	if page.Standing.IsSolved() || !s.hidesLevels(r) {
		page.Level = page.Difficulty()
	}
	tallies, err := kept.Tallies(r.Context())
	if tally := tallies[workspace.ProblemKey(page.Problem)]; page.Standing.IsSolved() && tally.Tries > 0 {
		page.Solved = ago(s.Now(), tally.LastAt)
	}
	return err
}

// beginAgain redirects to a new file, in the language of the most recently changed solution; existing files stay as
// they are.
func (s *Server) beginAgain(w http.ResponseWriter, r *http.Request) {
	page := problemPage{Place: r.PathValue("id")}
	var err error
	if page.Problem, err = s.open(r.Context(), page.Place); err == nil {
		if err = s.choose(&page, ""); err == nil {
			file := url.Values{"file": {page.fresh(strings.TrimPrefix(path.Ext(page.File), "."))}}
			s.redirect(w, r, pageOf(page.Place)+"?"+file.Encode())
			return
		}
	}
	s.page(func(*http.Request) (view, error) { return view{}, err })(w, r)
}

// choose finds the file for the editor: the named one, or the newest solution, or a new one.
func (s *Server) choose(page *problemPage, name string) error {
	found, err := s.files(page.Place)
	if err != nil {
		return &brokenError{err}
	}
	var others workspace.ForeignFiles
	if len(found) > 0 {
		others = workspace.OthersOf(page.Problem)
	}
	for _, f := range found {
		source := language.Source{Files: []language.File{{Name: f.name, Path: f.path}}}
		if others.IsOwn(&workspace.Solution{Path: f.path, Source: source}) {
			page.Files = append(page.Files, f.name)
		} else {
			page.Worked = append(page.Worked, f.name)
		}
	}
	builder, err := s.Workspace.Builder()
	if err != nil {
		return &brokenError{err}
	}
	for _, code := range practice.TemplateLanguages() {
		ending, _ := practice.TemplateEnding(code)
		called := code
		if row, found := builder.Table.Lookup(code); found {
			called = row.Name
		}
		page.Starts = append(page.Starts, start{page.fresh(ending), called, slices.ContainsFunc(page.Files, func(file string) bool {
			return path.Ext(file) == "."+ending
		})})
	}
	if name == "" {
		if len(page.Files) > 0 {
			name = page.Files[0]
		} else {
			name = page.fresh(s.ending())
		}
	}
	f, err := s.file(page.Place, name)
	if err != nil {
		return err
	}
	page.File, page.Stream = f.name, s.judging.newest(f.path)
	text, _, err := f.read()
	began := false
	switch ending := strings.TrimPrefix(path.Ext(name), "."); {
	case err == nil:
		page.Source, page.Tag, page.Windows = string(text), tag(text), bytes.Contains(text, []byte("\r\n"))
	case !errors.Is(err, fs.ErrNotExist):
		page.Locked = err.Error()
	default:
		stem := strings.TrimSuffix(name, path.Ext(name))
		page.Source, err = practice.Template(s.Workspace, page.Problem, stem, ending)
		if err != nil && !errors.Is(err, practice.ErrNoTemplate) {
			return &brokenError{err}
		}
		began = true
	}
	source := language.Source{Files: []language.File{{Name: name, Data: []byte(page.Source)}}}
	row, err := builder.Table.Detect(source)
	switch {
	case err == nil:
		page.Code = row.ID
	case began:
		return fmt.Errorf("%s: %w", name, errNoFile)
	}
	return nil
}

// ending returns the extension of new solutions.
func (s *Server) ending() string {
	ending, found := practice.TemplateEnding(s.Language)
	if !found {
		ending, _ = practice.TemplateEnding("cpp")
	}
	return ending
}

// fresh returns the name of a new solution: the problem's, followed by a number if it is taken.
func (page *problemPage) fresh(ending string) string {
	name := page.ID + "." + ending
	for i := 2; slices.Contains(page.Worked, name) || slices.Contains(page.Files, name); i++ {
		name = page.ID + strconv.Itoa(i) + "." + ending
	}
	return name
}
