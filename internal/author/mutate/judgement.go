package mutate

import (
	"context"
	"errors"
	"fmt"
	"path"

	"grundy/internal/problem"
	"grundy/internal/verdict"
	"grundy/runner"
)

// place is the name of a mutant's file.
func (h *hunt) place(m *Mutant) string {
	if len(h.subject.Source.Files) == 1 {
		return h.subject.Name
	}
	return path.Join(h.subject.Name, m.File)
}

// judgeMutant judges one mutant: first on the cases that are likely to kill it and soon over, then on the others.
func (h *hunt) judgeMutant(ctx context.Context, m Mutant) Result {
	result := Result{Mutant: m, Place: h.place(&m)}
	for _, selected := range h.rounds() {
		result.Outcome = ""
		if ctx.Err() == nil {
			h.judgeRound(ctx, &result, selected)
		}
		if ctx.Err() != nil && result.Outcome != Killed {
			result.Outcome = NotRun
		}
		if result.Outcome != Survived {
			return result
		}
	}
	for _, e := range h.subject.Explanations {
		if e.explains(result.Place, &m) {
			result.Outcome, result.Reason = Explained, e.Reason
		}
	}
	return result
}

// rounds select the cases to run one after the other.
func (h *hunt) rounds() []func(*problem.Case) bool {
	if h.first == nil {
		return []func(*problem.Case) bool{nil}
	}
	return []func(*problem.Case) bool{
		func(c *problem.Case) bool { return h.first[c.Name] },
		func(c *problem.Case) bool { return !h.first[c.Name] },
	}
}

// judgeRound judges a mutant on some cases.
func (h *hunt) judgeRound(ctx context.Context, result *Result, selected func(*problem.Case) bool) {
	job := runner.Job{
		Problem: h.subject.Problem, Name: result.Mutant.ID, Source: result.Mutant.Source(),
		Options: runner.Options{TimeLimit: h.limit, StopAtFirst: true, NoRerun: true, Select: selected},
	}
	result.Outcome = Survived
	done, err := h.judge.Judge(ctx, job, func(event runner.Event) {
		test, ok := event.(runner.Test)
		if !ok || result.Outcome != Survived {
			return
		}
		original, scored := h.scores[test.Test]
		switch {
		case test.Verdict == verdict.JE:
			result.Outcome, result.Case, result.Reason = Unjudged, test.Test, test.Reason
		case test.Verdict != verdict.AC:
			result.Outcome, result.Verdict, result.Case, result.Reason = Killed, test.Verdict, test.Test, test.Reason
		case scored && test.Score != nil && *test.Score < original:
			result.Outcome, result.Verdict, result.Case = Killed, test.Verdict, test.Test
			result.Reason = fmt.Sprintf("scores %g, the original %g", *test.Score, original)
		}
	})
	var same *SameProgramError
	switch {
	case errors.As(err, &same):
		result.Outcome = Equivalent
	case err != nil && result.Outcome == Survived:
		result.Outcome, result.Reason = Unjudged, err.Error()
	case done.Verdict == verdict.CE:
		result.Outcome, result.Reason = Stillborn, done.Reason
	}
}
