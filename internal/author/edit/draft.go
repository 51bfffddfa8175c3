package edit

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/pkgfmt/changeset"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
)

// draft is a copy of a package in which changes are made and tried before the package gets them. Never write a
// file in place: until replaced, it is a hard link to the package's own file.
type draft struct {
	pack   *Package
	change *changeset.Change
	dir    string
	// root is dir. The package's links to the outside lead out of the draft, too, and are not followed.
	root    *os.Root
	problem *problem.Problem
	rules   *generators.Rules
	// copied are the files of the draft at the beginning, by path below the package.
	copied []string
}

// begin begins a change of the package. It reads the package again, since another process may have
// changed it.
func (p *Package) begin() (*changeset.Change, error) {
	change, err := changeset.Begin(p.Problem.Dir)
	if err != nil {
		return nil, err
	}
	now, rules, err := p.Load(p.Problem.Dir)
	if err != nil {
		return nil, errors.Join(err, change.Close())
	}
	p.Problem, p.Rules = now, rules
	return change, nil
}

// draft copies the package.
func (p *Package) draft(change *changeset.Change) (*draft, error) {
	dir, err := change.Draft(p.Problem.ID)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, &changeset.Error{Err: err}
	}
	d := &draft{pack: p, change: change, dir: dir, root: root, problem: p.Problem, rules: p.Rules}
	if p.Problem.Format == problem.Plain {
		err = d.copyCases()
	} else {
		err = d.copyTree()
	}
	if err != nil {
		err = &changeset.Error{Err: err}
	} else {
		err = d.reload()
	}
	if err != nil {
		return nil, errors.Join(err, d.close())
	}
	return d, nil
}

func (d *draft) close() error { return d.root.Close() }

// copyCases copies the inputs and answers of a plain directory, which may contain unrelated files.
func (d *draft) copyCases() error {
	for _, c := range d.problem.Data.AllCases() {
		for _, file := range []string{c.Input, c.Answer} {
			name, err := filepath.Rel(d.problem.Dir, file)
			if err != nil || !filepath.IsLocal(name) || slices.Contains(d.copied, name) {
				continue
			}
			if err := d.copyFile(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// copyTree copies a package without hidden files.
func (d *draft) copyTree() error {
	return filepath.WalkDir(d.problem.Dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(d.problem.Dir, file)
		if err != nil {
			return err
		}
		switch {
		case strings.HasPrefix(entry.Name(), ".") && name != ".":
			if entry.IsDir() {
				return filepath.SkipDir
			}
			return nil
		case entry.IsDir():
			return d.root.MkdirAll(name, 0o755)
		}
		return d.copyFile(name)
	})
}

// copyFile hard-links a file of the package, or copies it where the file system does not support that.
func (d *draft) copyFile(name string) error {
	from := filepath.Join(d.problem.Dir, name)
	if err := d.root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	d.copied = append(d.copied, name)
	if target, err := d.linkTarget(name); err == nil {
		return d.root.Symlink(target, name)
	}
	if os.Link(from, filepath.Join(d.dir, name)) == nil {
		return nil
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return d.root.WriteFile(name, text, 0o644)
}

// linkTarget returns the target of a link of the package as seen from the draft: relative paths out of the package
// change.
func (d *draft) linkTarget(name string) (string, error) {
	from := filepath.Join(d.pack.Problem.Dir, name)
	target, err := os.Readlink(from)
	if err == nil && !filepath.IsAbs(target) && !filepath.IsLocal(filepath.Join(filepath.Dir(name), target)) {
		target = filepath.Join(filepath.Dir(from), target)
	}
	return target, err
}

// reload reads the draft.
func (d *draft) reload() error {
	p, rules, err := d.pack.Load(d.dir)
	if err != nil {
		return faulty(err)
	}
	p.ID = d.pack.Problem.ID
	d.problem, d.rules = p, rules
	return nil
}

func (d *draft) path(name string) string { return filepath.Join(d.dir, filepath.FromSlash(name)) }

// read returns the text of a file, or nothing if it does not exist.
func (d *draft) read(name string) ([]byte, error) {
	text, err := os.ReadFile(d.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// write replaces a file.
func (d *draft) write(name string, text []byte) error {
	err := d.root.MkdirAll(path.Dir(name), 0o755)
	if err == nil {
		err = d.root.Remove(name) // do not write through the hard link
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		err = d.root.WriteFile(name, text, 0o644)
	}
	return d.placed(err)
}

// placed adds the position to an error of changing a file of the draft.
func (d *draft) placed(err error) error {
	if err == nil {
		return nil
	}
	return &changeset.Error{Err: changeset.Explain(d.root, err)}
}

// changes compares the draft with the package.
func (d *draft) changes() (write, remove []string, err error) {
	var kept []string
	err = filepath.WalkDir(d.dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(d.dir, file)
		if err != nil {
			return err
		}
		kept = append(kept, name)
		same, err := d.isUnchanged(name)
		if err == nil && !same {
			write = append(write, filepath.ToSlash(name))
		}
		return err
	})
	for _, name := range d.copied {
		if !slices.Contains(kept, name) {
			remove = append(remove, filepath.ToSlash(name))
		}
	}
	return write, remove, err
}

// isUnchanged reports whether a file of the draft equals the package's.
func (d *draft) isUnchanged(name string) (bool, error) {
	ours, theirs := filepath.Join(d.dir, name), filepath.Join(d.pack.Problem.Dir, name)
	a, err := os.Lstat(ours)
	if err != nil {
		return false, err
	}
	b, err := os.Lstat(theirs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case os.SameFile(a, b):
		return true, nil
	case a.Mode().Type() != b.Mode().Type():
		return false, nil
	case a.Mode().Type() == fs.ModeSymlink:
		target, err := d.linkTarget(name)
		if err != nil {
			return false, err
		}
		now, err := os.Readlink(ours)
		return now == target, err
	case a.Size() != b.Size():
		return false, nil
	}
	left, err := os.ReadFile(ours)
	if err != nil {
		return false, err
	}
	right, err := os.ReadFile(theirs)
	return bytes.Equal(left, right), err
}

// install applies the changes to the package, and returns the files concerned.
func (d *draft) install(dry bool) ([]string, error) {
	write, remove, err := d.changes()
	files := slices.Concat(write, remove)
	slices.Sort(files)
	if err != nil || dry {
		return files, err
	}
	for _, name := range remove {
		d.change.Remove(name)
	}
	for _, name := range write {
		if err := d.change.Take(filepath.Base(d.dir), name); err != nil {
			return files, err
		}
	}
	return files, d.change.Commit()
}
