package local

import (
	"context"
	"fmt"
	"sync"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/runner"
)

// Executor does jobs on this machine.
type Executor struct {
	judge   *runner.Judge
	builds  Builds
	scratch string

	// The work of Prepare, which ends with the executor.
	mu         sync.Mutex
	ready      []*warmRunners
	original   fingerprintEntry // of the last mutants
	background sync.WaitGroup
	closing    context.Context
	stop       context.CancelFunc
}

// New makes an executor of a judge, which must stay open. Builds is where the judge keeps its builds, and scratch is
// an existing directory for inputs and answers.
func New(judge *runner.Judge, builds Builds, scratch string) *Executor {
	e := &Executor{judge: judge, builds: builds, scratch: scratch}
	e.closing, e.stop = context.WithCancel(context.Background())
	return e
}

// Close ends the work of Prepare. No other method may be running.
func (e *Executor) Close() {
	e.stop()
	e.background.Wait()
}

// Prepare compiles a submission as soon as a slot is free, or keeps all slots for trials until ctx ends.
func (e *Executor) Prepare(ctx context.Context, p *problem.Problem, j job.Job) {
	switch j := j.(type) {
	case job.Judgement:
		e.judge.Prepare(ctx, p, j)
	case job.SingleRun:
		e.keepReady(ctx, p, j.Setup)
	}
}

// Slots is how many programs the judge runs at a time.
func (e *Executor) Slots() int { return e.judge.Slots() }

// Usage is the usage of all programs that the judge has run.
func (e *Executor) Usage() event.Usage { return e.judge.Usage() }

// Do does a job.
func (e *Executor) Do(ctx context.Context, p *problem.Problem, j job.Job, emit func(event.Event)) (job.Result, error) {
	switch j := j.(type) {
	case job.Judgement:
		return e.judge.Judge(ctx, p, j, emit)
	case job.Validation:
		return e.validate(ctx, p, j)
	case job.Survey:
		return e.survey(ctx, p, j)
	case job.OutputCheck:
		return e.checkOutput(ctx, p, j)
	case job.Opening:
		t, err := e.open(ctx, p, j.Setup)
		if err != nil {
			return event.Stress{}, err
		}
		return t.opened(), nil
	case job.Mutation:
		return e.mutate(ctx, p, j)
	case job.Illustration:
		return e.illustrate(ctx, p, j)
	case job.Search:
		return e.search(ctx, p, j, emit)
	case job.Building:
		return e.built(ctx, p, j)
	case job.Generation:
		return e.generated(ctx, p, j)
	case job.Execution:
		return e.executed(ctx, p, j, emit)
	case job.Exploration:
		return e.explored(ctx, p, j, emit)
	case job.SingleRun:
		var result job.SingleRunResult
		err := e.at(ctx, p, j.Setup, func(b *inputRunner) (err error) {
			result, err = b.given(ctx, j)
			return err
		})
		return result, err
	case job.Comparison:
		var result job.Compared
		err := e.at(ctx, p, j.Setup, func(b *inputRunner) (err error) {
			result, err = b.compare(ctx, j)
			return err
		})
		return result, err
	}
	return nil, fmt.Errorf("a %T cannot be done here", j)
}
