package local

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"grundy/internal/job"
	"grundy/internal/problem"
)

func (e *Executor) validate(ctx context.Context, p *problem.Problem, j job.Validation) (result job.Validated, err error) {
	program, path, err := find(p, j.Program, j.File)
	if err != nil {
		return result, err
	}
	result.Valid, result.Message, err = e.judge.ValidateInput(ctx, program, p, path, j.Args)
	return result, err
}

func (e *Executor) survey(ctx context.Context, p *problem.Problem, j job.Survey) (result job.Surveyed, err error) {
	program, path, err := find(p, j.Program, j.File)
	if err != nil {
		return result, err
	}
	result.Log, err = e.judge.Overview(ctx, program, p, path, j.Args)
	return result, err
}

// find finds a validator and the file that it is to look at.
func find(p *problem.Problem, name string, file job.File) (program problem.Program, path string, err error) {
	validators := slices.Concat(p.InputValidators, p.AnswerValidators)
	i := slices.IndexFunc(validators, func(v problem.Program) bool { return v.Name == name })
	if i < 0 {
		return program, "", fmt.Errorf("problem %q has no validator %s", p.ID, name)
	}
	path, err = file.Path(p)
	return validators[i], path, err
}

func (e *Executor) checkOutput(ctx context.Context, p *problem.Problem, j job.OutputCheck) (result job.OutputChecked, err error) {
	tc, err := job.FindCase(p, j.Kind, j.Case)
	if err != nil {
		return result, err
	}
	var output io.Reader = bytes.NewReader(j.Output.Content)
	if j.Output.Part != job.MadeUp {
		path, err := j.Output.Path(p)
		if err != nil {
			return result, err
		}
		file, err := os.Open(path)
		if err != nil {
			return result, err
		}
		defer file.Close()
		output = file
	}
	result.Accepted, result.Message, err = e.judge.CheckOutput(ctx, p, *tc, output)
	return result, err
}
