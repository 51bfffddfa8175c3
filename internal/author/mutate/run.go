package mutate

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// Judger judges the original and groups of its mutants; see the jobs. It calls emit for each event, one at a time,
// before it returns. Its methods may be called concurrently.
type Judger interface {
	Judge(ctx context.Context, p *problem.Problem, j job.Judgement, emit func(event.Event)) (event.Done, error)
	Mutate(ctx context.Context, p *problem.Problem, j job.Mutation) (job.Mutated, error)
}

// Solution is the solution to mutate.
type Solution struct {
	Problem *problem.Problem
	// Name is its name in explanations and reports: "accepted/nim.go".
	Name string
	// Source has all its files in memory.
	Source       language.Source
	Explanations []Explanation
}

// Options choose mutants; the zero value takes all.
type Options struct {
	// Jobs is how many mutants are judged at a time; 0 means one.
	Jobs int
	// Operators are the operators to use, nil for all.
	Operators []event.Operator
	// Lines are the first and the last line to change, 0 for no bound.
	Lines [2]int
	// Sample is how many mutants are picked, at random by Seed; 0 takes all.
	Sample int
	Seed   uint64
	// Budget bounds the run time; 0 is no bound.
	Budget time.Duration
	// Again repeats measurements that earlier runs have cached.
	Again bool
	// Keep, if not nil, is called with each surviving mutant, before the event that reports it. It returns the command
	// that looks for a killing input, "" for none.
	Keep func(Mutant) (killCommand string)
}

// whole reports whether the options leave out no mutant.
func (o Options) whole() bool { return o.Operators == nil && o.Lines == [2]int{} && o.Sample == 0 }

// NotAcceptedError says that the judge does not accept a solution, so it cannot be mutated.
type NotAcceptedError struct {
	Solution, Reason string
	Help             string // the remedy, or ""
}

func (e *NotAcceptedError) Error() string {
	return fmt.Sprintf("%s is not accepted, so its mutants prove nothing: %s", e.Solution, e.Reason)
}

// Hint returns the remedy.
func (e *NotAcceptedError) Hint() string { return e.Help }

// session is one run over the mutants of a solution.
type session struct {
	judge    Judger
	solution Solution
	options  Options
	emit     func(event.Event)

	limit  time.Duration
	scores map[string]float64 // scores of the original, by case
	rounds [][]string         // the cases to try one round after the other, nil for all at once
}

// errBudget is the reason that the last mutants are not judged.
var errBudget = errors.New("the time for mutants is up")

// Run judges the mutants of a solution and emits the result of each. An error means that the original is not
// accepted, that no mutants can be made of it, that the package cannot be used for judging, or that ctx was
// cancelled; the summary then covers the mutants judged so far. A failure of the judge on a single mutant is a
// result.
func Run(ctx context.Context, judge Judger, solution Solution, options Options, emit func(event.Event)) (event.Mutation, error) {
	options.Jobs = max(options.Jobs, 1)
	h := &session{judge: judge, solution: solution, options: options, emit: emit}
	summary := event.Mutation{Problem: solution.Problem.ID, Solution: solution.Name}
	emit(event.MutationStarted{Problem: solution.Problem.ID, Solution: solution.Name})
	planned, err := h.judgeOriginal(ctx)
	if err != nil {
		return summary, err
	}
	made, err := Mutants(solution.Source, planned.Language)
	if err != nil {
		return summary, err
	}
	chosen := options.choose(made)
	summary.Language = planned.Language
	planned.Made, planned.Chosen = len(made), len(chosen)
	emit(planned)

	results := h.judgeAll(ctx, chosen)
	count(&summary, results)
	summary.Interrupted = ctx.Err() != nil
	summary.OutOfTime = !summary.Interrupted && summary.Total().Outcomes.NotRun > 0
	if options.whole() && !summary.Interrupted && !summary.OutOfTime {
		summary.Stale = h.stale(results)
	}
	emit(event.Mutated{Summary: summary})
	return summary, context.Cause(ctx)
}

// judgeOriginal makes sure that the solution is accepted, and measures it.
func (h *session) judgeOriginal(ctx context.Context) (event.Mutants, error) {
	planned := event.Mutants{Problem: h.solution.Problem.ID, Solution: h.solution.Name}
	var allowed time.Duration
	var compile event.Compile
	h.scores = map[string]float64{}
	original := job.Judgement{
		Name: h.solution.Name, Source: h.solution.Source,
		// Cached times give the mutants the same limit as the last time.
		Options: job.Options{Recall: true, Again: h.options.Again},
	}
	done, err := h.judge.Judge(ctx, h.solution.Problem, original, func(e event.Event) {
		switch e := e.(type) {
		case event.Plan:
			planned.Language, planned.Tests, allowed = e.Language, e.Tests, e.TimeLimit
		case event.Compile:
			compile = e
		case event.Test:
			if e.Score != nil {
				h.scores[e.Test] = *e.Score
			}
		}
	})
	switch {
	case ctx.Err() != nil:
		return planned, context.Cause(ctx)
	case err != nil:
		return planned, fmt.Errorf("judge %s: %w", h.solution.Name, err)
	case done.Skipped:
		return planned, &NotAcceptedError{h.solution.Name, compile.Failed, compile.Help}
	case done.Verdict != verdict.AC:
		return planned, &NotAcceptedError{h.solution.Name, done.Reason, "fix it, or name another solution"}
	}
	planned.Slowest = done.Slowest
	planned.Limit = LimitFor(done.Slowest, allowed)
	h.limit = planned.Limit
	h.rounds = rounds(h.solution.Problem.Data)
	return planned, nil
}

// Bounds of the time limit of mutants: high enough not to mistake noise for a difference, low enough that looping
// mutants end soon.
const (
	patience   = 6 // times the original
	leastLimit = 500 * time.Millisecond
)

// LimitFor returns the time limit of mutants, given the solution's time on its slowest case and the time allowed
// there. It grows by doubling, so that it seldom changes with the measured times of another run. Cached results of
// mutants depend on it.
func LimitFor(slowest, allowed time.Duration) time.Duration {
	limit := leastLimit
	for limit < patience*slowest {
		limit *= 2
	}
	if allowed > 0 {
		limit = min(limit, allowed)
	}
	return limit
}

// judgeAll judges mutants concurrently and returns their results in the same order.
func (h *session) judgeAll(ctx context.Context, mutants []Mutant) []event.MutantResult {
	if h.options.Budget > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, h.options.Budget, errBudget)
		defer cancel()
	}
	results := make([]event.MutantResult, len(mutants))
	var (
		wait  sync.WaitGroup
		mu    sync.Mutex
		count int
		next  = make(chan int)
	)
	for range min(h.options.Jobs, len(mutants)) {
		wait.Go(func() {
			for i := range next {
				results[i] = h.judgeMutant(ctx, mutants[i])
				if results[i].Outcome == event.NotRun {
					continue
				}
				mu.Lock()
				if results[i].Outcome == event.Survived && h.options.Keep != nil {
					results[i].KillCommand = h.options.Keep(mutants[i])
				}
				count++
				h.emit(event.MutantJudged{Result: results[i], Count: count, Total: len(mutants)})
				mu.Unlock()
			}
		})
	}
	for i := range mutants {
		next <- i
	}
	close(next)
	wait.Wait()
	return results
}

// stale finds the explanations of this solution that explain no survivor.
func (h *session) stale(results []event.MutantResult) []event.Stale {
	var found []event.Stale
	for _, e := range h.solution.Explanations {
		if !h.concerns(e) {
			continue
		}
		why, of := "no such mutant is made any more", 0
		for _, r := range results {
			if !e.explains(r.Place, &r.Mutant) {
				continue
			}
			switch r.Outcome {
			case event.Explained:
				of++
			case event.Killed:
				why = "the mutant is killed by " + r.Case
			default:
				why = "the mutant is " + string(r.Outcome)
			}
		}
		if of == 0 {
			found = append(found, event.Stale{Explanation: e.Place(), Why: why})
		}
	}
	return found
}

// concerns reports whether an explanation is about this solution.
func (h *session) concerns(e Explanation) bool {
	return e.File == h.solution.Name || strings.HasPrefix(e.File, h.solution.Name+"/")
}
