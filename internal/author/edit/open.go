package edit

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"grundy/internal/author/generate"
	"grundy/internal/base/hint"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/changeset"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// Open opens a package for changing: a problem of the library, a directory, or, without a name, the current
// directory. The client builds and runs programs; a zero one suffices for removing and renaming cases. Open fails when no
// change could begin now.
func Open(ctx context.Context, w *workspace.Workspace, client job.Client, name string) (*Package, error) {
	library := w.Problems()
	if name == "" {
		if !icpc.Is(".") {
			return nil, hint.Errorf(cmp.Or(workspace.MembersHint("."), "name the package first"), "the current directory is not a problem package")
		}
		name = "."
	}
	path, err := library.Resolve(name)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return nil, hint.Errorf("grundy import "+hint.Quote(name)+" converts it to a directory", "%s: an archive cannot be changed", name)
	}
	if library.BuiltIn(name, path) {
		id := filepath.Base(path)
		return nil, hint.Errorf(fmt.Sprintf("make a copy: grundy export %s && grundy import %s.zip", id, id),
			"%s lies inside the program, which cannot be changed", id)
	}
	p, err := library.Load(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := changeset.Try(path); err != nil {
		return nil, err
	}
	rules, err := generate.Rules(p)
	if err != nil {
		return nil, err
	}
	opened := &Package{Problem: p, Rules: rules, Load: func(dir string) (*problem.Problem, *generators.Rules, error) {
		p, faults, err := library.Open(ctx, dir)
		if err != nil {
			return nil, nil, err
		}
		if fatal := faults.Fatal(true); len(fatal) > 0 {
			return nil, nil, &problem.FaultError{Package: p.Dir, Diagnostics: fatal}
		}
		rules, err := generate.Rules(p)
		return p, rules, err
	}}
	if client.Executor != nil {
		opened.Judge, opened.Store = client, w.Cache()
	}
	return opened, nil
}
