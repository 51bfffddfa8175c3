package stress

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// Searcher performs searches; see the jobs. Its methods may be called concurrently.
type Searcher interface {
	Open(ctx context.Context, p *problem.Problem, j job.Opening) (event.Stress, error)
	Search(ctx context.Context, p *problem.Problem, j job.Search, emit func(event.Event)) (job.Searched, error)
}

// SingleRunner performs examining and shrinking. Its methods may be called concurrently.
type SingleRunner interface {
	// Prepare announces that inputs for this job will be tried until ctx ends.
	Prepare(ctx context.Context, p *problem.Problem, j job.Job)
	Try(ctx context.Context, p *problem.Problem, j job.SingleRun) (job.SingleRunResult, error)
	Compare(ctx context.Context, p *problem.Problem, j job.Comparison) (job.Compared, error)
}

// Executor does both.
type Executor interface {
	Searcher
	SingleRunner
}

// Setup says which solution is tried, and by what.
type Setup struct {
	job.Setup
	Problem *problem.Problem
	// Folder is an existing directory for failing inputs and their answers. It is not emptied.
	Folder string
	// Seed is reported, and not used.
	Seed event.Seed
}

// Candidate is a solution that is ready to be tried.
type Candidate struct {
	executor Executor
	setup    Setup
}

// Open builds everything. A *job.CompileError is about a solution that cannot be built, a *job.PackageError about
// a generator, validator or checker.
func Open(ctx context.Context, executor Executor, setup Setup, emit func(event.Event)) (*Candidate, error) {
	opened, err := executor.Open(ctx, setup.Problem, job.Opening{Setup: setup.Setup})
	if err != nil {
		return nil, err
	}
	opened.Seed = setup.Seed
	emit(opened)
	return &Candidate{executor, setup}, nil
}

// Like returns a trial whose inputs get the arguments and files of a case.
func (t *Candidate) Like(tc *problem.Case) *Candidate {
	like := *t
	like.setup.Template = Template(tc)
	return &like
}

// Sanitized returns a trial of the same solution, built with sanitizers.
func (t *Candidate) Sanitized() *Candidate {
	sanitized := *t
	sanitized.setup.Solution.Source.Sanitize = true
	return &sanitized
}

// Limits bound a search.
type Limits struct {
	// Seed is the seed of the first case; the k-th case after it has the k-th seed after it.
	Seed event.Seed
	// Count is the most cases to try; Time is the time after which no more are begun. 0 is unbounded.
	Count int64
	Time  time.Duration
	// Under leaves out inputs of so many bytes or more; 0 tries all.
	Under int
	// Smallest continues after a failure, as long as Count and Time allow, with ever smaller inputs.
	Smallest bool
}

// Search tries one case after another until the solution fails. The finding is nil when it does not; otherwise it is
// the first failure in the order of the seeds, or the smallest if requested. Done is returned instead of emitted.
// A *job.Fault means that a generator, validator or reference solution is wrong; other errors are the judge's, or
// that of ctx.
func (t *Candidate) Search(ctx context.Context, limits Limits, emit func(event.Event)) (*event.Counterexample, event.Stressed, error) {
	started := time.Now()
	searched, err := t.executor.Search(ctx, t.setup.Problem, job.Search{
		Setup: t.setup.Setup, Seed: limits.Seed, First: 1, Count: limits.Count, Time: limits.Time,
		Under: limits.Under, Smallest: limits.Smallest,
	}, emit)
	done := event.Stressed{
		Problem: t.setup.Problem.ID, Solution: t.setup.Solution.Name, Cases: searched.Passed, Elapsed: time.Since(started),
		Verdict: verdict.AC,
	}
	switch {
	case context.Cause(ctx) != nil && !searched.Failed:
		done.Interrupted = true
		return nil, done, context.Cause(ctx)
	case err != nil || !searched.Failed:
		return nil, done, err
	}
	found, err := t.keep(searched.Found)
	if err != nil {
		return nil, done, err
	}
	done.Verdict, done.Seed, done.Call = found.Test.Verdict, found.Seed, found.Call
	emit(found.Excerpt())
	return found, done, nil
}

// Repeats reports whether the seed of a finding gives its input again, which depends on the generator. A generator
// seeded by the clock does so within one second, and gives the same input for the next seed too; so Repeats tries
// the next seed first.
func (t *Candidate) Repeats(ctx context.Context, found *event.Counterexample) bool {
	return !t.gives(ctx, job.After(found.Seed, 1), found.Input) && t.gives(ctx, found.Seed, found.Input)
}

// gives reports whether a seed gives an input on which the solution fails.
func (t *Candidate) gives(ctx context.Context, seed event.Seed, input []byte) bool {
	tried, err := t.executor.Search(ctx, t.setup.Problem, job.Search{
		Setup: t.setup.Setup, Seed: seed, First: 1, Count: 1,
	}, func(event.Event) {})
	return err == nil && tried.Failed && bytes.Equal(tried.Found.Finding.Input, input)
}

// keep writes a finding to files.
func (t *Candidate) keep(found job.Found) (*event.Counterexample, error) {
	dir, err := os.MkdirTemp(t.setup.Folder, "failing-")
	if err != nil {
		return nil, err
	}
	finding := found.Finding
	finding.Test.Input = filepath.Join(dir, "failing.in")
	if err := os.WriteFile(finding.Test.Input, finding.Input, 0o644); err != nil {
		return nil, err
	}
	if found.Answer == nil {
		return &finding, nil
	}
	finding.Test.Answer = filepath.Join(dir, "failing.ans")
	return &finding, os.WriteFile(finding.Test.Answer, found.Answer, 0o644)
}
