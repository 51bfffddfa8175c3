package programs

import (
	"context"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// Play lets a program play one case against the problem's interactor once. Events say what its build waits for. The
// error is a *job.CompileError if the program cannot be built.
func Play(ctx context.Context, explorer Explorer, p *problem.Problem, tc *problem.Case, program job.Judgement, emit func(event.Event)) (event.Test, error) {
	position, err := job.MadeOf(tc)
	if err != nil {
		return event.Test{}, err
	}
	explored, err := explorer.Explore(ctx, p, job.Exploration{Program: program, Inputs: []job.Made{position}}, nil, emit)
	if err != nil {
		return event.Test{}, err
	}
	return explored.Answers[0].Test, nil
}
