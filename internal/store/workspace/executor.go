package workspace

import (
	"context"

	"grundy/internal/job"
	"grundy/internal/job/local"
)

// Executor is a job.Executor that is closed in the end.
type Executor interface {
	job.Executor
	Close()
}

// Executor does jobs: that of the configuration, or the judge, which is opened unless it is open.
func (w *Workspace) Executor(ctx context.Context) (job.Client, error) {
	executor, err := w.executor.get(func() (Executor, error) {
		if w.config.Executor != nil {
			return w.config.Executor(ctx, w)
		}
		judge, err := w.Judge(ctx)
		if err != nil {
			return nil, err
		}
		scratch, err := w.Scratch()
		if err != nil {
			return nil, err
		}
		return local.New(judge, w.Cache(), scratch), nil
	})
	if err != nil {
		return job.Client{}, err
	}
	return job.Client{Executor: executor}, nil
}
