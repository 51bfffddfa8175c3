package web

import (
	"bytes"
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

	"grundy/internal/disk"
	"grundy/internal/history"
	"grundy/internal/language"
	"grundy/internal/practice"
	"grundy/internal/problem"
	"grundy/internal/statement"
	"grundy/internal/workspace"
)

// reading is the page of a problem.
type reading struct {
	*problem.Problem
	Limit    string
	Cases    int
	Status   history.Progress
	Text     template.HTML // the statement, with its samples; "" where it is no text
	Samples  template.HTML // where there is no such statement
	Hints    []shelved
	Previous string // the problems before and behind it in the course, "" for none
	Next     string

	File    string // the name of the one in the editor
	Source  string
	Code    string   // of its language, "" where that cannot be told
	Tag     string   // of the file, "" when it is not there yet
	Windows bool     // its lines end as on Windows
	Locked  string   // why it cannot be edited here, "" when it can
	Files   []string // the person's solutions
	Worked  []string // those that somebody else wrote, beside them
	Starts  []start
	Stream  int // of the file's newest judgement, 0 for none
}

// start is a solution that can be begun.
type start struct{ File, Language string }

// problem shows a problem and the person's solution of it.
func (s *Server) problem(r *http.Request) (view, error) {
	id := r.PathValue("id")
	p, err := s.open(id)
	if err != nil {
		return view{}, err
	}
	page := reading{Problem: p, Limit: limit(p), Cases: len(p.Data.AllCases()), Status: s.Workspace.History().Progress(p)}
	samples, err := practice.Samples(p)
	if err != nil {
		return view{}, &brokenError{err}
	}
	page.Samples = statement.SamplesHTML(samples)
	if chosen, found := practice.Statement(p.Statements, "en"); found {
		source, err := disk.ReadWithin(p.Dir, chosen.Path)
		if err != nil {
			return view{}, &brokenError{err}
		}
		page.Text, err = statement.HTML(source, chosen.Kind, statement.HTMLOptions{
			Constants: p.Constants, Samples: samples, Figure: func(name string) string { return figureOf(p.ID, name) },
		})
		if err != nil {
			return view{}, &brokenError{err}
		}
	}
	if page.Hints, err = s.hints(r.Context(), p); err != nil {
		return view{}, &brokenError{err}
	}
	if err := s.neighbours(&page); err != nil {
		return view{}, &brokenError{err}
	}
	if err := s.choose(&page, r.URL.Query().Get("file")); err != nil {
		return view{}, err
	}
	return view{Title: p.Name(), Template: "problem", Data: page}, nil
}

// open loads a problem of the library as it is now.
func (s *Server) open(id string) (*problem.Problem, error) {
	library := s.Workspace.Problems()
	if !library.Has(id) {
		return nil, library.Unknown(id)
	}
	p, err := library.Named(id)
	if err != nil {
		return nil, &brokenError{err}
	}
	return p, nil
}

// neighbours finds the problems before and behind one.
func (s *Server) neighbours(page *reading) error {
	found, err := s.Workspace.Problems().Index()
	if err != nil {
		return err
	}
	s.Workspace.Problems().SortByCourse(found)
	for i, l := range found {
		if l.ID == page.ID {
			if i > 0 {
				page.Previous = found[i-1].ID
			}
			if i+1 < len(found) {
				page.Next = found[i+1].ID
			}
		}
	}
	return nil
}

// choose finds the file for the editor: the one that is named, or the newest solution, or a new one.
func (s *Server) choose(page *reading, name string) error {
	found, err := s.files(page.ID)
	if err != nil {
		return &brokenError{err}
	}
	for _, f := range found {
		source := language.Source{Files: []language.File{{Name: f.name, Path: f.path}}}
		if solution := (workspace.Solution{Path: f.path, Source: source}); solution.IsOwn(page.Problem) {
			page.Files = append(page.Files, f.name)
		} else {
			page.Worked = append(page.Worked, f.name)
		}
	}
	for _, code := range practice.TemplateLanguages() {
		ending, _ := practice.TemplateEnding(code)
		if file := page.fresh(ending); !slices.Contains(page.Files, file) {
			page.Starts = append(page.Starts, start{file, code})
		}
	}
	if name == "" {
		if len(page.Files) > 0 {
			name = page.Files[0]
		} else {
			ending, found := practice.TemplateEnding(s.Language)
			if !found {
				ending, _ = practice.TemplateEnding("cpp")
			}
			name = page.fresh(ending)
		}
	}
	f, err := s.file(page.ID, name)
	if err != nil {
		return err
	}
	page.File, page.Stream = f.name, s.judging.newest(f.path)
	text, _, err := f.read()
	switch ending := strings.TrimPrefix(path.Ext(name), "."); {
	case err == nil:
		page.Source, page.Tag, page.Windows = string(text), tag(text), bytes.Contains(text, []byte("\r\n"))
	case !errors.Is(err, fs.ErrNotExist):
		page.Locked = err.Error()
	default:
		stem := strings.TrimSuffix(name, path.Ext(name))
		if page.Source, err = practice.Template(s.Workspace, page.Problem, stem, ending); err != nil {
			return fmt.Errorf("%s: %w", name, errNoFile)
		}
	}
	builder, err := s.Workspace.Builder()
	if err != nil {
		return &brokenError{err}
	}
	source := language.Source{Files: []language.File{{Name: name, Data: []byte(page.Source)}}}
	if row, err := builder.Table.Detect(source); err == nil {
		page.Code = row.ID
	}
	return nil
}

// fresh is the name of a new solution: the problem's, with a number behind it where a worked solution is called so.
func (page *reading) fresh(ending string) string {
	name := page.ID + "." + ending
	for i := 2; slices.Contains(page.Worked, name); i++ {
		name = page.ID + strconv.Itoa(i) + "." + ending
	}
	return name
}

// figureOf is where a figure of a statement is served, "" where its name is no picture's below the statement's folder.
func figureOf(id, name string) string {
	name = strings.TrimPrefix(name, "./")
	if pictures[strings.ToLower(path.Ext(name))] == "" || !fs.ValidPath(name) {
		return ""
	}
	return (&url.URL{Path: "/p/" + id + "/figures/" + name}).String()
}

// pictures are the kinds of figures that browsers show, by their endings.
var pictures = map[string]string{
	".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp",
}

// figure sends a picture of a statement, and nothing else of a package. What it holds is the author's, so it may do nothing.
func (s *Server) figure(w http.ResponseWriter, r *http.Request) {
	p, err := s.open(r.PathValue("id"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	name := r.PathValue("file")
	kind := pictures[strings.ToLower(path.Ext(name))]
	chosen, found := practice.Statement(p.Statements, "en")
	if !found || kind == "" || !fs.ValidPath(name) || !filepath.IsLocal(filepath.FromSlash(name)) {
		http.NotFound(w, r)
		return
	}
	picture, err := disk.OpenWithin(p.Dir, filepath.Join(filepath.Dir(chosen.Path), filepath.FromSlash(name)))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer picture.Close()
	info, err := picture.Stat()
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	w.Header().Set("Content-Type", kind)
	http.ServeContent(w, r, "", info.ModTime(), picture)
}
