package mutate

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"grundy/internal/event"
	"grundy/internal/problem"
)

// ExplanationsFile is where a package says which mutants do the same as the original, below its folder.
const ExplanationsFile = "solution/mutants.yaml"

// Explanation says why a mutant that survives is right: it does the same as the original in every valid case. It names
// the mutant by its ID, or by what is changed into what; lines are compared without their indentation, so that it holds
// wherever the line stands.
type Explanation struct {
	// File is the solution below submissions/, and below that the file if there are several.
	File     string         `yaml:"file"`
	Mutant   string         `yaml:"mutant"`
	Operator event.Operator `yaml:"operator"`
	Line     string         `yaml:"line"`
	// Becomes is the changed line, "" for whatever the operator makes of it.
	Becomes string `yaml:"becomes"`
	Reason  string `yaml:"reason"`
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
	var list []Explanation
	if err := yaml.UnmarshalWithOptions(text, &list, yaml.Strict()); err != nil {
		fault := problem.Diagnostic{
			Level: problem.Error, File: ExplanationsFile, Message: err.Error(),
			Help: "write a list of entries with file, mutant or operator and line, and reason; lines of code in quotes",
		}
		var placed yaml.Error
		if errors.As(err, &placed) {
			fault.Message, fault.Line = placed.GetMessage(), placed.GetToken().Position.Line
		}
		return nil, &problem.FaultError{Package: p.Dir, Diagnostics: problem.Diagnostics{fault}}
	}
	var faults problem.Diagnostics
	for i, e := range list {
		if lack := e.lack(); lack != "" {
			faults = append(faults, problem.Diagnostic{
				Level: problem.Error, File: ExplanationsFile, Message: fmt.Sprintf("entry %d: %s", i+1, lack),
			})
		}
		list[i].Line, list[i].Becomes = trimmed(e.Line), trimmed(e.Becomes)
	}
	if len(faults) > 0 {
		return nil, &problem.FaultError{Package: p.Dir, Diagnostics: faults}
	}
	return list, nil
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
