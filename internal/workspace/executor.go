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
	w.opening.Lock()
	defer w.opening.Unlock()
	if w.executor == nil {
		w.executor = local.New(judge, w.Cache(), w.scratch.dir)
	}
	return job.Client{Executor: w.executor}, nil
}
