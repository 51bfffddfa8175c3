package generate

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/cache"
)

// refuseFaultySettings fails if the rules have settings of groups or cases with which the package is faulty after a
// plan, before anything is written.
func (g *Generator) refuseFaultySettings(todo *plan) error {
	hasSettings := func(c *generators.Case) bool { return c.Texts[".yaml"] != "" }
	if len(g.rules.Groups) == 0 && !slices.ContainsFunc(g.rules.Cases, hasSettings) {
		return nil
	}
	hash := cache.NewHash("outline 1").Text(g.problem.Dir)
	for _, f := range todo.write {
		hash.Text(f.name).Text(f.sum)
	}
	for _, name := range todo.remove {
		hash.Text(name)
	}
	o := outline{todo: todo, whole: true}
	dir, err := g.cache.Put(hash.Key(), func(dir string) error {
		o.to = filepath.Join(dir, g.problem.ID)
		return o.make(g.problem.Dir)
	})
	if err != nil {
		return err
	}
	defer g.cache.Remove(hash.Key())
	if !o.whole {
		return nil // install says what is wrong with the link
	}
	_, faults := icpc.Load(filepath.Join(dir, g.problem.ID))
	faults = slices.DeleteFunc(faults.Fatal(true), func(d problem.Diagnostic) bool { return !strings.HasPrefix(d.File, "data/") })
	if len(faults) > 0 {
		return &problem.FaultError{Package: g.problem.Dir, Diagnostics: faults}
	}
	return nil
}

// outline is a package as it would be after a plan, with settings that have their content, and with empty files in
// place of all others. In place of a link it has what the link leads to.
type outline struct {
	to   string // its directory
	todo *plan
	// whole is false if links lead out of the package or nowhere; they are left out.
	whole bool
}

// make makes the outline of the package in a directory.
func (o *outline) make(dir string) error {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return err
	}
	if err := o.add(real, "", nil); err != nil {
		return err
	}
	for _, f := range o.todo.write {
		if err := o.put(f.name, []byte(f.text)); err != nil {
			return err
		}
	}
	return nil
}

// add adds a file or a directory, which has a name in the package. Above are the directories that hold it, without
// links; the first one is that of the package.
func (o *outline) add(host, name string, above []string) error {
	info, err := os.Lstat(host)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		dir, below, failure := fsutil.ResolveWithin(above[0], host)
		if failure != nil {
			o.whole = false
			return nil
		}
		host = filepath.Join(dir, below)
		info, err = os.Lstat(host)
	}
	switch {
	case err != nil:
		return err
	case info.IsDir():
		if slices.Contains(above, host) {
			return nil // a link to a directory above it, which loaders report
		}
		items, err := os.ReadDir(host)
		for _, item := range items {
			if err == nil && item.Name() != ".git" {
				err = o.add(filepath.Join(host, item.Name()), path.Join(name, item.Name()), append(slices.Clone(above), host))
			}
		}
		return err
	case slices.Contains(o.todo.remove, name):
		return nil
	case path.Ext(name) == ".yaml" && info.Mode().IsRegular():
		content, err := os.ReadFile(host)
		if err != nil {
			return err
		}
		return o.put(name, content)
	}
	return o.put(name, nil)
}

func (o *outline) put(name string, content []byte) error {
	name = filepath.Join(o.to, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, content, 0o644)
}
