package handout

import (
	"cmp"
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
}

// Options configure the document.
type Options struct {
	// Language is the only language to write, "" for all.
	Language string
	// Draw converts the PDF figures of pages to SVG, and Print converts SVG to PDF for LaTeX. Without them such
	// figures are omitted, except SVG that grundy converts itself.
	Draw, Print func([]byte) ([]byte, error)
}

// view is the content of the document.
type view struct {
	Language, Title string
	Cover           *cover
	Texts           []text
}

// text is a statement in one language.
type text struct {
	Words          words
	Anchor         string // anchor of the article and of its pages
	Code           string // language code
	Label, Name    string
	TimeLimit      string
	MemoryLimit    string
	HTML           template.HTML // for a page
	TeX, Typst     string        // for a LaTeX or Typst document
	Others         []text        // the same problem in other languages
	Credits        string
	Sources        []string
	License, Owner string
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

// Limits are the limits of a problem.
func (t text) Limits() []fact {
	memory := fact{t.Words.Memory + ": ", t.MemoryLimit}
	if t.TimeLimit == "" {
		return []fact{memory}
	}
	return []fact{{t.Words.Time + ": ", t.TimeLimit}, memory}
}

// About states the authors and the license of a problem.
func (t text) About() []fact {
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
	// write puts a statement into a text.
	write(to *text, source []byte, kind string, given given) error
	// picture keeps an image of the given kind. The error tells the user why it cannot be shown.
	picture(kind string, data []byte) (picture, error)
}

// given are the inputs for writing a statement.
type given struct {
	constants map[string]string
	files     statement.Files
	samples   []statement.Sample
	figure    func(name string) picture
}

// typeset returns the options for paper.
func (g given) typeset(words statement.Words) statement.TeXOptions {
	return statement.TeXOptions{
		Constants: g.constants, Files: g.files, Samples: g.samples, Words: words,
		Figure: func(name string) (string, int) {
			shown := g.figure(name)
			return shown.File, shown.Points
		},
	}
}

// view gathers the content of a document.
func (w *writer) view(set Set) (view, error) {
	v := view{Language: cmp.Or(w.options.Language, "en")}
	if set.Contest != nil {
		v.Title, v.Cover = set.Contest.Name, w.cover(set.Contest)
	}
	for i, p := range set.Problems {
		texts, err := w.texts(p, fmt.Sprintf("p%d", i+1))
		if err != nil {
			return view{}, &sourceError{err}
		}
		v.Texts = append(v.Texts, texts...)
		v.Title = cmp.Or(v.Title, texts[0].Name)
		if len(set.Problems) == 1 && v.Cover == nil {
			v.Language = texts[0].Code
		}
		if v.Cover != nil {
			v.Cover.Rows = append(v.Cover.Rows, row{texts[0].Anchor, p.Label, texts[0].Name, texts[0].TimeLimit})
		}
	}
	return v, nil
}

// writer writes the statements of a set.
type writer struct {
	options Options
	medium  medium
	notes   []string // what the document lacks
	lacks   []string // what a page would not lack
}

func (w *writer) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(w.notes, text) {
		w.notes = append(w.notes, text)
	}
}

// texts returns the statements of a problem, English first, the others by their codes.
func (w *writer) texts(p Problem, anchor string) ([]text, error) {
	var codes []string
	for _, s := range p.Statements {
		if !slices.Contains(codes, s.Language) {
			codes = append(codes, s.Language)
		}
	}
	slices.SortFunc(codes, func(a, b string) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), strings.Compare(a, b))
	})
	if wanted := w.options.Language; wanted != "" {
		if !slices.Contains(codes, wanted) {
			return nil, hint.Errorf("its languages are: "+cmp.Or(strings.Join(codes, ", "), "none"), "%s has no statement in the language %q", p.ID, wanted)
		}
		codes = []string{wanted}
	}
	samples, err := practice.Samples(p.Problem)
	if err != nil {
		return nil, err
	}
	var texts []text
	for _, code := range codes {
		chosen, found := practice.Statement(slices.DeleteFunc(slices.Clone(p.Statements), func(s problem.Statement) bool { return s.Language != code }), code)
		if !found {
			w.note("%s: its statement in the language %s is a PDF, which is left out", p.ID, code)
			continue
		}
		source, err := fsutil.ReadWithin(p.Dir, chosen.Path)
		if err != nil {
			return nil, fmt.Errorf("read the statement: %w", err)
		}
		words := wordsOf(code)
		one := text{
			Words: words, Anchor: anchor, Code: code, Label: p.Label, Name: cmp.Or(p.Names[code], p.Name()),
			TimeLimit: seconds(p.Problem), MemoryLimit: p.Limits.Memory.String(),
			Credits: strings.Join(p.Credits, ", "), Sources: p.Sources, License: license(p.License), Owner: p.Rights,
		}
		if len(texts) > 0 {
			one.Anchor += "-" + code
		}
		with := given{p.Constants, p.FilesOf(chosen), samples, func(name string) picture { return w.figure(p.Problem, chosen, name) }}
		if err := w.medium.write(&one, source, chosen.Kind, with); err != nil {
			return nil, fmt.Errorf("%s: %w", chosen.Path, err)
		}
		texts = append(texts, one)
	}
	if len(texts) == 0 {
		return nil, &NoTextError{p.Problem}
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

// sourceError is a fault of a problem that affects every printer.
type sourceError struct{ error }

func (e *sourceError) Unwrap() error { return e.error }

// NoTextError is the error for a problem whose statement is not a text that can be converted.
type NoTextError struct{ Problem *problem.Problem }

func (e *NoTextError) Error() string {
	if len(e.Problem.Statements) > 0 {
		return e.Problem.ID + ": its statement is a PDF, which no page can be made of"
	}
	return e.Problem.ID + ": it has no statement"
}

// Hint implements hint.Hinter.
func (e *NoTextError) Hint() string {
	if len(e.Problem.Statements) > 0 {
		return "hand out " + e.Problem.Statements[0].Path
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
