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
	program, err := validatorOf(p, j.Program)
	if err != nil {
		return result, err
	}
	var tc *problem.Case
	if j.Made != nil {
		laid, clear, err := e.lay(j.Made)
		defer clear()
		if err != nil {
			return result, err
		}
		tc = laid
	} else if tc, err = job.FindCase(p, j.Kind, j.Case); err != nil {
		return result, err
	}
	result.Valid, result.Message, err = e.judge.Validate(ctx, p, program, tc)
	return result, err
}

func (e *Executor) survey(ctx context.Context, p *problem.Problem, j job.Survey) (result job.Surveyed, err error) {
	program, err := validatorOf(p, j.Program)
	if err != nil {
		return result, err
	}
	tc, err := job.FindCase(p, "", j.Case)
	if err != nil {
		return result, err
	}
	result.Log, err = e.judge.Overview(ctx, p, program, tc)
	return result, err
}

// validatorOf finds a validator by its name.
func validatorOf(p *problem.Problem, name string) (problem.Program, error) {
	validators := slices.Concat(p.InputValidators, p.AnswerValidators)
	i := slices.IndexFunc(validators, func(v problem.Program) bool { return v.Name == name })
	if i < 0 {
		return problem.Program{}, fmt.Errorf("problem %q has no validator %s", p.ID, name)
	}
	return validators[i], nil
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

// openFile opens a file of a problem, or one that the job brings along.
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
