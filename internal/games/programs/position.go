package programs

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"grundy/internal/base/hint"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
)

// WithPosition returns a problem whose only case is a position that its validators accept. The caller removes the
// files of the case.
func WithPosition(
	ctx context.Context, w *workspace.Workspace, client job.Client, p *problem.Problem, position string,
) (with *problem.Problem, remove func(), err error) {
	scratch, err := w.Scratch()
	if err != nil {
		return nil, nil, err
	}
	dir, err := os.MkdirTemp(scratch, "position-")
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(dir)
		}
	}()
	tc := &problem.Case{Name: "position", Input: filepath.Join(dir, "position.in"), Answer: filepath.Join(dir, "position.ans")}
	if err := errors.Join(os.WriteFile(tc.Input, []byte(position), 0o644), os.WriteFile(tc.Answer, nil, 0o644)); err != nil {
		return nil, nil, err
	}
	with = job.WithoutData(p)
	with.Data.Cases = []*problem.Case{tc}
	for _, validator := range with.InputValidators {
		word, err := client.Validate(ctx, with, job.Validation{Program: validator.Name, Case: tc.Name})
		if err != nil {
			return nil, nil, err
		}
		if !word.Valid {
			return nil, nil, hint.Errorf("the statement says what an input looks like", "this is no position of the game: %s", terminal.Text(word.Message))
		}
	}
	return with, func() { os.RemoveAll(dir) }, nil
}
