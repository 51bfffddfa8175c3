package handout

import (
	"errors"
	"html/template"
	"path/filepath"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
	"grundy/internal/statement/svgsafe"
	"grundy/internal/ui/terminal"
)

// picture is an image as a document refers to it: an address or a file, with its width in points, or 0 if the file
// itself states it. The zero value is no image.
type picture struct {
	File   string
	Points int
}

// Address is the address of an image on a page.
func (p picture) Address() template.URL { return template.URL(p.File) }

// figure returns an image of a statement, the zero value if the package lacks it or if it cannot be shown.
func (w *writer) figure(p *problem.Problem, s problem.Statement, name string) picture {
	if file := p.Figure(s, name); file != "" {
		return w.picture(p.Dir, file)
	}
	return picture{} // which is a fault of the statement
}

// drawing returns the picture that LaTeX draws, the zero value if it cannot.
func (w *writer) drawing(drawing statement.Drawing) picture {
	if w.options.DrawTeX == nil {
		return picture{}
	}
	const shown = 40
	name := terminal.Line(strings.Join(strings.Fields(drawing.Source), " "))
	if letters := []rune(name); len(letters) > shown {
		name = string(letters[:shown]) + "…"
	}
	data, err := w.options.DrawTeX(drawing)
	if err != nil {
		w.notDrawn(name, err)
		return picture{}
	}
	return w.kept(name, "application/pdf", data)
}

// picture returns an image file of a directory. If it cannot be shown, it adds a note and returns the
// zero value.
func (w *writer) picture(dir, file string) picture {
	kind, found := svgsafe.KindOf(filepath.Ext(file))
	short := terminal.Line(filepath.Base(file))
	if !found {
		w.note("%s: no page can show it; its description is shown instead; put an SVG, PNG or PDF beside it", short)
		return picture{}
	}
	data, err := fsutil.ReadWithin(dir, file)
	if err != nil {
		w.note("%s: cannot be read; its description is shown instead (%v)", short, problem.Reason(err))
		return picture{}
	}
	return w.kept(short, kind.Type, data)
}

// kept keeps an image of a name in the document.
func (w *writer) kept(name, kind string, data []byte) picture {
	shown, err := w.medium.picture(kind, data)
	var lack *missingFigureError
	switch {
	case errors.As(err, &lack):
		w.lacks = append(w.lacks, name+" is left out ("+withRemedy(err)+")")
	case err != nil:
		w.notDrawn(name, err)
	}
	return shown
}

func (w *writer) notDrawn(name string, err error) {
	w.note("%s: its description is shown instead, since it cannot be drawn (%s)", name, withRemedy(err))
}

// withRemedy is the text of an error with its hint.
func withRemedy(err error) string {
	if said := hint.Of(err); said != "" {
		return err.Error() + ": " + said
	}
	return err.Error()
}

// missingFigureError says why a document cannot show a figure that a page would show.
type missingFigureError struct{ error }

func (e *missingFigureError) Unwrap() error { return e.error }
