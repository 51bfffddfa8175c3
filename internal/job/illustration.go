package job

import (
	"path/filepath"

	"grundy/internal/base/fsutil"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement/svgsafe"
)

// Illustration draws a picture of a test case by the input visualizer, or of an output on it by the output
// visualizer.
type Illustration struct {
	// Case is the name of the case, and Kind the kind of a validator case, "" for a test case. If Made is set, Input
	// and Answer replace the case's files, for inputs outside the problem's cases; Case is only a name then.
	Case          string
	Kind          problem.ValidatorCaseKind
	Made          bool
	Input, Answer []byte
	// Output is the output to draw, which the checker judges first. If it is nil, the picture shows the Submission's
	// output, or without a Submission the case itself.
	Output     *File
	Submission *Judgement
}

// Illustrated is a picture without active content. Of an output it is the judges' picture, or else the team's.
type Illustrated struct {
	Picture []byte
	// Extension is its file extension: ".svg".
	Extension string
	// Fault says in words why there is no picture, "" if there is one. Detail is the bounded output about the fault.
	Fault, Detail string
}

func (Illustration) job() {}

// OfFinding draws a picture of a found input.
func OfFinding(found event.Counterexample) Illustration {
	return Illustration{Case: "found", Made: true, Input: found.Input, Answer: []byte(found.Answer)}
}

// OwnPicture is the picture of a case in its package. The case must have one.
func OwnPicture(p *problem.Problem, tc *problem.Case) (drawn Illustrated, err error) {
	data, err := fsutil.ReadWithin(p.Dir, tc.Picture)
	if err != nil {
		return drawn, err
	}
	drawn.Extension = filepath.Ext(tc.Picture)
	if drawn.Picture, err = svgsafe.Take(drawn.Extension, data); err != nil {
		drawn.Fault = err.Error()
	}
	return drawn, nil
}
