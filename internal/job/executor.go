package job

import (
	"context"
	"fmt"

	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
)

// Executor does jobs. Its methods may be called concurrently.
type Executor interface {
	// Do does a job on a problem and returns its result, whose type depends on the job's. It calls emit for each
	// event, one at a time, before it returns. When ctx ends, it stops and leaves nothing behind.
	Do(ctx context.Context, p *problem.Problem, j Job, emit func(event.Event)) (Result, error)
	// Prepare announces jobs that are likely to be requested before ctx ends. Until then an executor may keep their
	// resources ready: the build of a Judgement, the programs and slots of a SingleRun.
	Prepare(ctx context.Context, p *problem.Problem, j Job)
	// Slots is how many programs run at a time.
	Slots() int
	// Usage is the known usage of all programs so far.
	Usage() event.Usage
}

// Job is a piece of work: a Judgement, Validation, Survey, OutputCheck, Opening, Search, SingleRun, Comparison,
// Mutation, Illustration, Building, Generation, Execution or Exploration.
type Job interface{ job() }

// Result is the result of a job: event.Done, Validated, Surveyed, OutputChecked, event.Stress, Searched,
// SingleRunResult, Compared, Mutated, Illustrated, Built, Generated, Executed or Explored.
type Result any

// Client calls an executor.
type Client struct{ Executor Executor }

// Prepare announces jobs that are likely to be requested before ctx ends.
func (c Client) Prepare(ctx context.Context, p *problem.Problem, j Job) {
	c.Executor.Prepare(ctx, p, j)
}

// Slots is how many programs run at a time.
func (c Client) Slots() int { return c.Executor.Slots() }

// Usage is the known usage of all programs so far.
func (c Client) Usage() event.Usage { return c.Executor.Usage() }

// Judge judges a submission. If the user cancels ctx, the result says so, without an error. An error means that the
// source or the package cannot be judged at all, or that the judge failed.
func (c Client) Judge(ctx context.Context, p *problem.Problem, j Judgement, emit func(event.Event)) (event.Done, error) {
	return do[event.Done](ctx, c.Executor, p, j, emit)
}

// Validate runs a validator on a file. An error means that it could not run.
func (c Client) Validate(ctx context.Context, p *problem.Problem, j Validation) (Validated, error) {
	return do[Validated](ctx, c.Executor, p, j, ignore)
}

// Survey runs an input validator to learn which bounds an input reaches.
func (c Client) Survey(ctx context.Context, p *problem.Problem, j Survey) (Surveyed, error) {
	return do[Surveyed](ctx, c.Executor, p, j, ignore)
}

// CheckOutput judges an output by the problem's checker. The error is a *checker.JudgeError if the checker fails.
func (c Client) CheckOutput(ctx context.Context, p *problem.Problem, j OutputCheck) (OutputChecked, error) {
	return do[OutputChecked](ctx, c.Executor, p, j, ignore)
}

// Open builds everything that a search needs.
func (c Client) Open(ctx context.Context, p *problem.Problem, j Opening) (event.Stress, error) {
	return do[event.Stress](ctx, c.Executor, p, j, ignore)
}

// Search tries a range of seeds. When ctx ends, it returns the partial result beside the error.
func (c Client) Search(ctx context.Context, p *problem.Problem, j Search, emit func(event.Event)) (Searched, error) {
	return do[Searched](ctx, c.Executor, p, j, emit)
}

// Try tries a solution on one input.
func (c Client) Try(ctx context.Context, p *problem.Problem, j SingleRun) (SingleRunResult, error) {
	return do[SingleRunResult](ctx, c.Executor, p, j, ignore)
}

// Compare learns what inputs have in common.
func (c Client) Compare(ctx context.Context, p *problem.Problem, j Comparison) (Compared, error) {
	return do[Compared](ctx, c.Executor, p, j, ignore)
}

// Mutate judges mutants of a solution. When ctx ends, the remaining ones are NotRun.
func (c Client) Mutate(ctx context.Context, p *problem.Problem, j Mutation) (Mutated, error) {
	return do[Mutated](ctx, c.Executor, p, j, ignore)
}

// Illustrate draws a picture. The failure of a visualizer is part of the result; the error is a *CompileError or a
// *PackageError if a program cannot be built.
func (c Client) Illustrate(ctx context.Context, p *problem.Problem, j Illustration) (Illustrated, error) {
	return do[Illustrated](ctx, c.Executor, p, j, ignore)
}

func ignore(event.Event) {}

// do does a job with a result of type R.
func do[R Result](ctx context.Context, e Executor, p *problem.Problem, j Job, emit func(event.Event)) (R, error) {
	result, err := e.Do(ctx, p, j, emit)
	typed, ok := result.(R)
	if !ok && err == nil {
		err = fmt.Errorf("do a %T: the executor gave a %T, want a %T", j, result, typed)
	}
	return typed, err
}
