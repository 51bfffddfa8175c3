package local

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/runner"
)

// preparedSetup is a solution that is ready to be tried.
type preparedSetup struct {
	judge      *runner.Judge
	scratch    string
	problem    *problem.Problem
	setup      job.Setup
	solution   *runner.Submission
	trusted    *runner.Submission // nil without one
	validators []validator
	schedule   job.Schedule
	programs   []*language.Program // of the generators
	decision   event.Decision
	// external reports that a program of the package judges outputs, which may reject a right one.
	external bool
	compiles []event.Compile
}

// validator is an input validator and its name.
type validator struct {
	*runner.Validator
	name string
}

// open builds what a setup names.
func (e *Executor) open(ctx context.Context, p *problem.Problem, setup job.Setup) (*preparedSetup, error) {
	if p.Type.SubmitAnswer {
		return nil, hint.Errorf("name a problem whose solutions are programs",
			"problem %q: answers are submitted, not programs: there is nothing to run on other inputs", p.ID)
	}
	t := &preparedSetup{
		judge: e.judge, scratch: e.scratch, problem: p, setup: setup, decision: setup.Decides(p),
		schedule: job.NewSchedule(setup.Generators, setup.Sizes), external: len(p.Output.Programs) > 0,
	}
	var err error
	var compiled event.Compile
	if t.solution, compiled, err = e.build(ctx, p, setup.Solution); err != nil {
		return nil, err
	}
	t.compiles = append(t.compiles, compiled)
	if setup.HasReference() {
		if t.trusted, compiled, err = e.build(ctx, p, setup.Trusted); err != nil {
			return nil, err
		}
		t.compiles = append(t.compiles, compiled)
	}
	for _, program := range p.InputValidators {
		built, err := e.judge.Validator(ctx, p, program)
		if err != nil {
			return nil, err
		}
		t.validators = append(t.validators, validator{built, program.Name})
	}
	for _, g := range setup.Generators {
		built, err := e.judge.Tool(ctx, p, g.Program, g.Source)
		if err != nil {
			return nil, err
		}
		t.programs = append(t.programs, built)
	}
	return t, nil
}

// build builds a solution. The error is a *job.CompileError if its source is faulty.
func (e *Executor) build(ctx context.Context, p *problem.Problem, j job.Judgement) (*runner.Submission, event.Compile, error) {
	submission, compiled, err := e.judge.Submission(ctx, p, j)
	switch {
	case err != nil:
		return nil, compiled, fmt.Errorf("%s: %w", j.Name, err)
	case submission == nil:
		return nil, compiled, &job.CompileError{Solution: j.Name, Compile: compiled}
	}
	return submission, compiled, nil
}

// opened reports what was built.
func (t *preparedSetup) opened() event.Stress {
	opened := event.Stress{
		Problem: t.problem.ID, Solution: t.setup.Solution.Name, Against: t.setup.Trusted.Name, Decision: t.decision,
		TimeLimit: t.problem.Limits.Time, Tier: t.judge.Tier(), Slots: t.judge.Slots(), Compiles: t.compiles,
	}
	for _, v := range t.validators {
		opened.Validators = append(opened.Validators, v.name)
	}
	for _, g := range t.setup.Generators {
		opened.Generators = append(opened.Generators, g.String())
	}
	return opened
}

// everywhere calls do concurrently with a runner in every slot. The first error ends the others.
func (t *preparedSetup) everywhere(ctx context.Context, do func(context.Context, *inputRunner) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make(chan error)
	for range t.judge.Slots() {
		go func() { errs <- t.once(ctx, do) }()
	}
	var first error
	for range t.judge.Slots() {
		if err := <-errs; err != nil && first == nil {
			first = err
			cancel()
		}
	}
	return first
}

// once calls do with a runner in one slot.
func (t *preparedSetup) once(ctx context.Context, do func(context.Context, *inputRunner) error) error {
	return t.judge.Lend(ctx, func(w *runner.Worker) error {
		b, err := t.newRunner(w)
		if err != nil {
			return err
		}
		return errors.Join(do(ctx, b), b.close())
	})
}

// newRunner makes a runner with files of its own.
func (t *preparedSetup) newRunner(w *runner.Worker) (*inputRunner, error) {
	dir, err := readableDir(t.scratch, "runner-")
	if err != nil {
		return nil, fmt.Errorf("make scratch directory: %w", err)
	}
	b := &inputRunner{trial: t, worker: w, dir: dir}
	if b.input, err = fsutil.Fresh(filepath.Join(dir, "in")); err != nil {
		return nil, err
	}
	if b.answer, err = fsutil.Fresh(filepath.Join(dir, "ans")); err != nil {
		return nil, errors.Join(err, b.input.Close())
	}
	return b, nil
}
