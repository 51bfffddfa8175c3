// Package jobtest has a job.Executor for tests of packages that use jobs. It calls a function and runs no program.
//
//	client := job.Client{Executor: jobtest.Executor(func(_ context.Context, _ *problem.Problem, j job.Job, _ func(event.Event)) (job.Result, error) {
//		return job.Validated{Valid: true}, nil
//	})}
package jobtest

import (
	"context"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// Executor does jobs by calling a function, concurrently if called so. Like executors on other machines it is not
// job.Attached.
type Executor func(ctx context.Context, p *problem.Problem, j job.Job, emit func(event.Event)) (job.Result, error)

// Do calls the function.
func (e Executor) Do(ctx context.Context, p *problem.Problem, j job.Job, emit func(event.Event)) (job.Result, error) {
	return e(ctx, p, j, emit)
}

// Prepare does nothing.
func (Executor) Prepare(context.Context, *problem.Problem, job.Job) {}

// Slots returns two, so that concurrent work happens.
func (Executor) Slots() int { return 2 }

// Usage returns nothing.
func (Executor) Usage() event.Usage { return event.Usage{} }
