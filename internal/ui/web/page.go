package web

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"sync"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/hint"
	"grundy/internal/ui/report"
	"grundy/internal/ui/terminal"
	"grundy/internal/ui/web/assets/editor"
)

// pages are the templates, one file per page, and parts of pages.
//
//go:embed templates
var pages embed.FS

var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"style":        style,
		"asset":        func(name string) string { return assetsRoot() + name },
		"editor":       func() string { return editorRoot() + editor.Main },
		"milliseconds": report.Milliseconds,
		"running":      report.RunningTime,
		"seconds":      report.Seconds,
		"count":        terminal.Count,
		"number":       func(i int) int { return i + 1 },
		"previous":     func(shown int) int { return max(0, shown-1) },
		"following":    func(shown, last int) int { return min(last, shown+1) },
		"line":         terminal.Line,
		"text":         terminal.Text,
		"page":         pageOf,
		"capital":      capital,
		"headed":       sentenceCase,
		"megabytes":    func(bytes int64) string { return bytesize.Size(bytes).Measured() },
	}).ParseFS(pages, "templates/*.html"))
})

// section is a page in the navigation.
type section struct {
	Path, Name string
	Key        string // opens it after g
}

// sections are in the order in which they are shown.
var sections = []section{
	{"./", "Problems", "p"},
	{"play", "Play", "y"},
	{"laboratory", "Laboratory", "l"},
	{"submissions", "Submissions", "s"},
	{"progress", "Progress", "h"},
	{"inbox", "Inbox", "i"},
	{"verify", "Verify", "v"},
}

// sections returns the sections that everyone has, and those that only this user has.
func (s *Server) sections() []section {
	if s.Hub == nil {
		return sections
	}
	return append(slices.Clone(sections), section{hubPath, "Hub", "u"})
}

// view is what a page shows.
type view struct {
	Title string
	// Template is the page's own part, which draws the data.
	Template string
	Data     any
	Status   int
	// Waiting reports that the page should be requested again soon. Its script does so.
	Waiting bool
}

// frame surrounds each page's own part.
type frame struct {
	view
	Main     template.HTML
	Base     string // the prefix of all addresses
	Path     string // of this page, below it
	Here     string // its whole address, below it
	Sections []section
	Nonce    string // of styles that scripts create
}

// Current says whether the page is that of a section: "page", or "true" for one below it, as in aria-current.
func (f frame) Current(s section) string {
	switch {
	case f.Path == s.Path:
		return "page"
	case strings.HasPrefix(f.Path, s.Path+"/"):
		return "true"
	}
	return ""
}

// errNoPage reports an unknown address.
var errNoPage = hint.Errorf("the list shows the problems", "there is no such page")

// page answers with a page, or with one that says what is wrong.
func (s *Server) page(show func(*http.Request) (view, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := show(r)
		if err != nil {
			v = view{Title: "Not found", Status: http.StatusNotFound}
			if r.Method != http.MethodGet && r.Method != http.MethodHead {
				v.Status = http.StatusMethodNotAllowed
			}
			var broken *brokenError
			if errors.As(err, &broken) {
				v.Title, v.Status = "Something is wrong", http.StatusInternalServerError
			}
			v.Template, v.Data = "trouble", errorPage{v.Title, faultOf(err)}
		}
		f := frame{view: v, Base: s.guard.base, Path: cmp.Or(strings.TrimPrefix(r.URL.Path, "/"), "./"), Here: "." + r.URL.RequestURI(), Sections: s.sections(), Nonce: rand.Text()}
		html, err := f.draw()
		if err != nil {
			s.Log.Warn("a page is not shown", "reason", err)
			http.Error(w, "grundy: the page cannot be drawn", http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", fmt.Sprintf(policy, f.Nonce))
		if v.Status != 0 {
			w.WriteHeader(v.Status)
		}
		_, _ = w.Write(html) // the browser may be gone
	}
}

// piece answers with a part of a page, drawn by a template, or that the browser has it already.
func piece(w http.ResponseWriter, r *http.Request, template string, data any) {
	var html bytes.Buffer
	if err := templates().ExecuteTemplate(&html, template, data); err != nil {
		refuse(w, http.StatusInternalServerError, err)
		return
	}
	w.Header().Set("ETag", tag(html.Bytes()))
	w.Header().Set("Cache-Control", "private, no-cache")
	if r.Header.Get("If-None-Match") == tag(html.Bytes()) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(html.Bytes()) // the browser may be gone
}

// draw returns the whole page. It draws the page's own part first, because templates are included by constant names.
func (f frame) draw() ([]byte, error) {
	var html bytes.Buffer
	if err := templates().ExecuteTemplate(&html, f.Template, f.Data); err != nil {
		return nil, err
	}
	f.Main = template.HTML(html.String())
	html.Reset()
	err := templates().ExecuteTemplate(&html, "page", f)
	return html.Bytes(), err
}

// errorPage is a page that says what is wrong.
type errorPage struct {
	Title string
	fault
}

// brokenError is an error that the user did not cause.
type brokenError struct{ error }

func (e *brokenError) Unwrap() error { return e.error }
