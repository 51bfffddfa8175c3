package practice

import (
	"fmt"
	html "html/template"
	"os"
	"path"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
	"grundy/internal/statement/formula"
	"grundy/internal/store/workspace"
)

// Statement picks the text in a language, else the first one, Markdown before LaTeX. It ignores other formats, which
// the judge cannot show.
func Statement(texts []problem.Statement, language string) (chosen problem.Statement, found bool) {
	best, rank := problem.Statement{}, 0
	for _, s := range texts {
		value := map[string]int{"md": 4, "tex": 2}[s.Kind]
		if value > 0 && s.Language == language {
			value += 4
		}
		if value > rank {
			best, rank = s, value
		}
	}
	return best, rank > 0
}

// Text is a statement, or the explanation of a solution or a part of one, that a terminal or a page shows.
type Text struct {
	problem.Statement
	source   []byte
	of       *problem.Problem
	formulas formula.Memory
}

// ReadText reads the one of a problem's texts that Statement picks, nil if none can be shown.
func ReadText(w *workspace.Workspace, p *problem.Problem, texts []problem.Statement, language string) (*Text, error) {
	chosen, found := Statement(texts, language)
	if !found {
		return nil, nil
	}
	source, err := fsutil.ReadWithin(p.Dir, chosen.Path)
	if err != nil {
		return nil, fmt.Errorf("read the package: %w", err)
	}
	source = ReferenceTo(p, chosen.Language).Define(source, chosen.Kind)
	return &Text{chosen, source, p, w.Formulas()}, nil
}

// part is a part of the text, in a format.
func (t *Text) part(source []byte, kind string) *Text {
	part := *t
	part.source, part.Kind = source, kind
	return &part
}

// Terminal writes the text for a terminal.
func (t *Text) Terminal(o statement.Options) (string, error) {
	o.Constants, o.Files, o.Memory = t.of.Constants, t.of.FilesOf(t.Statement), t.formulas
	text, err := statement.Render(t.source, t.Kind, o)
	if err != nil {
		return "", hint.Errorf("open it with another program", "%s: %v", t.Path, err)
	}
	return text, nil
}

// HTML writes the text for a page.
func (t *Text) HTML(o statement.HTMLOptions) (html.HTML, error) {
	o.Constants, o.Files, o.Memory = t.of.Constants, t.of.FilesOf(t.Statement), t.formulas
	return statement.HTML(t.source, t.Kind, o)
}

// Editorial explains a solution, after hints that the user opens one by one.
type Editorial struct {
	Hints    []Hint
	Solution *Text
}

// Hint is a text with its title.
type Hint struct {
	*Text
	Title string
}

// ReadEditorial reads the editorial of a problem, preferably in the given language; nil if none can be shown.
func ReadEditorial(w *workspace.Workspace, p *problem.Problem, language string) (*Editorial, error) {
	text, err := ReadText(w, p, p.Editorials, language)
	if text == nil {
		return nil, err
	}
	divided := statement.Divide(text.source, text.Kind)
	editorial := &Editorial{Solution: text.part(divided.Solution, text.Kind)}
	for _, hint := range divided.Hints {
		editorial.Hints = append(editorial.Hints, Hint{text.part(hint.Source, "md"), hint.Title})
	}
	return editorial, nil
}

// maxSample bounds how much of a sample is shown, in bytes.
const maxSample = 16 << 10

// Samples reads the samples as a statement shows them.
func Samples(p *problem.Problem) ([]statement.Sample, error) {
	var samples []statement.Sample
	for _, tc := range p.Samples() {
		sample := statement.Sample{Name: path.Base(tc.Name)}
		for _, part := range []struct {
			to    *string
			paths []string
		}{
			{&sample.Input, []string{tc.ShownInput, tc.Input}},
			{&sample.Answer, []string{tc.ShownAnswer, tc.Answer}},
			{&sample.Interaction, []string{tc.Interaction}},
		} {
			for _, file := range part.paths {
				if file == "" {
					continue
				}
				data, err := os.ReadFile(file)
				if err != nil {
					return nil, fmt.Errorf("read sample: %w", err)
				}
				if len(data) > maxSample {
					data = append(data[:maxSample:maxSample], "…\n"...)
				}
				*part.to = string(data)
				break
			}
		}
		samples = append(samples, sample)
	}
	return samples, nil
}
