package web

import (
	"html/template"

	"grundy/internal/app/practice"
	"grundy/internal/base/fsutil"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
)

// shownText is a text of a package on a page.
type shownText struct {
	HTML     template.HTML // "" if the package has no text that can be shown
	Language string        // its code
}

// Direction is the direction in which the text is written.
func (t shownText) Direction() string { return statement.Direction(t.Language) }

// drawStatement draws the statement of a problem, with its samples, if possible in a given language. figure returns the
// address of a figure.
func drawStatement(p *problem.Problem, samples []statement.Sample, language string, figure func(name string) string) (shownText, error) {
	chosen, found := practice.Statement(p.Statements, language)
	if !found {
		return shownText{}, nil
	}
	source, err := fsutil.ReadWithin(p.Dir, chosen.Path)
	if err != nil {
		return shownText{}, err
	}
	text, err := statement.HTML(source, chosen.Kind, statement.HTMLOptions{
		Constants: p.Constants, Samples: samples, Figure: figure,
	})
	return shownText{text, chosen.Language}, err
}
