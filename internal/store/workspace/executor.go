package workspace

import (
	"context"

	"grundy/internal/job"
	"grundy/internal/job/local"
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
	return client(w.executor.get(func() (Executor, error) { return w.config.Executor(ctx, w) }))
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
