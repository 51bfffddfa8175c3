package site

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
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
		"page":         ProblemPage,
		"capital":      Capital,
		"headed":       SentenceCase,
		"megabytes":    func(bytes int64) string { return bytesize.Size(bytes).Measured() },
	}).ParseFS(pages, "templates/*.html"))
})

// Section is a page in the navigation.
type Section struct {
	Path, Name string
	Key        string // opens it after g
}

// sections are those that everyone has, in the order in which they are shown.
var sections = []Section{
	{"./", "Problems", "p"},
	{"play", "Play", "y"},
	{"laboratory", "Laboratory", "l"},
	{"submissions", "Submissions", "s"},
	{"progress", "Progress", "h"},
	{"inbox", "Inbox", "i"},
	{"verify", "Verify", "v"},
	{"settings", "Settings", "c"},
}

// View is what a page shows.
type View struct {
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
	View
	Main     template.HTML
	Base     string // the prefix of all addresses
	Path     string // of this page, below it
	Here     string // its whole address, below it
	Sections []Section
	Nonce    string // of styles that scripts create
}

// Current says whether the page is that of a section: "page", or "true" for one below it, as in aria-current.
func (f frame) Current(s Section) string {
	switch {
	case f.Path == s.Path:
		return "page"
	case strings.HasPrefix(f.Path, s.Path+"/"):
		return "true"
	}
	return ""
}

// ErrNoPage reports an unknown address.
var ErrNoPage = hint.Errorf("the list shows the problems", "there is no such page")

// Site is what all pages of a server share: the guard before them and the frame around them.
type Site struct {
	guard    *guard
	sections []Section
	log      *slog.Logger
}

// New returns the site of a server at a port of this machine. The addresses of the pages and the cookie follow from the
// key. More are sections that only this user has.
func New(port string, key []byte, log *slog.Logger, more ...Section) *Site {
	return &Site{guard: newGuard(port, key), sections: slices.Concat(sections, more), log: log}
}

// Address is what the user opens, as often as wished.
func (s *Site) Address() string { return s.guard.origin + s.guard.base + "/?token=" + s.guard.token }

// AddressOnce is good for one use, and does not tell where the pages lie: other users of the machine may see what a program is started
// with.
func (s *Site) AddressOnce() string { return s.guard.origin + "/?token=" + s.guard.once }

// Base is the path above all pages.
func (s *Site) Base() string { return s.guard.base }

// Redirect leads a browser to an address below the base.
func (s *Site) Redirect(w http.ResponseWriter, r *http.Request, address string) {
	http.Redirect(w, r, s.guard.base+"/"+address, http.StatusSeeOther)
}

// Guarded puts the guard before a handler, which sees paths without the base, and adds what pages load.
func (s *Site) Guarded(mux *http.ServeMux) http.Handler {
	mux.Handle("GET /"+assetsRoot(), assets())
	mux.Handle("GET /"+editorRoot(), cacheForever(editor.Handler()))
	mux.HandleFunc("/", s.Page(func(*http.Request) (View, error) { return View{}, ErrNoPage }))
	return s.guard.before(mux)
}

// Page answers with a page, or with one that says what is wrong.
func (s *Site) Page(show func(*http.Request) (View, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := show(r)
		if err != nil {
			v = View{Title: "Not found", Status: http.StatusNotFound}
			if r.Method != http.MethodGet && r.Method != http.MethodHead {
				v.Status = http.StatusMethodNotAllowed
			}
			var broken *brokenError
			if errors.As(err, &broken) {
				v.Title, v.Status = "Something is wrong", http.StatusInternalServerError
			}
			v.Template, v.Data = "trouble", errorPage{v.Title, FaultOf(err)}
		}
		f := frame{View: v, Base: s.guard.base, Path: cmp.Or(strings.TrimPrefix(r.URL.Path, "/"), "./"), Here: "." + r.URL.RequestURI(), Sections: s.sections, Nonce: rand.Text()}
		html, err := f.draw()
		if err != nil {
			s.log.Warn("a page is not shown", "reason", err)
			http.Error(w, "grundy: the page cannot be drawn", http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", fmt.Sprintf(policy, f.Nonce))
		if v.Status != 0 {
			w.WriteHeader(v.Status)
		}
		_, _ = w.Write([]byte(html)) // the browser may be gone
	}
}

// Piece answers with a part of a page, drawn by a template, or that the browser has it already.
func Piece(w http.ResponseWriter, r *http.Request, template string, data any) {
	html, err := Render(template, data)
	if err != nil {
		Refuse(w, http.StatusInternalServerError, err)
		return
	}
	w.Header().Set("ETag", Tag([]byte(html)))
	w.Header().Set("Cache-Control", "private, no-cache")
	if r.Header.Get("If-None-Match") == Tag([]byte(html)) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write([]byte(html)) // the browser may be gone
}

// Render draws a part of a page by a template.
func Render(name string, data any) (template.HTML, error) {
	var html bytes.Buffer
	err := templates().ExecuteTemplate(&html, name, data)
	return template.HTML(html.String()), err
}

// draw returns the whole page. It draws the page's own part first, because templates are included by constant names.
func (f frame) draw() (html template.HTML, err error) {
	if f.Main, err = Render(f.Template, f.Data); err != nil {
		return "", err
	}
	return Render("page", f)
}

// errorPage is a page that says what is wrong.
type errorPage struct {
	Title string
	Fault
}

// brokenError is an error that the user did not cause.
type brokenError struct{ error }

func (e *brokenError) Unwrap() error { return e.error }

// Broken marks an error as one that the user did not cause; a page says so.
func Broken(err error) error { return &brokenError{err} }
