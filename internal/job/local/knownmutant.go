package local

import (
	"context"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/runner"
)

// knownMutant is a mutant with the results of earlier jobs.
type knownMutant struct {
	problem *problem.Problem
	mutant  job.Mutant
	variant *runner.Variant
}

// knownMutants looks up the earlier results of a mutant.
func knownMutants(p *problem.Problem, j *job.Mutation, original *runner.Submission, mutant job.Mutant) *knownMutant {
	options := j.Judgement(mutant, nil).Options
	options.Recall, options.Again = j.Recall, j.Again
	return &knownMutant{p, mutant, original.Variant(mutant.File, mutant.Content, options)}
}

// recall returns the known result of the mutant. Otherwise rest are the rounds of those cases that must be run.
func (a *knownMutant) recall(j *job.Mutation) (result job.MutantResult, rest [][]string) {
	switch settled, reason := a.variant.Settled(); settled {
	case verdict.CE:
		return job.MutantResult{Outcome: event.Stillborn, Reason: reason, Earlier: true}, nil
	case verdict.AC:
		return job.MutantResult{Outcome: event.Equivalent, Earlier: true}, nil
	}
	for _, round := range j.RoundsOf(a.problem) {
		var unknown []string
		for _, name := range round {
			test, known := a.variant.Recall(a.problem.Data.Case(name))
			if !known {
				unknown = append(unknown, name)
			} else if result = j.Result(test); result.Outcome != event.Survived {
				result.Earlier = true
				return result, nil
			}
		}
		if unknown != nil {
			rest = append(rest, unknown)
		}
	}
	return job.MutantResult{Outcome: event.Survived, Earlier: rest == nil}, rest
}

// learn wraps a judge and records its results.
func (a *knownMutant) learn(judge job.Judge) job.Judge {
	return func(ctx context.Context, p *problem.Problem, j job.Judgement, emit func(event.Event)) (event.Done, error) {
		return judge(ctx, p, j, func(e event.Event) {
			if test, ok := e.(event.Test); ok && !test.Unjudged {
				a.variant.Learn(a.problem.Data.Case(test.Test), test)
			}
			emit(e)
		})
	}
}
