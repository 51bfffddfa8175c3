package web

import (
	"bytes"
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"sync"

	"grundy/internal/bytesize"
	"grundy/internal/hint"
	"grundy/internal/report"
	"grundy/internal/terminal"
	"grundy/internal/web/assets/editor"
)

// pages are the templates, one file a page, and pieces of pages.
//
//go:embed templates
var pages embed.FS

var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"sheets":       func() []string { return sheets },
		"asset":        func(name string) string { return assetsRoot() + name },
		"editor":       func() string { return editorRoot() + editor.Main },
		"milliseconds": report.Milliseconds,
		"running":      report.RunningTime,
		"seconds":      report.Seconds,
		"count":        report.Count,
		"line":         terminal.Line,
		"text":         terminal.Text,
		"megabytes":    func(bytes int64) string { return bytesize.Size(bytes).Measured() },
	}).ParseFS(pages, "templates/*.html"))
})

// view is what a page shows.
type view struct {
	Title string
	// Template is the page's own part.
	Template string
	Data     any

	Status int
	Nonce  string // of the styles that scripts make
}

// errNoPage is about an address that leads nowhere.
var errNoPage = hint.Errorf("the list shows the problems", "there is no such page")

// page answers with a page, or with one that says what is wrong.
func (s *Server) page(show func(*http.Request) (view, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := show(r)
		if err != nil {
			v = view{Title: "Not found", Template: "fault", Data: faultOf(err), Status: http.StatusNotFound}
			if r.Method != http.MethodGet && r.Method != http.MethodHead {
				v.Status = http.StatusMethodNotAllowed
			}
			var broken *brokenError
			if errors.As(err, &broken) {
				v.Title, v.Status = "Something is wrong", http.StatusInternalServerError
			}
		}
		v.Nonce = rand.Text()
		var html bytes.Buffer
		if err := templates().ExecuteTemplate(&html, "page", v); err != nil {
			s.Log.Warn("a page is not shown", "reason", err)
			http.Error(w, "grundy: the page cannot be drawn", http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", fmt.Sprintf(policy, v.Nonce))
		if v.Status != 0 {
			w.WriteHeader(v.Status)
		}
		_, _ = w.Write(html.Bytes()) // a browser that has gone away
	}
}

// brokenError is what the person who asks for a page has no part in.
type brokenError struct{ error }

func (e *brokenError) Unwrap() error { return e.error }
