package practice

import (
	"cmp"
	"context"
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"grundy/internal/author/counterexample"
	"grundy/internal/author/edit"
	"grundy/internal/author/stress"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/pkgfmt/problem"
)

// DefaultStressTime is how long an otherwise unbounded search lasts, and DefaultShrinkTime how long the judge shrinks an
// input.
const (
	DefaultStressTime = time.Minute
	DefaultShrinkTime = 30 * time.Second
)

// StressOptions say how to search for an input on which a solution fails.
type StressOptions struct {
	// Limits bound the search: without a time and a count, to DefaultStressTime.
	Limits stress.Limits
	// Sizes bound the sizes that generators are given.
	Sizes job.Sizes
	// ShrinkTime bounds the shrinking of a failing input; 0 stands for DefaultShrinkTime.
	ShrinkTime time.Duration
	// NoShrink keeps the input as it was found.
	NoShrink bool
	// Package may get the failing input as a test case, if Save says so; nil for none.
	Package *edit.Package
	Save    func(ctx context.Context) bool
	// Beside keeps the failing input among the tests beside the solution, where these are the problem.
	Beside bool
	// Replay is the command that tries the case of a seed again, and Reshrink the one that tries a kept input again.
	Replay   func(seed event.Seed) string
	Reshrink func(input string) string
}

// Package opens the package of the solution's problem for changing.
func (x *Examination) Package(ctx context.Context) (*edit.Package, error) {
	return edit.Open(ctx, x.workspace, x.client, x.Solution.Key)
}

// Stress searches for an input on which the solution fails, shrinks it and keeps it. Where no generated input fails and the
// search has no count, it tries the test cases of the problem. It emits progress and finally a
// Stressed, whose verdict is AC if nothing was found. Errors are those of stress.Candidate.Search.
func (x *Examination) Stress(ctx context.Context, o StressOptions, emit func(event.Event)) (event.Stressed, error) {
	if o.Limits.Count == 0 {
		o.Limits.Time = cmp.Or(o.Limits.Time, DefaultStressTime)
	}
	setup := x.Setup
	setup.Seed, setup.Sizes = o.Limits.Seed, o.Sizes
	opened, err := stress.Open(ctx, x.client, setup, emit)
	if err != nil {
		return event.Stressed{}, err
	}
	found, done, err := opened.Search(ctx, o.Limits, emit)
	isCase := false
	if found == nil && err == nil && o.Limits.Count == 0 {
		var like *stress.Candidate
		if like, found, err = x.ownCases(ctx, opened, o.Limits.Time, &done); found != nil {
			opened, isCase = like, true
			emit(found.Excerpt())
		}
	}
	var fault *job.Fault
	switch {
	case done.Interrupted:
		emit(done)
		return done, err
	case errors.As(err, &fault):
		return done, hint.With("repeat this case: "+o.Replay(fault.Seed), fault)
	case err != nil:
		return done, err
	case found == nil:
		emit(done)
		return done, nil
	}
	repeats := !isCase && opened.Repeats(ctx, found)
	done.Replay = o.Replay(found.Seed)
	if !o.NoShrink {
		found = x.smaller(ctx, opened, found, cmp.Or(o.ShrinkTime, DefaultShrinkTime), emit)
	}
	kept := x.keep(found)
	if o.Package != nil && !isCase && o.Save(ctx) {
		if kept, err = save(ctx, o.Package, found); err != nil {
			return done, err
		}
	}
	if o.Beside && o.Package == nil && !isCase {
		if kept, err = x.keepBeside(found, kept); err != nil {
			return done, err
		}
	}
	if !repeats {
		done.Replay = ""
		if kept.Input != "" {
			done.Replay = o.Reshrink(kept.Input)
		}
	}
	emit(kept)
	emit(done)
	return done, nil
}

// leastCaseTime is how long the test cases of a problem are tried even after a short search: most packages have few.
const leastCaseTime = 10 * time.Second

// ownCases tries the test cases of the problem, the smallest first, for at most as long as the search, or leastCaseTime.
func (x *Examination) ownCases(
	ctx context.Context, opened *stress.Candidate, limit time.Duration, done *event.Stressed,
) (*stress.Candidate, *event.Counterexample, error) {
	cases := slices.DeleteFunc(x.Setup.Problem.Data.AllCases(), func(tc *problem.Case) bool { return tc.Input == "" || len(tc.Unshipped) > 0 })
	bounded, cancel := context.WithTimeout(ctx, max(limit, leastCaseTime))
	defer cancel()
	started := time.Now()
	like, found, passed, err := counterexample.FailingCase(bounded, opened, x.Setup.Problem, cases)
	done.TestCases = passed
	done.Elapsed += time.Since(started)
	switch {
	case ctx.Err() != nil:
		done.Interrupted = true
		return nil, nil, context.Cause(ctx)
	case bounded.Err() != nil:
		return nil, nil, nil
	case found != nil:
		done.Verdict, done.Call = found.Test.Verdict, found.Call
	}
	return like, found, err
}

// keepBeside makes a failing input a test beside those of the solution. Where it cannot, it returns what is kept already.
func (x *Examination) keepBeside(found *event.Counterexample, kept event.Kept) (event.Kept, error) {
	if x.Setup.Problem.Format != problem.Plain || !x.Setup.HasReference() {
		return kept, nil
	}
	input, answer, err := plain.AddTest(x.Solution.Path, "stress", found.Input, []byte(found.Answer))
	if err != nil || input == "" {
		return kept, err
	}
	return event.Kept{Input: input, Answer: answer}, nil
}

// save makes a test case of a failing input.
func save(ctx context.Context, p *edit.Package, found *event.Counterexample) (event.Kept, error) {
	source := strings.TrimSuffix(path.Base(filepath.ToSlash(found.Solution)), path.Ext(found.Solution))
	added, err := p.Add(ctx, edit.New{Input: found.Input, Source: "breaks " + source})
	if err != nil {
		return event.Kept{}, err
	}
	kept := event.Kept{Test: added.Case}
	for _, file := range added.Files {
		full := filepath.Join(p.Problem.Dir, filepath.FromSlash(file))
		switch {
		case strings.HasPrefix(file, "data/"+added.Case+".in"):
			kept.Input = full
		case strings.HasPrefix(file, "data/"+added.Case+".ans"):
			kept.Answer = full
		}
	}
	return kept, nil
}
