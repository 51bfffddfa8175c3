package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
)

// ProblemOf loads a problem that is named by itself, by a solution, or by a directory of solutions; "" is the current
// directory.
func (w *Workspace) ProblemOf(ctx context.Context, name string) (*problem.Problem, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if w.library.Has(name) || errors.Is(err, fs.ErrNotExist) || err == nil && isArchive(path, info) {
		return w.library.Named(ctx, name)
	}
	for dir := path; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if icpc.Is(dir) {
			return w.library.Load(ctx, dir)
		}
	}
	if base := filepath.Base(path); w.library.Has(base) {
		return w.library.Named(ctx, base)
	}
	var args []string
	if name != "" {
		args = []string{name}
	}
	solutions, err := w.Solutions(Search{}, args)
	if err != nil {
		return nil, err
	}
	for _, s := range solutions[1:] {
		if s.Key != solutions[0].Key {
			return nil, hint.Errorf("name the problem", "%s and %s solve different problems", solutions[0].Name, s.Name)
		}
	}
	return solutions[0].Problem(ctx)
}

// isArchive reports whether a file is treated as a packed problem.
func isArchive(path string, info fs.FileInfo) bool {
	ending := strings.ToLower(filepath.Ext(path))
	return info.Mode().IsRegular() && (ending == ".zip" || ending == ".kpp")
}
