package fsutil

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// CreateDirectory makes a directory with the content that fill writes, all or nothing. The name must be free;
// otherwise the error is fs.ErrExist. Other users may read the directory. CreateDirectory removes what a killed
// process left behind.
func CreateDirectory(dir string, fill func(root *os.Root) error) error {
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
	// The rename fails if the name now is a directory with content. It may harmlessly replace a new empty one.
	return os.Rename(draft.Dir, dir)
}
