package generate

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

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
	dir, err := g.cache.Put(hash.Key(), func(dir string) error { return g.outline(dir, todo) })
	if err != nil {
		return err
	}
	defer g.cache.Remove(hash.Key())
	_, faults := icpc.Load(filepath.Join(dir, g.problem.ID))
	faults = slices.DeleteFunc(faults.Fatal(true), func(d problem.Diagnostic) bool { return !strings.HasPrefix(d.File, "data/") })
	if len(faults) > 0 {
		return &problem.FaultError{Package: g.problem.Dir, Diagnostics: faults}
	}
	return nil
}

// outline makes the package as it would be after a plan, with settings that have their content, and with empty files
// in place of all others.
func (g *Generator) outline(dir string, todo *plan) error {
	dir = filepath.Join(dir, g.problem.ID)
	put := func(name string, content []byte) error {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		return os.WriteFile(name, content, 0o644)
	}
	err := filepath.WalkDir(g.problem.Dir, func(host string, item fs.DirEntry, err error) error {
		relative, _ := filepath.Rel(g.problem.Dir, host)
		name := filepath.ToSlash(relative)
		switch {
		case err != nil:
			return err
		case item.IsDir() && item.Name() == ".git":
			return fs.SkipDir
		case item.IsDir() || slices.Contains(todo.remove, name):
			return nil
		}
		var content []byte
		if path.Ext(name) == ".yaml" && item.Type().IsRegular() {
			if content, err = os.ReadFile(host); err != nil {
				return err
			}
		}
		return put(name, content)
	})
	for _, f := range todo.write {
		if err == nil {
			err = put(f.name, []byte(f.text))
		}
	}
	return err
}
