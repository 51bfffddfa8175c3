package handout

import (
	"errors"
	"html/template"
	"path/filepath"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/problem"
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
	kept, err := w.medium.picture(kind.Type, data)
	if err != nil {
		reason := err.Error()
		if said := hint.Of(err); said != "" {
			reason += ": " + said
		}
		var lack *missingFigureError
		if errors.As(err, &lack) {
			w.lacks = append(w.lacks, short+" is left out ("+reason+")")
		} else {
			w.note("%s: its description is shown instead, since it cannot be drawn (%s)", short, reason)
		}
	}
	return kept
}

// missingFigureError says why a document cannot show a figure that a page would show.
type missingFigureError struct{ error }

func (e *missingFigureError) Unwrap() error { return e.error }
