package workspace

import (
	"context"

	"grundy/internal/job"
	"grundy/internal/job/local"
)

// Executor does jobs with the judge, which it opens unless it is open.
func (w *Workspace) Executor(ctx context.Context) (job.Client, error) {
	judge, err := w.Judge(ctx)
	if err != nil {
		return job.Client{}, err
	}
	return job.Client{Executor: local.New(judge)}, nil
}
