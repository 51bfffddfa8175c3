package statements

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/pkgfmt/problemset"
	"grundy/internal/statement/handout"
	"grundy/internal/store/workspace"
)

// problems are the problems of a document.
type problems struct {
	handout.Set
	// name is that of the problem or the contest, and dir its directory.
	name, dir string
}

// find finds the problems that Path or List names.
func (o Options) find(ctx context.Context, w *workspace.Workspace) (problems, error) {
	at := o.Path
	if o.List != "" {
		var err error
		if at, err = contestOf(o.List); err != nil {
			return problems{}, err
		}
	}
	set, isSet := w.Problems().Set(ctx, at)
	if !isSet {
		if o.List != "" {
			return problems{}, hint.Errorf("the file must lie beside the directories of its packages", "%s: no packages beside it", o.List)
		}
		p, err := w.Problems().Load(ctx, at)
		if err != nil {
			return problems{}, err
		}
		return problems{handout.Set{Problems: []handout.Problem{{Problem: p}}}, p.ID, p.Dir}, nil
	}
	if fatal := set.Faults.Fatal(false); len(fatal) > 0 {
		return problems{}, &problem.FaultError{Package: set.Dir, What: problem.SetFault, Diagnostics: fatal}
	}
	workspace.Report(ctx, set.Dir, set.Faults)
	found := problems{handout.Set{Contest: set}, filepath.Base(fsutil.Absolute(set.Dir)), set.Dir}
	for _, member := range set.Labelled() {
		p, err := w.Problems().Load(ctx, filepath.Join(set.Dir, member.ID))
		if err != nil {
			return problems{}, err
		}
		found.Problems = append(found.Problems, handout.Problem{Problem: p, Label: member.Label, Color: cmp.Or(member.RGB, member.Color)})
	}
	return found, nil
}

// contestOf is the directory of the contest whose problems a file lists.
func contestOf(list string) (string, error) {
	info, err := os.Stat(list)
	switch {
	case err != nil:
		return "", hint.Errorf("name the file that lists the problems, such as contest/contest.yaml", "--contest %s: %w", list, problem.Reason(err))
	case info.IsDir():
		return list, nil
	case !problemset.IsList(filepath.Base(list)):
		return "", hint.Errorf("name the contest's directory, or one of these files in it", "--contest %s: want %s", list, strings.Join(problemset.Lists(), ", "))
	}
	return filepath.Dir(list), nil
}

// folders are the directories of the problems' texts, figures and samples, and the files that list a contest.
func (p problems) folders() []string {
	var all []string
	add := func(path string, isDir bool) {
		if info, err := os.Stat(path); err == nil && info.IsDir() == isDir {
			all = append(all, path)
		}
	}
	for _, one := range p.Problems {
		all = append(all, one.Dir)
		add(filepath.Join(one.Dir, "data", "sample"), true)
	}
	if p.Contest != nil {
		for _, list := range problemset.Lists() {
			add(filepath.Join(fsutil.Absolute(p.Contest.Dir), list), false)
		}
	}
	return all
}
