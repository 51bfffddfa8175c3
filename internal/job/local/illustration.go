package local

import (
	"context"
	"os"
	"path/filepath"

	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// illustrate draws a picture.
func (e *Executor) illustrate(ctx context.Context, p *problem.Problem, j job.Illustration) (result job.Illustrated, err error) {
	tc := &problem.Case{Name: j.Case}
	if j.Made {
		dir, err := os.MkdirTemp(e.scratch, "illustrated")
		if err != nil {
			return result, err
		}
		defer os.RemoveAll(dir)
		tc.Input, tc.Answer = filepath.Join(dir, "made.in"), filepath.Join(dir, "made.ans")
		for name, data := range map[string][]byte{tc.Input: j.Input, tc.Answer: j.Answer} {
			if err := os.WriteFile(name, data, 0o644); err != nil {
				return result, err
			}
		}
	} else if tc, err = job.FindCase(p, j.Kind, j.Case); err != nil {
		return result, err
	}
	switch {
	case j.Submission != nil:
		submission, _, err := e.build(ctx, p, *j.Submission)
		if err != nil {
			return result, err
		}
		return e.judge.IllustrateSubmission(ctx, submission, tc)
	case j.Output == nil:
		return e.judge.IllustrateCase(ctx, p, tc)
	}
	output, err := openFile(p, *j.Output)
	if err != nil {
		return result, err
	}
	defer output.Close()
	return e.judge.IllustrateOutput(ctx, p, tc, output)
}
