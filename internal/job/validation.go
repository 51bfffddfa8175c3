package job

import (
	"fmt"

	"grundy/internal/pkgfmt/problem"
)

// File names a file of a problem's test data by its case, or contains one.
type File struct {
	// Case is the name of the case, and Kind the kind of a validator case, "" for a test case.
	Case string
	Kind problem.ValidatorCaseKind
	Part Part
	// Content is the whole of a file outside the problem's cases; Part is MadeUp then.
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

// FindCase finds a case of a problem by its name and kind.
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

// Path is the path of a problem's file on this machine.
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

// Validation runs an input or answer validator of the problem on the input or the answer of a case.
type Validation struct {
	// Program is the validator's name.
	Program string
	// Case is the name of the case, and Kind the kind of a validator case, "" for a test case.
	Case string
	Kind problem.ValidatorCaseKind
	// Made replaces the case of the problem unless it is nil.
	Made *Made
}

// Validated is a validator's verdict, with its message.
type Validated struct {
	Valid   bool
	Message string
}

// Survey makes an input validator log which bounds the input of a test case reaches, in testlib's format.
type Survey struct{ Program, Case string }

// Surveyed is the log, "" if the input is invalid or the validator cannot write one.
type Surveyed struct{ Log string }

// OutputCheck judges a file as the output on a case by the problem's checker.
type OutputCheck struct {
	// Case is the name of the case, and Kind the kind of a validator case, "" for a test case.
	Case   string
	Kind   problem.ValidatorCaseKind
	Output File
}

// OutputChecked is the checker's verdict, with its message if it does not accept.
type OutputChecked struct {
	Accepted bool
	Message  string
}

func (Validation) job()  {}
func (Survey) job()      {}
func (OutputCheck) job() {}
