package changeset

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
)

// lock is held by the only process that changes a package.
type lock struct{ file *os.File }

// acquire makes and locks the directory for changes, or fails at once with ErrBusy.
func acquire(dir string) (*Change, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	held, err := acquireIn(root)
	if err != nil {
		_ = root.Close()
		if at := (*fs.PathError)(nil); errors.As(err, &at) {
			err = fmt.Errorf("%s cannot be changed: %w", dir, at.Err)
			if errors.Is(err, fs.ErrPermission) {
				err = hint.With("let yourself write there, or copy it elsewhere", err)
			}
		}
		return nil, err
	}
	return &Change{dir: dir, root: root, lock: held}, nil
}

func acquireIn(root *os.Root) (*lock, error) {
	const tries = 100
	for range tries {
		if err := root.Mkdir(folder, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		if info, err := root.Lstat(folder); err == nil && !info.IsDir() {
			return nil, hint.Errorf("remove it", "%s is not a directory", folder)
		}
		file, err := root.OpenFile(lockFile, os.O_RDWR|os.O_CREATE, 0o644)
		if errors.Is(err, fs.ErrNotExist) {
			continue // the previous owner removed the directory
		}
		if err != nil {
			return nil, err
		}
		err = fsutil.Lock(file)
		if err == nil && stillExists(root, file) {
			return &lock{file}, nil
		}
		file.Close()
		if err != nil {
			return nil, ErrBusy
		}
	}
	return nil, ErrBusy
}

// stillExists reports whether a file still exists, so that it was not removed before it was locked.
func stillExists(root *os.Root, file *os.File) bool {
	ours, err := file.Stat()
	if err != nil {
		return false
	}
	theirs, err := root.Lstat(lockFile)
	return err == nil && os.SameFile(ours, theirs)
}

// release lets others lock the directory.
func (l *lock) release() error { return l.file.Close() }
