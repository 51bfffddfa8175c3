package fsutil

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// CreateFolder makes a folder with what fill puts into it, whole or not at all, under a name that must be free: the error is
// fs.ErrExist when it is not. Other users may look into it. What a process left that was killed over the same folder goes.
func CreateFolder(dir string, fill func(root *os.Root) error) error {
	if _, err := os.Lstat(dir); err == nil {
		return &fs.PathError{Op: "create", Path: dir, Err: fs.ErrExist}
	}
	parent, prefix := filepath.Dir(dir), ".grundy-"+filepath.Base(dir)+"-"
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	SweepDrafts(parent, prefix)
	draft, err := NewDraft(parent, prefix)
	if err != nil {
		return err
	}
	defer draft.Remove()
	if err := os.Chmod(draft.Dir, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(draft.Dir)
	if err != nil {
		return err
	}
	if err := errors.Join(fill(root), root.Close()); err != nil {
		return err
	}
	// A rename replaces an empty folder that somebody made meanwhile, which does no harm, and fails over a full one.
	return os.Rename(draft.Dir, dir)
}
