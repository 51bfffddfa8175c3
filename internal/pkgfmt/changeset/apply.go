package changeset

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sync/errgroup"

	"grundy/internal/base/hint"
)

// carryOut makes the rest of a decided change. If that fails, it undoes the change.
func (c *Change) carryOut(p plan) error {
	for _, f := range p.Files {
		if err := c.forward(f); err != nil {
			return c.takeBack(p, fmt.Errorf("%s: %w", f.Name, err))
		}
	}
	c.removeEmptied(p)
	c.syncPlaces(p)
	if err := c.root.Rename(planFile, doneFile); err != nil {
		return &Error{Err: err, Torn: c.dir}
	}
	return nil
}

// takeBack undoes the completed part of a failed change.
func (c *Change) takeBack(p plan, failed error) error {
	err := c.root.Rename(planFile, undoFile)
	if err == nil {
		err = c.undo(p)
	}
	if err != nil {
		return &Error{Err: fmt.Errorf("%w; and what was changed before cannot be taken back: %w", failed, err), Torn: c.dir}
	}
	return &Error{Err: failed}
}

func (c *Change) undo(p plan) error {
	for _, f := range slices.Backward(p.Files) {
		if err := c.backward(f); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	for _, dir := range slices.Backward(p.Folders) {
		_ = c.root.Remove(dir) // it was not made, or contains other files
	}
	c.syncPlaces(p)
	return c.root.Rename(undoFile, doneFile)
}

// state is the progress of a file's change.
type state struct {
	now *stamp // the file in the package
	// staged means that the new file is not in place yet, kept that the previous one is in old/.
	staged, kept bool
}

func (c *Change) state(f file) (s state, err error) {
	if s.now, err = c.stamp(f.Name); err != nil {
		return s, err
	}
	s.staged = !f.Remove && c.has(path.Join(newDir, f.Name))
	s.kept = c.has(path.Join(oldDir, f.Name))
	return s, nil
}

func (c *Change) has(name string) bool {
	_, err := c.root.Lstat(name)
	return err == nil
}

func same(a, b *stamp) bool { return a == b || a != nil && b != nil && *a == *b }

// errTouched says that another program changed a file meanwhile.
var errTouched = hint.Errorf("check the file, and run the command again", "another program changed it meanwhile")

// forward changes a file, unless it is changed already.
func (c *Change) forward(f file) error {
	s, err := c.state(f)
	switch {
	case err != nil:
		return err
	case f.Remove && (s.kept || s.now == nil), !f.Remove && !s.staged:
		return nil
	case s.now != nil && !same(s.now, f.Old):
		return errTouched
	case f.Remove:
		return c.move(f.Name, path.Join(oldDir, f.Name))
	}
	if s.now != nil && !s.kept {
		if err := c.keep(f.Name); err != nil {
			return err
		}
	}
	return c.move(path.Join(newDir, f.Name), f.Name)
}

// keep gives a file a second name in old/, or moves it there if the file system has no hard links.
func (c *Change) keep(name string) error {
	old := path.Join(oldDir, name)
	if err := c.root.MkdirAll(path.Dir(old), 0o755); err != nil {
		return err
	}
	if c.root.Link(name, old) == nil {
		return nil
	}
	return c.root.Rename(name, old)
}

func (c *Change) move(from, to string) error {
	if err := c.root.MkdirAll(path.Dir(to), 0o755); err != nil {
		return c.explain(err)
	}
	return c.explain(c.root.Rename(from, to))
}

// backward undoes the change of a file.
func (c *Change) backward(f file) error {
	s, err := c.state(f)
	switch {
	case err != nil:
		return err
	case s.kept && s.now != nil && !same(s.now, f.Old) && !same(s.now, f.New):
		return errTouched
	case s.kept:
		// If both names are links to the same file, a rename keeps both (rename(2)).
		return c.move(path.Join(oldDir, f.Name), f.Name)
	case f.Remove || s.staged || f.Old != nil || s.now == nil:
		return nil
	case !same(s.now, f.New):
		return errTouched
	}
	return c.root.Remove(f.Name)
}

// removeEmptied removes directories of cases that contained only removed files.
func (c *Change) removeEmptied(p plan) {
	for _, f := range p.Files {
		if !f.Remove {
			continue
		}
		for dir := path.Dir(f.Name); strings.Count(dir, "/") > 1; dir = path.Dir(dir) {
			if c.root.Remove(dir) != nil {
				break // it is not empty
			}
		}
	}
}

// sync flushes a file, or the names in a directory, to the disk, as far as the system can.
func (c *Change) sync(name string) error {
	file, err := c.root.OpenFile(name, os.O_RDWR, 0) // Windows requires write access for that
	if err != nil {
		file, err = c.root.Open(name)
	}
	if err != nil {
		return nil
	}
	err = file.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EINVAL) {
		err = nil
	}
	return errors.Join(err, file.Close())
}

func (c *Change) syncDir(dir string) { _ = c.sync(dir) }

// syncStaged flushes the staged files and their directories to the disk. It does so concurrently, since a disk
// handles several requests at once.
func (c *Change) syncStaged(p plan) error {
	const sideBySide = 16
	var group errgroup.Group
	group.SetLimit(sideBySide)
	dirs := map[string]bool{}
	for _, f := range p.Files {
		if f.Remove {
			continue
		}
		staged := path.Join(newDir, f.Name)
		group.Go(func() error { return c.sync(staged) })
		for dir := path.Dir(staged); dir != folder && !dirs[dir]; dir = path.Dir(dir) {
			dirs[dir] = true
		}
	}
	err := group.Wait()
	for dir := range dirs {
		c.syncDir(dir)
	}
	return err
}

// syncPlaces flushes the changes of the package to the disk.
func (c *Change) syncPlaces(p plan) {
	synced := map[string]bool{}
	places := slices.Clone(p.Folders)
	for _, f := range p.Files {
		places = append(places, f.Name)
	}
	for _, name := range places {
		if dir := path.Dir(name); !synced[dir] {
			synced[dir] = true
			c.syncDir(dir)
		}
	}
}
