package mutate

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/yamldoc"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
)

// ExplanationsFile is where a package says which mutants do the same as the original, below its folder.
const ExplanationsFile = "solution/mutants.yaml"

// Explanation says why a mutant that survives is right: it does the same as the original in every valid case. It names
// the mutant by its ID, or by what is changed into what; lines are compared without their indentation, so that it holds
// wherever the line stands.
type Explanation struct {
	// File is the solution below submissions/, and below that the file if there are several.
	File     string
	Mutant   string
	Operator event.Operator
	Line     string
	// Becomes is the changed line, "" for whatever the operator makes of it.
	Becomes string
	Reason  string
}

// Place names an explanation for people.
func (e Explanation) Place() string {
	if e.Mutant != "" {
		return e.File + ": mutant " + e.Mutant
	}
	return fmt.Sprintf("%s: %s of %q", e.File, e.Operator, e.Line)
}

// ReadExplanations reads those of a package, none when it has no such file. The error is a *problem.FaultError when the
// file is not as it should be.
func ReadExplanations(p *problem.Problem) ([]Explanation, error) {
	text, err := os.ReadFile(filepath.Join(p.Dir, filepath.FromSlash(ExplanationsFile)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read explanations: %w", err)
	}
	report := &problem.Report{}
	var list []Explanation
	if root, ok := report.Parse(ExplanationsFile, text); ok {
		list = explanations(root, report)
	}
	if fatal := report.Faults.Fatal(false); len(fatal) > 0 {
		return nil, &problem.FaultError{Package: p.Dir, Diagnostics: fatal}
	}
	return list, nil
}

// explanations reads a list of them, and reports what is wrong with it.
func explanations(root yamldoc.Value, report *problem.Report) []Explanation {
	items, _ := root.Items("write a list of entries with file, mutant or operator and line, and reason; lines of code in quotes")
	var list []Explanation
	for i, item := range items {
		m, ok := item.Mapping()
		if !ok {
			continue
		}
		var e Explanation
		var operator string
		for _, key := range []struct {
			name string
			into *string
		}{
			{"file", &e.File},
			{"mutant", &e.Mutant},
			{"operator", &operator},
			{"line", &e.Line},
			{"becomes", &e.Becomes},
			{"reason", &e.Reason},
		} {
			if v, ok := m.Take(key.name); ok {
				*key.into, _ = v.Scalar()
			}
		}
		m.Finish(nil)
		e.Operator = event.Operator(operator)
		if lack := e.lack(); lack != "" {
			report.Fail(problem.At(item), "", "entry %d: %s", i+1, lack)
		}
		e.Line, e.Becomes = trimmed(e.Line), trimmed(e.Becomes)
		list = append(list, e)
	}
	return list
}

// lack says what an explanation needs, "" when it has all.
func (e Explanation) lack() string {
	switch {
	case strings.TrimSpace(e.Reason) == "":
		return "reason is missing: say why the mutant is right"
	case e.File == "":
		return "file is missing: name the solution below submissions/"
	case e.Mutant != "":
		return ""
	case e.Line == "" || e.Operator == "":
		return "it names no mutant: give mutant, or operator and line"
	case !slices.Contains(Operators(), e.Operator):
		return fmt.Sprintf("no operator %q, there are %s", e.Operator, names(Operators()))
	}
	return ""
}

func trimmed(text string) string { return joinTrimmed(lines(strings.TrimSpace(text))) }

// explains tells whether an explanation is of a mutant of the file called name.
func (e Explanation) explains(name string, m *event.Mutant) bool {
	if e.File != name {
		return false
	}
	if e.Mutant != "" {
		return e.Mutant == m.ID
	}
	return e.Operator == m.Operator && e.Line == m.Before && (e.Becomes == "" || e.Becomes == m.After)
}
