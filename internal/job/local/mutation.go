package local

import (
	"context"
	"fmt"
	"sync"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/cache"
)

// Builds is where the judge keeps its builds.
type Builds interface{ Remove(key cache.Key) }

// mutate judges mutants concurrently.
func (e *Executor) mutate(ctx context.Context, p *problem.Problem, j job.Mutation) (job.Mutated, error) {
	original, _, err := e.judge.Submission(ctx, p, job.Judgement{Source: j.Original})
	if err != nil || original == nil {
		return job.Mutated{}, fmt.Errorf("build the original: %w", err)
	}
	sum, err := e.fingerprint(original.Program(), j.Original)
	if err != nil {
		return job.Mutated{}, err
	}
	result := job.Mutated{Results: make([]job.MutantResult, len(j.Mutants))}
	slots := make(chan struct{}, e.judge.Slots())
	var wait sync.WaitGroup
	for i, mutant := range j.Mutants {
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			known := knownMutants(p, &j, original, mutant)
			defer known.variant.Keep()
			result.Results[i] = e.mutant(ctx, p, j, known, sum)
		})
	}
	wait.Wait()
	return result, nil
}

// mutant judges one mutant unless earlier jobs know enough of it or it compiles to the same program as the original.
// It removes the mutant's build: there are many, and none is used again.
func (e *Executor) mutant(ctx context.Context, p *problem.Problem, j job.Mutation, known *knownMutant, original string) job.MutantResult {
	if ctx.Err() != nil {
		return job.MutantResult{Outcome: event.NotRun}
	}
	result, rest := known.recall(&j)
	if rest == nil {
		return result
	}
	judgement := j.Judgement(known.mutant, nil)
	built, compiled, err := e.judge.Submission(ctx, p, judgement)
	switch {
	case ctx.Err() != nil:
		return job.MutantResult{Outcome: event.NotRun}
	case err != nil:
		return job.MutantResult{Outcome: event.Unjudged, Reason: err.Error()}
	case built == nil:
		if compiled.Time < longCompilation {
			known.variant.Settle(verdict.CE, compiled.Failed)
		}
		return job.MutantResult{Outcome: event.Stillborn, Reason: compiled.Failed}
	}
	if program := built.Program(); !program.Cached {
		defer e.builds.Remove(program.Key)
	}
	sum, err := fingerprint(built.Program(), judgement.Source)
	if err != nil {
		return job.MutantResult{Outcome: event.Unjudged, Reason: fmt.Sprintf("compare the mutant with the original: %v", err)}
	}
	if sum == original {
		known.variant.Settle(verdict.AC, "")
		return job.MutantResult{Outcome: event.Equivalent}
	}
	j.Rounds = rest
	return j.Judge(ctx, p, known.mutant, known.learn(e.judge.Judge))
}

// longCompilation is the time after which a failed compilation may have hit a limit of the machine, so that it may
// succeed the next time.
const longCompilation = 5 * time.Second

// fingerprint is the fingerprint of an original, cached because its mutants come one after the other.
func (e *Executor) fingerprint(program *language.Program, source language.Source) (string, error) {
	e.mu.Lock()
	known := e.original
	e.mu.Unlock()
	if known.key == program.Key {
		return known.sum, nil
	}
	sum, err := fingerprint(program, source)
	if err != nil {
		return "", fmt.Errorf("look at the original: %w", err)
	}
	e.mu.Lock()
	e.original = fingerprintEntry{program.Key, sum}
	e.mu.Unlock()
	return sum, nil
}

// fingerprintEntry is the fingerprint of a program.
type fingerprintEntry struct {
	key cache.Key
	sum string
}
