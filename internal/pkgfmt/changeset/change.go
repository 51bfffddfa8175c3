package changeset

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// The content of the package's directory for changes.
const (
	folder     = ".grundy-change"
	lockFile   = folder + "/lock"
	draftDir   = folder + "/draft"
	newDir     = folder + "/new"
	oldDir     = folder + "/old"
	unfinished = folder + "/plan.part"
	planFile   = folder + "/plan"
	undoFile   = folder + "/undo"
	doneFile   = folder + "/done"
)

// Change is a change of a package under construction. It excludes other changes of the package. Its methods must
// not be called concurrently.
type Change struct {
	dir   string
	root  *os.Root
	lock  *lock
	files []file
}

// Begin begins a change of the package in a directory; the caller must close it. The error is an *Error: with
// ErrBusy when another process changes the package, and with ErrUnfinished when another change was interrupted.
func Begin(dir string) (*Change, error) {
	c, err := acquire(dir)
	if err != nil {
		return nil, &Error{Err: err}
	}
	left, err := c.leftovers()
	if err == nil && len(left) > 0 {
		err = ErrUnfinished
	}
	if err != nil {
		return nil, &Error{Err: errors.Join(err, c.lock.release(), c.root.Close())}
	}
	return c, nil
}

// Try returns the reason that no change of the package in a directory could begin now. It is for callers with
// long work before a change.
func Try(dir string) error {
	c, err := Begin(dir)
	if err != nil {
		return err
	}
	return c.Close()
}

// Write adds a file to the change, which replaces the package's file of that name. Names are paths below the
// package, with slashes.
func (c *Change) Write(name string, mode fs.FileMode, fill func(io.Writer) error) error {
	return c.write(file{Name: name}, mode, fill)
}

// Add is Write for a name that must be free; otherwise Commit fails with fs.ErrExist.
func (c *Change) Add(name string, mode fs.FileMode, fill func(io.Writer) error) error {
	return c.write(file{Name: name, mustBeNew: true}, mode, fill)
}

func (c *Change) write(f file, mode fs.FileMode, fill func(io.Writer) error) error {
	if err := c.stage(f, func(staged string) error {
		file, err := c.root.OpenFile(staged, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if err != nil {
			return err
		}
		return errors.Join(fill(file), file.Chmod(mode), file.Close())
	}); err != nil {
		return &Error{Err: fmt.Errorf("write %s: %w", f.Name, err)}
	}
	return nil
}

// Take adds a file of a draft to the change.
func (c *Change) Take(draft, name string) error {
	if err := c.stage(file{Name: name}, func(staged string) error {
		return c.root.Rename(path.Join(draftDir, draft, name), staged)
	}); err != nil {
		return &Error{Err: fmt.Errorf("write %s: %w", name, err)}
	}
	return nil
}

func (c *Change) stage(f file, put func(staged string) error) error {
	if err := checkName(f.Name); err != nil {
		return err
	}
	staged := path.Join(newDir, f.Name)
	if err := c.root.MkdirAll(path.Dir(staged), 0o755); err != nil {
		return err
	}
	c.files = append(c.files, f)
	return put(staged)
}

// Remove adds the removal of a file to the change. Directories below data/ that become empty are removed, too,
// except those for a kind of test data.
func (c *Change) Remove(name string) { c.files = append(c.files, file{Name: name, Remove: true}) }

// Draft makes a directory of this name for trying changes, and returns its path. Close removes it.
func (c *Change) Draft(name string) (string, error) {
	if err := c.root.MkdirAll(path.Join(draftDir, name), 0o755); err != nil {
		return "", &Error{Err: err}
	}
	return filepath.Join(c.dir, filepath.FromSlash(draftDir), name), nil
}

// Commit applies the change. The error is an *Error, which says whether the package is unchanged.
func (c *Change) Commit() error {
	if len(c.files) == 0 {
		return nil
	}
	p, err := c.plan()
	if err == nil {
		err = c.decide(p)
	}
	if err != nil {
		return &Error{Err: err}
	}
	return c.carryOut(p)
}

// Close removes the temporary files of the change, and lets others change the package.
func (c *Change) Close() error {
	err := c.sweep()
	if err == nil {
		err = c.lock.remove(c.root)
	} else {
		err = errors.Join(err, c.lock.release())
	}
	return errors.Join(err, c.root.Close())
}

// sweep removes everything but the lock. After an error it keeps what is needed to finish or undo the change.
func (c *Change) sweep() error {
	left, err := c.leftovers()
	if err != nil {
		return err
	}
	if slices.Contains(left, planFile) || slices.Contains(left, undoFile) {
		return ErrUnfinished
	}
	// Remove the mark that the rest is obsolete last.
	for _, name := range append(slices.DeleteFunc(left, func(name string) bool { return name == doneFile }), doneFile) {
		if err := c.root.RemoveAll(name); err != nil {
			return err
		}
	}
	return nil
}

// leftovers returns the content of the directory apart from the lock.
func (c *Change) leftovers() ([]string, error) {
	entries, err := fs.ReadDir(c.root.FS(), folder)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, entry := range entries {
		if name := path.Join(folder, entry.Name()); name != lockFile {
			names = append(names, name)
		}
	}
	return names, nil
}
