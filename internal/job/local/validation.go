package local

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"grundy/internal/base/fsutil"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

func (e *Executor) validate(ctx context.Context, p *problem.Problem, j job.Validation) (result job.Validated, err error) {
	program, tc, err := find(p, j.Program, j.Kind, j.Case)
	if err != nil {
		return result, err
	}
	result.Valid, result.Message, err = e.judge.Validate(ctx, p, program, tc)
	return result, err
}

func (e *Executor) survey(ctx context.Context, p *problem.Problem, j job.Survey) (result job.Surveyed, err error) {
	program, tc, err := find(p, j.Program, "", j.Case)
	if err != nil {
		return result, err
	}
	result.Log, err = e.judge.Overview(ctx, p, program, tc)
	return result, err
}

// find finds a validator and the case that it is to look at.
func find(p *problem.Problem, name string, kind problem.ValidatorCaseKind, of string) (problem.Program, *problem.Case, error) {
	validators := slices.Concat(p.InputValidators, p.AnswerValidators)
	i := slices.IndexFunc(validators, func(v problem.Program) bool { return v.Name == name })
	if i < 0 {
		return problem.Program{}, nil, fmt.Errorf("problem %q has no validator %s", p.ID, name)
	}
	tc, err := job.FindCase(p, kind, of)
	return validators[i], tc, err
}

func (e *Executor) checkOutput(ctx context.Context, p *problem.Problem, j job.OutputCheck) (result job.OutputChecked, err error) {
	tc, err := job.FindCase(p, j.Kind, j.Case)
	if err != nil {
		return result, err
	}
	output, err := openFile(p, j.Output)
	if err != nil {
		return result, err
	}
	defer output.Close()
	result.Accepted, result.Message, err = e.judge.CheckOutput(ctx, p, *tc, output)
	return result, err
}

// openFile opens a file of a problem, or one that was made up.
func openFile(p *problem.Problem, f job.File) (io.ReadCloser, error) {
	if f.Part == job.MadeUp {
		return io.NopCloser(bytes.NewReader(f.Content)), nil
	}
	path, err := f.Path(p)
	if err != nil {
		return nil, err
	}
	return fsutil.OpenWithin(p.Dir, path)
}
