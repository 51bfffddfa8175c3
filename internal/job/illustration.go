package job

import (
	"path/filepath"

	"grundy/internal/base/fsutil"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement/svgsafe"
)

// Illustration has a picture drawn of a test case: by the input visualizer, or of an output on the case by the output visualizer.
type Illustration struct {
	// Case is the name of the case, and Kind the kind of a validator case, "" for a test case. Input and Answer take the place of its
	// files when Made is set, which is for inputs that no case has: Case is but a name then.
	Case          string
	Kind          problem.ValidatorCaseKind
	Made          bool
	Input, Answer []byte
	// Output is what the picture shows, judged by the checker before it is drawn; nil for the case itself, unless there is a
	// Submission, whose output is shown.
	Output     *File
	Submission *Judgement
}

// Illustrated is a picture, cleaned of whatever acts. Of an output that is the judges' picture, or else the team's.
type Illustrated struct {
	Picture []byte
	// Extension tells its kind: ".svg".
	Extension string
	// Fault is why there is none, in words, "" when there is one. Detail is what was said about it, bounded.
	Fault, Detail string
}

func (Illustration) job() {}

// OfFinding has a picture drawn of an input that was found.
func OfFinding(found event.Counterexample) Illustration {
	return Illustration{Case: "found", Made: true, Input: found.Input, Answer: []byte(found.Answer)}
}

// OwnPicture is the illustration that a package has of a case. The case must have one.
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
