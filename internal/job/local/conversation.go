package local

import (
	"context"

	"grundy/checker"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/runner"
)

// Converse holds a conversation with the interactor of a problem.
func (e *Executor) Converse(ctx context.Context, p *problem.Problem, j job.Conversation, talk job.Talk, emit func(event.Event)) (job.Conversed, error) {
	tc, err := job.FindCase(p, "", j.Case)
	if err != nil {
		return job.Conversed{}, err
	}
	var word checker.Verdict
	e.watch("", emit, func(func(event.Event)) { word, err = e.judge.Converse(ctx, p, tc, runner.Conversation(talk)) })
	return job.Conversed{Accepted: word.Accepted, Message: word.Message}, err
}
