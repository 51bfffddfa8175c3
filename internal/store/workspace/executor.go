package workspace

import (
	"context"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/job/local"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// Executor is a job.Executor that must be closed.
type Executor interface {
	job.Executor
	Close()
}

// Executor does jobs: that of the configuration, or this machine.
func (w *Workspace) Executor(ctx context.Context) (job.Client, error) {
	if w.config.Executor == nil {
		return w.Local(ctx)
	}
	return client(w.executor.get(func() (Executor, error) {
		builder, err := w.Builder()
		if err != nil {
			return nil, err
		}
		elsewhere, err := w.config.Executor(ctx, w)
		if err != nil {
			return nil, err
		}
		return &warning{elsewhere, builder}, nil
	}))
}

// warning is an executor elsewhere. It warns of what sources have on this machine alone.
type warning struct {
	Executor
	builder *language.Builder
}

// Do does a job.
func (e *warning) Do(ctx context.Context, p *problem.Problem, j job.Job, emit func(event.Event)) (job.Result, error) {
	for _, source := range job.Sources(j) {
		e.builder.WarnOfAbsence(ctx, source)
	}
	return e.Executor.Do(ctx, p, j, emit)
}

// Elsewhere returns the executor of the configuration that does the jobs of a client, nil if this machine does them.
func Elsewhere(client job.Client) Executor {
	if e, ok := client.Executor.(*warning); ok {
		return e.Executor
	}
	return nil
}

// Local does jobs on this machine, whatever the configuration says: conversations, for instance.
func (w *Workspace) Local(ctx context.Context) (job.Client, error) {
	return client(w.local.get(func() (Executor, error) {
		judge, err := w.Judge(ctx)
		if err != nil {
			return nil, err
		}
		scratch, err := w.Scratch()
		if err != nil {
			return nil, err
		}
		return local.New(judge, w.Cache(), scratch), nil
	}))
}

func client(executor Executor, err error) (job.Client, error) {
	if err != nil {
		return job.Client{}, err
	}
	return job.Client{Executor: executor}, nil
}
