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

// ExplanationsFile is where a package lists equivalent mutants, relative to its directory.
const ExplanationsFile = "solution/mutants.yaml"

// Explanation says why a surviving mutant is right: it is equivalent to the original on every valid case. It names
// the mutant by its ID, or by the line before and after the change. Lines are compared without indentation, so an
// explanation holds wherever the line moves.
type Explanation struct {
	// File is the solution below submissions/, followed by the file if the solution has several.
	File     string
	Mutant   string
	Operator event.Operator
	Line     string
	// Becomes is the changed line, "" for any change by the operator.
	Becomes string
	Reason  string
}

// Place names an explanation in messages.
func (e Explanation) Place() string {
	if e.Mutant != "" {
		return e.File + ": mutant " + e.Mutant
	}
	return fmt.Sprintf("%s: %s of %q", e.File, e.Operator, e.Line)
}

// ReadExplanations reads the explanations of a package; a package without the file has none. The error is a
// *problem.FaultError when the file is faulty.
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

// explanations reads a list of explanations and reports its faults.
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

// lack says what an explanation lacks, "" if it is complete.
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

// explains reports whether an explanation is about a mutant of the file called name.
func (e Explanation) explains(name string, m *event.Mutant) bool {
	if e.File != name {
		return false
	}
	if e.Mutant != "" {
		return e.Mutant == m.ID
	}
	return e.Operator == m.Operator && e.Line == m.Before && (e.Becomes == "" || e.Becomes == m.After)
}
