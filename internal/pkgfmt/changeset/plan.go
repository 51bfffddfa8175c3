package changeset

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/hint"
)

// plan lists the steps of a change in order.
type plan struct {
	Files []file `json:"files"`
	// Folders are the directories to make, outer ones first.
	Folders []string `json:"folders,omitempty"`
}

// file is a file that changes.
type file struct {
	Name   string `json:"name"`
	Remove bool   `json:"remove,omitempty"`
	// Old is the file before, New the file afterwards; nil means no file.
	Old *stamp `json:"old,omitempty"`
	New *stamp `json:"new,omitempty"`
	// mustBeNew requires that there is no file before.
	mustBeNew bool
}

// stamp distinguishes contents of a file by size and time, as make(1) and version control do. A rename
// keeps it.
type stamp struct {
	Size     int64 `json:"size"`
	Modified int64 `json:"modified"` // in ns since 1970
}

// maxPlan bounds the plan to read: real packages have some ten thousand files.
const maxPlan = 64 << 20

// checkName rejects names that are not paths below the package, or that are in the directory for
// changes.
func checkName(name string) error {
	if !fs.ValidPath(name) || name == "." || !filepath.IsLocal(filepath.FromSlash(name)) || strings.HasPrefix(name+"/", folder+"/") {
		return hint.Errorf("rename the file", "%q cannot be the name of a file in a package", name)
	}
	return nil
}

// plan records the present files. It finds links that lead out of the package, before anything changes.
func (c *Change) plan() (plan, error) {
	p := plan{Files: slices.Clone(c.files)}
	for i := range p.Files {
		f := &p.Files[i]
		err := checkName(f.Name)
		if err == nil {
			f.Old, err = c.stamp(f.Name)
		}
		if err == nil && !f.Remove {
			f.New, err = c.stamp(path.Join(newDir, f.Name))
		}
		if err == nil && f.Remove && f.Old == nil {
			err = fs.ErrNotExist
		}
		if err == nil && f.mustBeNew && f.Old != nil {
			err = fs.ErrExist
		}
		if err == nil && !f.Remove {
			err = c.addFolders(&p, path.Dir(f.Name))
		}
		if err != nil {
			return p, fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return p, nil
}

// addFolders adds to a plan the missing directories of a file.
func (c *Change) addFolders(p *plan, dir string) error {
	if dir == "." || slices.Contains(p.Folders, dir) {
		return nil
	}
	_, err := c.root.Stat(dir)
	if !errors.Is(err, fs.ErrNotExist) {
		return c.explain(err)
	}
	if err := c.addFolders(p, path.Dir(dir)); err != nil {
		return err
	}
	p.Folders = append(p.Folders, dir)
	return nil
}

// stamp returns the stamp of a file, nil if it does not exist.
func (c *Change) stamp(name string) (*stamp, error) {
	info, err := c.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, c.explain(err)
	case info.IsDir():
		return nil, hint.Errorf("move the directory away", "%s is a directory", name)
	}
	return &stamp{info.Size(), info.ModTime().UnixNano()}, nil
}

// decide stores the plan. From here on it will be carried out.
func (c *Change) decide(p plan) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	file, err := c.root.OpenFile(unfinished, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := c.syncStaged(p); err != nil {
		return err
	}
	if err := c.root.Rename(unfinished, planFile); err != nil {
		return err
	}
	c.syncDir(folder)
	return nil
}

// read reads a plan, which is untrusted: it may have come with a package.
func (c *Change) read(name string) (plan, error) {
	var p plan
	file, err := c.root.Open(name)
	if err != nil {
		return p, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxPlan))
	if err != nil {
		return p, err
	}
	if err := json.Unmarshal(text, &p); err != nil {
		return p, fmt.Errorf("%s: %w", name, err)
	}
	for _, f := range p.Files {
		if err := checkName(f.Name); err != nil {
			return p, fmt.Errorf("%s: %w", name, err)
		}
	}
	for _, dir := range p.Folders {
		if err := checkName(dir); err != nil {
			return p, fmt.Errorf("%s: %w", name, err)
		}
	}
	return p, nil
}
