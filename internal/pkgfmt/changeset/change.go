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

// What lies in the package's folder for changes.
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

// Change is a change of a package in the making. Nobody else can begin one meanwhile. Its methods must not be called
// concurrently.
type Change struct {
	dir   string
	root  *os.Root
	lock  *lock
	files []file
}

// Begin begins to change the package in a folder; the change must be closed. The error is an *Error: with ErrBusy when
// another process changes the package, and with ErrUnfinished when one did and was interrupted.
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

// Try tells why no change of the package in a folder could begin, for those who have long to work before one.
func Try(dir string) error {
	c, err := Begin(dir)
	if err != nil {
		return err
	}
	return c.Close()
}

// Write has the change put a file into the package, in place of what is there under its name. Names are paths below the
// package, with slashes.
func (c *Change) Write(name string, mode fs.FileMode, fill func(io.Writer) error) error {
	return c.write(file{Name: name}, mode, fill)
}

// Add does the same under a name that must be free: Commit fails with fs.ErrExist when it is not.
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

// Take has the change put a file of a draft into the package.
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

// Remove has the change remove a file, and then the folders below data/ that have become empty by it, but for those that
// hold a kind of test data.
func (c *Change) Remove(name string) { c.files = append(c.files, file{Name: name, Remove: true}) }

// Draft makes a folder of this name, in which changes can be tried, and tells where it lies. It goes when the change is
// closed.
func (c *Change) Draft(name string) (string, error) {
	if err := c.root.MkdirAll(path.Join(draftDir, name), 0o755); err != nil {
		return "", &Error{Err: err}
	}
	return filepath.Join(c.dir, filepath.FromSlash(draftDir), name), nil
}

// Commit changes the package. The error is an *Error, which tells whether the package is as it was.
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

// Close removes what the change needed, and lets others change the package.
func (c *Change) Close() error {
	err := c.sweep()
	if err == nil {
		err = c.lock.remove(c.root)
	} else {
		err = errors.Join(err, c.lock.release())
	}
	return errors.Join(err, c.root.Close())
}

// sweep removes everything but the lock; what still is needed to finish or undo the change stays, as an error tells.
func (c *Change) sweep() error {
	left, err := c.leftovers()
	if err != nil {
		return err
	}
	if slices.Contains(left, planFile) || slices.Contains(left, undoFile) {
		return ErrUnfinished
	}
	// The mark that nothing else is needed goes last.
	for _, name := range append(slices.DeleteFunc(left, func(name string) bool { return name == doneFile }), doneFile) {
		if err := c.root.RemoveAll(name); err != nil {
			return err
		}
	}
	return nil
}

// leftovers are what lies in the folder beside the lock.
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
