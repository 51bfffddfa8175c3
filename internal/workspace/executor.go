package workspace

import (
	"context"

	"grundy/internal/job"
	"grundy/internal/job/local"
)

// Executor does jobs with the judge, which it opens unless it is open.
func (w *Workspace) Executor(ctx context.Context) (job.Client, error) {
	executor, err := w.executor.get(func() (*local.Executor, error) {
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
