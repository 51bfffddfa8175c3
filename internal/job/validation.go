package job

import (
	"fmt"

	"grundy/internal/pkgfmt/problem"
)

// File names a file of a problem's test data by its case, or is one that was made up.
type File struct {
	// Case is the name of the case, and Kind the kind of a validator case, "" for a test case.
	Case string
	Kind problem.ValidatorCaseKind
	Part Part
	// Content is all of a file that no case has; Part is MadeUp then.
	Content []byte
}

// Part is one file of a case.
type Part string

// The parts.
const (
	Input  Part = "input"
	Answer Part = "answer"
	Output Part = "output" // of a validator case
	MadeUp Part = "content"
)

// FindCase finds the case of a problem that a name and a kind stand for.
func FindCase(p *problem.Problem, kind problem.ValidatorCaseKind, name string) (*problem.Case, error) {
	if kind == "" {
		if c := p.Data.Case(name); c != nil {
			return c, nil
		}
		return nil, fmt.Errorf("problem %q has no case %s", p.ID, name)
	}
	if c := p.ValidatorCase(kind, name); c != nil {
		return &c.Case, nil
	}
	return nil, fmt.Errorf("problem %q has no %s %s", p.ID, kind, name)
}

// Path is where a file of a problem lies on this machine.
func (f File) Path(p *problem.Problem) (string, error) {
	c, err := FindCase(p, f.Kind, f.Case)
	if err != nil {
		return "", err
	}
	path := ""
	switch f.Part {
	case Input:
		path = c.Input
	case Answer:
		path = c.Answer
	case Output:
		if known := p.ValidatorCase(f.Kind, f.Case); known != nil {
			path = known.Output
		}
	}
	if path == "" {
		return "", fmt.Errorf("problem %q: %s has no %s", p.ID, f.Case, f.Part)
	}
	return path, nil
}

// Validation has an input or answer validator of the problem look at a case: at its input, or at its answer.
type Validation struct {
	// Program is the validator's name.
	Program string
	// Case is the name of the case, and Kind the kind of a validator case, "" for a test case.
	Case string
	Kind problem.ValidatorCaseKind
	// Made takes the place of a case of the problem, nil for that.
	Made *Made
}

// Validated is a validator's word. Message is what it said.
type Validated struct {
	Valid   bool
	Message string
}

// Survey has an input validator log which bounds the input of a test case reaches, in the words of testlib.
type Survey struct{ Program, Case string }

// Surveyed is the log, "" when the input is not valid or the validator cannot do that.
type Surveyed struct{ Log string }

// OutputCheck has the problem's checker judge a file as the output on a case.
type OutputCheck struct {
	// Case is the name of the case, and Kind the kind of a validator case, "" for a test case.
	Case   string
	Kind   problem.ValidatorCaseKind
	Output File
}

// OutputChecked is the checker's word, with its message when it does not accept.
type OutputChecked struct {
	Accepted bool
	Message  string
}

func (Validation) job()  {}
func (Survey) job()      {}
func (OutputCheck) job() {}
