package local

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/runner"
)

// explored does an Exploration that returns its outputs.
func (e *Executor) explored(ctx context.Context, p *problem.Problem, j job.Exploration, emit func(event.Event)) (job.Explored, error) {
	outputs := make([][]byte, len(j.Inputs))
	room := int64(job.MaxContent)
	result, err := e.Explore(ctx, p, j, func(i int, output io.Reader) (err error) {
		outputs[i], err = io.ReadAll(io.LimitReader(output, room+1))
		if room -= int64(len(outputs[i])); room < 0 {
			return &job.ContentError{What: "the output of " + j.Program.Name}
		}
		return err
	}, emit)
	if err != nil {
		return result, err
	}
	for i, output := range outputs {
		result.Answers[i].Output = output
	}
	return result, nil
}

// Explore runs a program on inputs in all slots concurrently.
func (e *Executor) Explore(ctx context.Context, p *problem.Problem, j job.Exploration, save job.Save, emit func(event.Event)) (result job.Explored, err error) {
	x := &explorer{executor: e, problem: p, job: j, save: save}
	e.watch(j.Program.Name, emit, func(func(event.Event)) { err = x.build(ctx) })
	if err != nil {
		return result, err
	}
	result.Answers = make([]job.Answered, len(j.Inputs))
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range min(len(j.Inputs), e.judge.Slots()) {
		group.Go(func() error {
			return e.judge.Lend(ctx, func(w *runner.Worker) error {
				for i := int(next.Add(1)) - 1; i < len(j.Inputs); i = int(next.Add(1)) - 1 {
					if ctx.Err() != nil {
						return context.Cause(ctx)
					}
					var err error
					if result.Answers[i], err = x.answer(ctx, w, i); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
	return result, group.Wait()
}

// explorer is a running Exploration.
type explorer struct {
	executor   *Executor
	problem    *problem.Problem
	job        job.Exploration
	submission *runner.Submission // nil if no program answers
	validators []*runner.Validator

	mu   sync.Mutex // guards save
	save job.Save
}

func (x *explorer) build(ctx context.Context) (err error) {
	if x.job.Program.Name != "" {
		if x.submission, _, err = x.executor.build(ctx, x.problem, x.job.Program); err != nil {
			return err
		}
	}
	if x.job.Validate {
		x.validators, err = x.executor.judge.InputValidators(ctx, x.problem)
	}
	return err
}

// answer validates an input and runs the program on it.
func (x *explorer) answer(ctx context.Context, w *runner.Worker, i int) (result job.Answered, err error) {
	tc, clear, err := x.executor.lay(&x.job.Inputs[i])
	defer clear()
	if err != nil {
		return result, err
	}
	for k, validator := range x.validators {
		valid, message, err := w.Validate(ctx, validator, tc)
		if err != nil {
			return result, err
		}
		if !valid {
			result.Refused, result.Message = x.problem.InputValidators[k].Name, message
			return result, nil
		}
	}
	switch {
	case x.submission == nil:
		return result, nil
	case x.problem.Type.Interactive:
		result.Test, err = w.Try(ctx, x.submission, tc)
		result.Test.Input, result.Test.Answer = "", ""
		return result, err
	}
	output, err := x.executor.newOutput()
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, output.remove()) }()
	if result.Test, err = w.Answer(ctx, x.submission, tc, output.File); err != nil {
		return result, err
	}
	result.Test.Input, result.Test.Answer = "", ""
	if x.save == nil {
		return result, nil
	}
	printed, err := output.content()
	if err != nil {
		return result, err
	}
	size := printed.Size()
	if x.job.Most > 0 {
		size = min(size, x.job.Most)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return result, x.save(i, io.LimitReader(printed, size))
}
