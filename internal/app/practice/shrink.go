package practice

import (
	"cmp"
	"context"
	"path"
	"path/filepath"
	"strings"
	"time"

	"grundy/internal/author/stress"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
)

// ShrinkOptions say which input to shrink.
type ShrinkOptions struct {
	// Name is what events call the input.
	Name  string
	Input []byte
	// Case is the case that the input belongs to, whose arguments and files it gets; nil for a file of the user's.
	Case *problem.Case
	// Time bounds the shrinking; 0 stands for DefaultShrinkTime.
	Time time.Duration
	// Output is the file that the smaller input is written to, besides the one that is kept; "" for none.
	Output string
}

// Shrink tries the solution on an input, and shrinks the input if the solution fails. It emits progress and finally a
// Stressed, whose verdict is AC if the solution passes.
func (x *Examination) Shrink(ctx context.Context, o ShrinkOptions, emit func(event.Event)) (event.Stressed, error) {
	started := time.Now()
	setup := x.Setup
	if o.Case != nil {
		setup.Template = stress.Template(o.Case)
	}
	done := event.Stressed{Problem: setup.Problem.ID, Solution: setup.Solution.Name, Call: o.Name, Verdict: verdict.AC}
	opened, err := stress.Open(ctx, x.client, setup, emit)
	if err != nil {
		return done, err
	}
	found, err := opened.Examine(ctx, o.Name, o.Input)
	if err != nil {
		return done, err
	}
	if found == nil {
		done.Cases, done.Elapsed = 1, time.Since(started)
		emit(done)
		return done, nil
	}
	emit(found.Excerpt())
	found = x.smaller(ctx, opened, found, cmp.Or(o.Time, DefaultShrinkTime), emit)
	kept := x.keep(found)
	if o.Output != "" {
		if err := fsutil.Replace(o.Output, 0o644, fsutil.Text(found.Input)); err != nil {
			return done, hint.Errorf("name a file in a directory that you may write to", "--output: %w", err)
		}
		kept.Input = o.Output
	}
	emit(kept)
	done.Verdict, done.Elapsed = found.Test.Verdict, time.Since(started)
	emit(done)
	return done, nil
}

// Case finds the one case of the problem that a name, the end of a name or a glob matches.
func (x *Examination) Case(wanted string) (*problem.Case, error) {
	p := x.Setup.Problem
	if err := problem.ValidGlob(wanted); err != nil {
		return nil, hint.Errorf(`give a name, or a pattern such as "secret/2*"`, "--case %q: %w", wanted, err)
	}
	var found []*problem.Case
	var known, names []string
	for _, tc := range p.Data.AllCases() {
		if tc.Name == wanted {
			return tc, nil
		}
		known = append(known, tc.Name, path.Base(tc.Name))
		if problem.Match(wanted, tc.Name) || strings.HasSuffix(tc.Name, "/"+wanted) || problem.Match(wanted, filepath.Base(tc.Name)) {
			found, names = append(found, tc), append(names, tc.Name)
		}
	}
	switch len(found) {
	case 0:
		return nil, hint.Errorf("grundy test --verbose lists the cases", "%s: no case %s%s", p.ID, wanted, hint.DidYouMean(wanted, known))
	case 1:
		return found[0], nil
	}
	return nil, hint.Errorf("give the whole name", "--case %s matches %s", wanted, strings.Join(names, ", "))
}
