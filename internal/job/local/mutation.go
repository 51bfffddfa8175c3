package local

import (
	"context"
	"fmt"
	"sync"

	"grundy/internal/cache"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/language"
	"grundy/internal/problem"
)

// Builds is where the judge keeps what it built.
type Builds interface{ Remove(key cache.Key) }

// mutate judges mutants side by side.
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
			result.Results[i] = e.mutant(ctx, p, &j, mutant, sum)
		})
	}
	wait.Wait()
	return result, nil
}

// mutant judges one mutant, unless it becomes the same program as the original, and forgets its build: there are many, and
// nobody needs them again.
func (e *Executor) mutant(ctx context.Context, p *problem.Problem, j *job.Mutation, mutant job.Mutant, original string) job.MutantResult {
	if ctx.Err() != nil {
		return job.MutantResult{Outcome: event.NotRun}
	}
	judgement := j.Judgement(mutant, nil)
	built, compiled, err := e.judge.Submission(ctx, p, judgement)
	switch {
	case ctx.Err() != nil:
		return job.MutantResult{Outcome: event.NotRun}
	case err != nil:
		return job.MutantResult{Outcome: event.Unjudged, Reason: err.Error()}
	case built == nil:
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
		return job.MutantResult{Outcome: event.Equivalent}
	}
	return j.Judge(ctx, p, mutant, e.judge.Judge)
}

// fingerprint is that of an original, whose mutants come one after the other.
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
	e.original = printed{program.Key, sum}
	e.mu.Unlock()
	return sum, nil
}

// printed is the fingerprint of a program.
type printed struct {
	key cache.Key
	sum string
}
