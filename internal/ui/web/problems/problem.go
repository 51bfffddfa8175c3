package problems

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
	"grundy/internal/pkgfmt/course"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/companion"
	"grundy/internal/ui/web/catalog"
	"grundy/internal/ui/web/judging"
	"grundy/internal/ui/web/pictures"
	"grundy/internal/ui/web/results"
	"grundy/internal/ui/web/site"
	"grundy/internal/ui/web/texts"
)

// problemPage is the page of a problem.
type problemPage struct {
	*problem.Problem
	Limit    string
	Cases    int
	Standing workspace.Status
	Solved   string           // when it was tried last, if that is known and it is solved
	Level    int              // 0 for none, and while hidden
	Text     texts.Shown      // the statement, with its samples
	Samples  template.HTML    // if there is no such statement
	Drawn    []pictures.Shown // the samples
	Hints    []pageHint
	Solution *pageSolution // nil for none
	IsGame   bool          // it is a game with a board
	CanPlay  bool          // its games can be played
	Played   int           // games
	HasGrid  bool          // it has a laboratory
	OwnInput bool          // it can be run on an input of the user's own
	Input    string        // the initial content of that
	Previous *neighbour    // in the course or contest; nil for none
	Next     *neighbour
	Chapter  *course.Page     // of the course; nil for none
	Ahead    *workspace.Ahead // the next step once it is solved; nil for none
	Place    string           // its ID on the pages
	Page     string           // the address of its statement elsewhere; "" for none
	Site     string           // the name of that site
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
func (s *Pages) problem(r *http.Request) (site.View, error) {
	id := r.PathValue("id")
	p, faults, err := s.Read(r.Context(), id)
	if err != nil {
		return site.View{}, err
	}
	page := problemPage{Place: id, Problem: p, Limit: p.Limits.TimeText(), Cases: len(p.Data.AllCases())}
	if err := s.standing(r, &page); err != nil {
		return site.View{}, site.Broken(err)
	}
	for _, fault := range faults {
		page.Faults = append(page.Faults, fault.String())
	}
	if p.Format == problem.Plain && len(p.Sources) > 0 {
		page.Page, page.Site = p.Sources[0], companion.SiteName(p.Sources[0])
	}
	samples, err := practice.Samples(p)
	if err != nil {
		return site.View{}, site.Broken(err)
	}
	page.Samples = statement.SamplesHTML(samples)
	if page.Text, err = texts.Statement(r.Context(), s.Workspace, p, samples, "en", func(name string) string { return texts.Figure("p/"+id+"/figures/", name) }); err != nil {
		return site.View{}, site.Broken(err)
	}
	for _, tc := range p.Samples() {
		page.Drawn = append(page.Drawn, s.Pictures.OfCase(p, tc, tc.Name)...)
	}
	page.IsGame = s.Workspace.Games().IsGame(p)
	if page.CanPlay = results.JudgeOf(r.Context(), s.Workspace, p) != ""; page.CanPlay {
		page.Played = catalog.Played(s.Steps(r.Context(), p))
	}
	page.HasGrid = s.Workspace.Games().HasGrids(p)
	if page.OwnInput = judging.TakesInput(p); len(samples) > 0 {
		page.Input = samples[0].Input
	}
	if err := s.explain(r.Context(), &page); err != nil {
		return site.View{}, site.Broken(err)
	}
	if err := s.neighbours(r.Context(), &page); err != nil {
		return site.View{}, site.Broken(err)
	}
	if page.Ahead, err = s.Workspace.Ahead(r.Context(), p); err != nil {
		return site.View{}, site.Broken(err)
	}
	if read, _ := s.Workspace.Problems().Course(); read != nil {
		if at := read.ChapterOf(id); at >= 0 {
			page.Chapter = &read.Chapters[at].Page
		}
	}
	if err := s.choose(r, &page, r.URL.Query().Get("file")); err != nil {
		return site.View{}, err
	}
	if page.Locked == "" {
		s.warming.begin(s.Lifetime, s.Workspace, p, page.File, page.Source, page.Code)
	}
	return site.View{Title: p.Name(), Template: "problem", Data: page}, nil
}

// neighbours finds the problems before and after one.
func (s *Pages) neighbours(ctx context.Context, page *problemPage) error {
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

func (s *Pages) neighbour(ctx context.Context, id string) *neighbour {
	return &neighbour{id, s.NameOf(ctx, id, id)}
}

// row returns the IDs of the problems of the course, or of the contest, that contains one.
func (s *Pages) row(id string) (ids []string, err error) {
	if _, found := s.InboxFolder(id); !found {
		return s.Workspace.Problems().InOrder()
	}
	end := strings.LastIndex(id, catalog.Below)
	contest := strings.TrimPrefix(id[:end+1], catalog.InboxMark)
	if contest == "" {
		return nil, nil
	}
	for _, name := range catalog.Folders(filepath.Join(s.Solutions, filepath.FromSlash(strings.ReplaceAll(contest, catalog.Below, "/")))) {
		sibling := catalog.InboxMark + contest + name
		if _, found := s.InboxFolder(sibling); found {
			ids = append(ids, sibling)
		}
	}
	return ids, nil
}

// standing finds the user's status for the problem.
func (s *Pages) standing(r *http.Request, page *problemPage) (err error) {
	kept := s.Workspace.History()
	if page.Standing, err = kept.Standing(r.Context(), page.Problem); err != nil {
		return err
	}
	if page.Standing.IsSolved() || !s.hidesLevels(r) {
		page.Level = page.Difficulty()
	}
	tallies, err := kept.Tallies(r.Context())
	if tally := tallies[workspace.ProblemKey(page.Problem)]; page.Standing.IsSolved() && tally.Tries > 0 {
		page.Solved = site.Ago(s.Now(), tally.LastAt)
	}
	return err
}

// beginAgain redirects to a new file, in the language of the most recently changed solution; existing files stay as
// they are.
func (s *Pages) beginAgain(w http.ResponseWriter, r *http.Request) {
	page := problemPage{Place: r.PathValue("id")}
	var err error
	if page.Problem, err = s.Open(r.Context(), page.Place); err == nil {
		if err = s.choose(r, &page, ""); err == nil {
			file := url.Values{"file": {page.fresh(strings.TrimPrefix(path.Ext(page.File), "."))}}
			s.Redirect(w, r, site.ProblemPage(page.Place)+"?"+file.Encode())
			return
		}
	}
	s.Page(func(*http.Request) (site.View, error) { return site.View{}, err })(w, r)
}

// choose finds the file for the editor: the named one, or the newest solution, or a new one.
func (s *Pages) choose(r *http.Request, page *problemPage, name string) error {
	found, err := s.Files(page.Place)
	if err != nil {
		return site.Broken(err)
	}
	var others workspace.ForeignFiles
	if len(found) > 0 {
		others = workspace.OthersOf(page.Problem)
	}
	for _, f := range found {
		source := language.Source{Files: []language.File{{Name: f.Name, Path: f.Path}}}
		if others.IsOwn(&workspace.Solution{Path: f.Path, Source: source}) {
			page.Files = append(page.Files, f.Name)
		} else {
			page.Worked = append(page.Worked, f.Name)
		}
	}
	builder, err := s.Workspace.Builder()
	if err != nil {
		return site.Broken(err)
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
			name = page.fresh(s.Inbox.endingFor(r))
		}
	}
	f, err := s.File(page.Place, name)
	if err != nil {
		return err
	}
	page.File, page.Stream = f.Name, s.Judging.Newest(f.Path)
	text, _, err := f.Read()
	began := false
	switch ending := strings.TrimPrefix(path.Ext(name), "."); {
	case err == nil:
		page.Source, page.Tag, page.Windows = string(text), site.Tag(text), bytes.Contains(text, []byte("\r\n"))
	case !errors.Is(err, fs.ErrNotExist):
		page.Locked = err.Error()
	default:
		stem := strings.TrimSuffix(name, path.Ext(name))
		page.Source, err = practice.Template(s.Workspace, page.Problem, stem, ending)
		if err != nil && !errors.Is(err, practice.ErrNoTemplate) {
			return site.Broken(err)
		}
		began = true
	}
	source := language.Source{Files: []language.File{{Name: name, Data: []byte(page.Source)}}}
	row, err := builder.Table.Detect(source)
	switch {
	case err == nil:
		page.Code = row.ID
	case began:
		return fmt.Errorf("%s: %w", name, catalog.ErrNoFile)
	}
	return nil
}

// fresh returns the name of a new solution: the problem's, followed by a number if it is taken.
func (page *problemPage) fresh(ending string) string {
	name := page.ID + "." + ending
	for i := 2; slices.Contains(page.Worked, name) || slices.Contains(page.Files, name); i++ {
		name = page.ID + strconv.Itoa(i) + "." + ending
	}
	return name
}

// figures sends figures of one kind of a problem's texts.
func (s *Pages) figures(of func(*problem.Problem) []problem.Statement) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p, err := s.Open(r.Context(), r.PathValue("id"))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		texts.SendFigure(w, r, p, of(p))
	}
}

func statementsOf(p *problem.Problem) []problem.Statement { return p.Statements }

func editorialsOf(p *problem.Problem) []problem.Statement { return p.Editorials }
