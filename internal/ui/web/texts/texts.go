// Package texts draws the statements and editorials of packages for pages, and sends their figures.
package texts

import (
	"context"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"path/filepath"
	"strings"

	"grundy/internal/app/practice"
	"grundy/internal/app/statements"
	"grundy/internal/base/fsutil"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
	"grundy/internal/statement/svgsafe"
	"grundy/internal/store/workspace"
)

// Shown is a text of a package on a page.
type Shown struct {
	HTML     template.HTML // "" if the package has no text that can be shown
	Language string        // its code
}

// Direction is the direction in which the text is written.
func (t Shown) Direction() string { return statement.Direction(t.Language) }

// Statement draws the statement of a problem, with its samples, if possible in a given language. figure returns the
// address of a figure.
func Statement(
	ctx context.Context, w *workspace.Workspace, p *problem.Problem, samples []statement.Sample, language string, figure func(name string) string,
) (Shown, error) {
	text, err := practice.ReadText(w, p, p.Statements, language)
	if text == nil {
		return Shown{}, err
	}
	return Display(ctx, w, text, statement.HTMLOptions{Samples: samples, Figure: figure})
}

// Display draws a text. LaTeX sets its drawings if it is installed.
func Display(ctx context.Context, w *workspace.Workspace, text *practice.Text, options statement.HTMLOptions) (Shown, error) {
	options.Drawing = func(drawing statement.Drawing) string { return drawingAddress(ctx, w, drawing) }
	drawn, err := text.HTML(options)
	return Shown{drawn, text.Language}, err
}

// drawingAddress is the address of a drawing, "" if it cannot be drawn, which verify reports. What was drawn is in the cache.
func drawingAddress(ctx context.Context, w *workspace.Workspace, drawing statement.Drawing) string {
	tools, err := statements.Tools(w, func(string) {})
	if err != nil {
		return ""
	}
	address, err := tools.Address(ctx, drawing)
	if err != nil {
		return ""
	}
	return address
}

// Figure returns the address of a figure below another address; "" if the name is not that of a picture below the
// directory of its text.
func Figure(address, name string) string {
	name = strings.TrimPrefix(name, "./")
	if kind, _ := svgsafe.KindOf(path.Ext(name)); !kind.IsImage() || !fs.ValidPath(name) {
		return ""
	}
	return (&url.URL{Path: address + name}).String()
}

// Contain keeps a response from executing or loading anything: the author of a package controls its content.
func Contain(w http.ResponseWriter) {
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox")
}

// SendFigure sends a picture of one of the texts of a package, and nothing else of the package.
func SendFigure(w http.ResponseWriter, r *http.Request, p *problem.Problem, texts []problem.Statement) {
	name := r.PathValue("file")
	kind, _ := svgsafe.KindOf(path.Ext(name))
	chosen, found := practice.Statement(texts, "en")
	if !found || !kind.IsImage() || !fs.ValidPath(name) || !filepath.IsLocal(filepath.FromSlash(name)) {
		http.NotFound(w, r)
		return
	}
	picture, err := fsutil.OpenWithin(p.Dir, filepath.Join(filepath.Dir(chosen.Path), filepath.FromSlash(name)))
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
	Contain(w)
	w.Header().Set("Content-Type", kind.Type)
	http.ServeContent(w, r, "", info.ModTime(), picture)
}
