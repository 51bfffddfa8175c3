package local

import (
	"context"
	"fmt"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/problem"
	"grundy/runner"
)

// Executor does jobs on this machine.
type Executor struct {
	judge *runner.Judge
}

// New makes an executor of a judge, which must stay open.
func New(judge *runner.Judge) *Executor { return &Executor{judge: judge} }

// Prepare begins to compile a submission when a slot is free.
func (e *Executor) Prepare(ctx context.Context, p *problem.Problem, j job.Judgement) {
	e.judge.Prepare(ctx, p, j)
}

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
	}
	return nil, fmt.Errorf("a %T cannot be done here", j)
}
