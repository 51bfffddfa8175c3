package stress

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"grundy/internal/event"
	"grundy/internal/hint"
	"grundy/internal/job"
	"grundy/internal/language"
	"grundy/internal/problem"
	"grundy/internal/sandbox"
	"grundy/runner"
)

// Builder builds what a case needs.
type Builder interface {
	Submission(ctx context.Context, p *problem.Problem, j job.Judgement) (*runner.Submission, event.Compile, error)
	Program(ctx context.Context, p *problem.Problem, program problem.Program) (*language.Program, error)
	Validator(ctx context.Context, p *problem.Problem, program problem.Program) (*runner.Validator, error)
}

// Lender lends slots.
type Lender interface {
	Slots() int
	Lend(ctx context.Context, do func(*runner.Worker) error) error
}

// Judge builds and runs; a runner.Judge is one.
type Judge interface {
	Builder
	Lender
}

// Setup says who is tried by what.
type Setup struct {
	Problem *problem.Problem
	// Suspect is the solution that is tried, Trusted the one that is right, nil without one.
	Suspect job.Judgement
	Trusted *job.Judgement
	// Generators make the inputs; none when only given inputs are tried.
	Generators []Generator
	Sizes      Sizes
	// Template has the arguments and the files that the case of each input gets.
	Template problem.Case
	// Folder is an existing folder for inputs and answers. It is not emptied.
	Folder string
	// Seed and Tier are told, and not used.
	Seed event.Seed
	Tier sandbox.Tier
}

// Trial is a solution that is ready to be tried.
type Trial struct {
	judge      Judge
	setup      Setup
	suspect    *runner.Submission
	trusted    *runner.Submission // nil without one
	validators []validator
	schedule   schedule
	programs   []*language.Program // of the generators
	decision   event.Decision
	// external tells that a program of the package judges outputs, which may be wrong about a right one.
	external bool
}

// validator is an input validator and what it is called.
type validator struct {
	*runner.Validator
	name string
	args []string
}

// Decides says how failures are told: what there is to go by.
func Decides(p *problem.Problem, trusted bool) event.Decision {
	switch {
	case p.Type.Interactive || p.Type.MultiPass:
		return event.ByChecker // there is no output apart from what the interactor sees
	case trusted:
		return event.ByAnswer
	case len(p.Output.Programs) > 0:
		return event.ByChecker
	}
	return event.ByEnding
}

// Open builds everything. A *CompileError tells of a solution that cannot be built, a *job.PackageError of a generator,
// validator or checker.
func Open(ctx context.Context, judge Judge, setup Setup, emit func(event.Event)) (*Trial, error) {
	p := setup.Problem
	if p.Type.SubmitAnswer {
		return nil, hint.Errorf("name a problem whose solutions are programs",
			"problem %q: answers are submitted, not programs: there is nothing to run on other inputs", p.ID)
	}
	t := &Trial{judge: judge, setup: setup, schedule: newSchedule(setup.Generators), external: len(p.Output.Programs) > 0}
	t.decision = Decides(p, setup.Trusted != nil)
	opened := event.Stress{
		Problem: p.ID, Solution: setup.Suspect.Name, Decision: t.decision, TimeLimit: p.Limits.Time,
		Slots: judge.Slots(), Seed: setup.Seed, Tier: setup.Tier,
	}
	var err error
	if t.suspect, err = t.enter(ctx, setup.Suspect, &opened); err != nil {
		return nil, err
	}
	if setup.Trusted != nil {
		opened.Against = setup.Trusted.Name
		if t.trusted, err = t.enter(ctx, *setup.Trusted, &opened); err != nil {
			return nil, err
		}
	}
	for _, program := range p.InputValidators {
		built, err := judge.Validator(ctx, p, program)
		if err != nil {
			return nil, err
		}
		t.validators = append(t.validators, validator{built, program.Name, setup.Template.InputValidatorArgs(program)})
		opened.Validators = append(opened.Validators, program.Name)
	}
	for _, g := range setup.Generators {
		built, err := judge.Program(ctx, p, g.Program)
		if err != nil {
			return nil, err
		}
		t.programs = append(t.programs, built)
		opened.Generators = append(opened.Generators, g.String())
	}
	emit(opened)
	return t, nil
}

// enter builds a solution.
func (t *Trial) enter(ctx context.Context, j job.Judgement, opened *event.Stress) (*runner.Submission, error) {
	submission, compiled, err := t.judge.Submission(ctx, t.setup.Problem, j)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", j.Name, err)
	case submission == nil:
		return nil, &CompileError{j.Name, compiled}
	}
	opened.Compiles = append(opened.Compiles, compiled)
	return submission, nil
}

// staff has do done at a desk in every slot, at the same time, and joins their errors. The first one ends the others.
func (t *Trial) staff(ctx context.Context, do func(context.Context, *desk) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make(chan error)
	for range t.judge.Slots() {
		go func() {
			errs <- t.judge.Lend(ctx, func(w *runner.Worker) error {
				d, err := t.newDesk(w)
				if err != nil {
					return err
				}
				return errors.Join(do(ctx, d), d.close())
			})
		}()
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

// newDesk makes a desk with files of its own.
func (t *Trial) newDesk(w *runner.Worker) (*desk, error) {
	dir, err := os.MkdirTemp(t.setup.Folder, "desk-")
	if err != nil {
		return nil, fmt.Errorf("make scratch folder: %w", err)
	}
	// Checkers run as somebody else.
	if err := os.Chmod(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make scratch folder: %w", err)
	}
	d := &desk{trial: t, worker: w, dir: dir}
	if d.input, err = runner.OpenScratch(filepath.Join(dir, "in")); err != nil {
		return nil, err
	}
	if d.answer, err = runner.OpenScratch(filepath.Join(dir, "ans")); err != nil {
		return nil, errors.Join(err, d.input.Close())
	}
	return d, nil
}
