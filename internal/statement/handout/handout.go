package handout

import (
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"grundy/internal/app/practice"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/pkgfmt/problemset"
	"grundy/internal/statement"
	"grundy/internal/statement/formula"
	"grundy/internal/ui/terminal"
)

// Set is what is handed out together.
type Set struct {
	// Contest is shown on the cover, nil for no cover.
	Contest  *problemset.Set
	Problems []Problem
}

// Problem is a problem of a set.
type Problem struct {
	*problem.Problem
	Label string // "A", or ""
	// Color is that of its balloon: a name, such as orange, or #FF7109; "" for none.
	Color string
}

// Options configure the document.
type Options struct {
	// Language is the only language to write, "" for all. Slides are in one language: this one or else English.
	Language string
	// Solution writes the explanations of the solutions instead of the statements.
	Solution bool
	// Slides writes slides, of the problems and then of their solutions, or of the solutions alone.
	Slides bool
	// Formulas keeps formulas that were read; nil keeps none.
	Formulas formula.Memory
	// Draw converts the PDF figures of pages to SVG, and Print converts SVG to PDF for LaTeX. Without them such
	// figures are omitted, except SVG that grundy converts itself.
	Draw, Print func([]byte) ([]byte, error)
	// DrawTeX draws what LaTeX draws, as a PDF; nil omits such drawings.
	DrawTeX func(statement.Drawing) ([]byte, error)
}

// Sources are the texts of a problem that the document shows.
func (o Options) Sources(p *problem.Problem) []problem.Statement {
	switch {
	case o.Slides && !o.Solution:
		return append(presentations(p), p.Editorials...)
	case o.Slides, o.Solution:
		return p.Editorials
	}
	return p.Statements
}

// view is the content of the document.
type view struct {
	Language, Title string
	Slides          bool
	Cover           *cover
	Texts           []text
	sources         sources
}

// text is a statement or a solution in one language, or a slide of one.
type text struct {
	Words          words
	solution       bool
	Anchor         string // anchor of the article and of its pages
	Code           string // language code
	Label, Name    string
	Color          *colour // of the label, nil for none
	TimeLimit      string
	MemoryLimit    string
	HTML           template.HTML // for a page
	TeX, Typst     string        // for a LaTeX or Typst document
	Others         []text        // the same problem in other languages
	Credits        string
	Sources        []string
	License, Owner string
	Statistics     string // of a contest, on the last slide of a solution
}

// Direction is the direction in which the text is written.
func (t text) Direction() string { return statement.Direction(t.Code) }

// Head is the header of its pages.
func (t text) Head() string {
	if t.Label != "" {
		return t.Label + ": " + t.Name
	}
	return t.Name
}

// fact is a value with the words before it.
type fact struct{ Before, Value string }

// Limits are the limits of a problem, which are not repeated beside its solution.
func (t text) Limits() []fact {
	if t.solution {
		return nil
	}
	memory := fact{t.Words.Memory + ": ", t.MemoryLimit}
	if t.TimeLimit == "" {
		return []fact{memory}
	}
	return []fact{{t.Words.Time + ": ", t.TimeLimit}, memory}
}

// Facts stand below the name: the limits, and on the first slide of a problem or a solution its authors.
func (t text) Facts(onSlide bool) []fact {
	facts := t.Limits()
	if onSlide && t.Credits != "" {
		facts = append(facts, fact{t.Words.Author + ": ", t.Credits})
	}
	return facts
}

// Imprint states the authors and the license of a problem.
func (t text) Imprint() []fact {
	var facts []fact
	add := func(before, value string) {
		if value != "" {
			facts = append(facts, fact{before, value})
		}
	}
	add(t.Words.Author+": ", t.Credits)
	for _, source := range t.Sources {
		add("", source)
	}
	add("© ", t.Owner)
	add(t.Words.License+": ", t.License)
	return facts
}

// medium is a format for statements and their figures.
type medium interface {
	// write puts a source into a text.
	write(to *text, source []byte, kind string, given given) error
	// slides returns a copy of a text for each slide of a source.
	slides(of text, source []byte, kind string, given given) ([]text, error)
	// picture keeps an image of the given kind. The error tells the user why it cannot be shown.
	picture(kind string, data []byte) (picture, error)
}

// given are the inputs for writing a statement.
type given struct {
	constants map[string]string
	files     statement.Files
	samples   []statement.Sample
	figure    func(name string) picture
	drawing   func(statement.Drawing) picture
	formulas  formula.Memory
}

// forPage returns the options for a text on a page.
func (g given) forPage(t text) statement.HTMLOptions {
	return statement.HTMLOptions{
		Constants: g.constants, Files: g.files, Samples: g.samples, Words: t.Words.samples, Memory: g.formulas, Still: true, Anchor: t.Anchor + "-",
		Figure:  func(name string) string { return g.figure(name).File },
		Drawing: func(drawing statement.Drawing) string { return g.drawing(drawing).File },
	}
}

// typeset returns the options for paper.
func (g given) typeset(words statement.Words) statement.TeXOptions {
	return statement.TeXOptions{
		Constants: g.constants, Files: g.files, Samples: g.samples, Words: words, Memory: g.formulas,
		Figure: func(name string) (string, int) {
			shown := g.figure(name)
			return shown.File, shown.Points
		},
		Drawing: func(drawing statement.Drawing) (string, int) { return g.drawing(drawing).File, 0 },
	}
}

// view gathers the content of a document.
func (w *writer) view(set Set) (view, error) {
	v := view{Language: cmp.Or(w.options.Language, "en"), Slides: w.options.Slides}
	if set.Contest != nil {
		v.Title, v.Cover = set.Contest.Name, w.cover(set.Contest)
	}
	for _, p := range set.Problems {
		if p.Color != "" && colourOf(p.Color) == nil {
			w.note("%s: the color %s is unknown, so that its letter has none; write rgb: \"#FF7109\" in the list of the problems", p.ID, terminal.Line(p.Color))
		}
	}
	gather := w.gather
	if w.options.Slides {
		gather = w.show
	}
	if err := gather(&v, set); err != nil {
		return view{}, &sourceError{err}
	}
	v.sources = w.sources
	v.Title = cmp.Or(v.Title, v.Texts[0].Name)
	if len(set.Problems) == 1 && v.Cover == nil {
		v.Language = v.Texts[0].Code
	}
	return v, nil
}

// gather gathers the statements or the solutions of a set. Problems of a contest may lack a solution.
func (w *writer) gather(v *view, set Set) error {
	var missing *NoTextError
	for i, p := range set.Problems {
		texts, err := w.texts(p, fmt.Sprintf("p%d", i+1))
		if w.options.Solution && len(set.Problems) > 1 && errors.As(err, &missing) {
			w.note("%v", missing)
			continue
		}
		if err != nil {
			return err
		}
		v.Texts = append(v.Texts, texts...)
		if v.Cover != nil {
			first := row{Anchor: texts[0].Anchor, Label: p.Label, Color: texts[0].Color, Name: texts[0].Name}
			if !w.options.Solution {
				first.Time = texts[0].TimeLimit
			}
			v.Cover.Rows = append(v.Cover.Rows, first)
		}
	}
	if len(v.Texts) == 0 {
		return missing
	}
	if v.Cover != nil {
		v.Cover.Kind = w.kindOf(len(v.Cover.Rows))
	}
	return nil
}

// kindOf names the kind of a document about some problems.
func (w *writer) kindOf(problems int) string {
	name := "Problem set"
	if w.options.Solution {
		name = "Solutions"
	}
	return name + " (" + terminal.Count(problems, "problem") + ")"
}

// writer writes the statements of a set.
type writer struct {
	options Options
	medium  medium
	notes   []string // what the document lacks
	lacks   []string // what a page would not lack
	sources sources
}

func (w *writer) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(w.notes, text) {
		w.notes = append(w.notes, text)
	}
}

// texts returns the statements or the solutions of a problem, English first, the others by their codes.
func (w *writer) texts(p Problem, anchor string) ([]text, error) {
	sources, name := w.options.Sources(p.Problem), "statement"
	if w.options.Solution {
		name = "solution"
	}
	var codes []string
	for _, s := range sources {
		if !slices.Contains(codes, s.Language) {
			codes = append(codes, s.Language)
		}
	}
	slices.SortFunc(codes, func(a, b string) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), strings.Compare(a, b))
	})
	if wanted := w.options.Language; wanted != "" {
		if !slices.Contains(codes, wanted) {
			return nil, hint.Errorf("its languages are: "+cmp.Or(strings.Join(codes, ", "), "none"), "%s has no %s in the language %q", p.ID, name, wanted)
		}
		codes = []string{wanted}
	}
	samples, err := practice.Samples(p.Problem)
	if err != nil {
		return nil, err
	}
	var texts []text
	for _, code := range codes {
		chosen, found := practice.Statement(slices.DeleteFunc(slices.Clone(sources), func(s problem.Statement) bool { return s.Language != code }), code)
		if !found {
			w.note("%s: its %s in the language %s is a PDF, which is left out", p.ID, name, code)
			continue
		}
		one := newText(p, code)
		one.Anchor = anchor
		if len(texts) > 0 {
			one.Anchor += "-" + code
		}
		source, with, err := w.source(p.Problem, chosen)
		if err != nil {
			return nil, err
		}
		if one.solution = w.options.Solution; one.solution {
			source = explains(source, chosen.Kind)
		} else {
			with.samples = samples
		}
		if err := w.medium.write(&one, one.reference().Define(source, chosen.Kind), chosen.Kind, with); err != nil {
			return nil, fmt.Errorf("%s: %w", chosen.Path, err)
		}
		texts = append(texts, one)
	}
	if len(texts) == 0 {
		return nil, &NoTextError{p.Problem, w.options.Solution}
	}
	for i := range texts {
		for j := range texts {
			if i != j {
				texts[i].Others = append(texts[i].Others, texts[j])
			}
		}
	}
	return texts, nil
}

// newText returns a text without its content.
func newText(p Problem, code string) text {
	return text{
		Words: wordsOf(code), Code: code, Label: p.Label, Color: colourOf(p.Color), Name: cmp.Or(p.Names[code], p.Name()),
		TimeLimit: seconds(p.Problem), MemoryLimit: p.Limits.Memory.String(),
		Credits: strings.Join(p.Credits, ", "), Sources: p.Sources, License: license(p.License), Owner: p.Rights,
	}
}

// source reads a source, and returns what it is written with.
func (w *writer) source(p *problem.Problem, chosen problem.Statement) ([]byte, given, error) {
	source, err := fsutil.ReadWithin(p.Dir, chosen.Path)
	if err != nil {
		return nil, given{}, fmt.Errorf("read %s: %w", p.Place(chosen.Path), err)
	}
	w.sources = append(w.sources, sourceText{p.Place(chosen.Path), source})
	return source, given{constants: p.Constants, files: p.FilesOf(chosen), formulas: w.options.Formulas, figure: func(name string) picture { return w.figure(p, chosen, name) }, drawing: w.drawing}, nil
}

// sourceError is a fault of a problem that affects every printer.
type sourceError struct{ error }

func (e *sourceError) Unwrap() error { return e.error }

// NoTextError is the error for a problem whose statement or solution is not a text that can be converted.
type NoTextError struct {
	Problem  *problem.Problem
	Solution bool
}

func (e *NoTextError) Error() string {
	name := "statement"
	if e.Solution {
		name = "solution"
	}
	if len(e.sources()) > 0 {
		return e.Problem.ID + ": its " + name + " is a PDF, which no page can be made of"
	}
	return e.Problem.ID + ": it has no " + name
}

func (e *NoTextError) sources() []problem.Statement {
	if e.Solution {
		return e.Problem.Editorials
	}
	return e.Problem.Statements
}

// Hint implements hint.Hinter.
func (e *NoTextError) Hint() string {
	switch sources := e.sources(); {
	case len(sources) > 0:
		return "hand out " + sources[0].Path
	case e.Solution:
		return "write solution/solution.en.md"
	}
	return "write statement/problem.en.md"
}

// place sorts English before all others.
func place(code string) int {
	if code == "en" {
		return 0
	}
	return 1
}

// seconds is the time limit, "" if the package leaves it to be measured.
func seconds(p *problem.Problem) string {
	if p.Limits.Time == 0 {
		return ""
	}
	return p.Limits.TimeText()
}

// license returns the usual name of a license.
func license(code string) string {
	switch {
	case strings.HasPrefix(code, "cc "):
		return strings.ToUpper(code) + " 4.0"
	case code == "cc0":
		return "CC0 1.0"
	case code == "unknown" || code == "permission":
		return ""
	}
	return code
}
