package mutate

import (
	"context"
	"errors"
	"fmt"
	"path"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/problem"
	"grundy/internal/verdict"
)

// place is the name of a mutant's file.
func (h *hunt) place(m *event.Mutant) string {
	if len(h.subject.Source.Files) == 1 {
		return h.subject.Name
	}
	return path.Join(h.subject.Name, m.File)
}

// judgeMutant judges one mutant: first on the cases that are likely to kill it and soon over, then on the others.
func (h *hunt) judgeMutant(ctx context.Context, m Mutant) event.MutantResult {
	result := event.MutantResult{Mutant: m.Mutant, Place: h.place(&m.Mutant)}
	for _, cases := range h.rounds() {
		result.Outcome = ""
		if ctx.Err() == nil {
			h.judgeRound(ctx, m, &result, cases)
		}
		if ctx.Err() != nil && result.Outcome != event.Killed {
			result.Outcome = event.NotRun
		}
		if result.Outcome != event.Survived {
			return result
		}
	}
	for _, e := range h.subject.Explanations {
		if e.explains(result.Place, &m.Mutant) {
			result.Outcome, result.Reason = event.Explained, e.Reason
		}
	}
	return result
}

// rounds select the cases to run one after the other.
func (h *hunt) rounds() [][]string {
	if h.first == nil {
		return [][]string{nil}
	}
	data := h.subject.Problem.Data
	return [][]string{
		data.Select(func(c *problem.Case) bool { return h.first[c.Name] }),
		data.Select(func(c *problem.Case) bool { return !h.first[c.Name] }),
	}
}

// judgeRound judges a mutant on some cases.
func (h *hunt) judgeRound(ctx context.Context, m Mutant, result *event.MutantResult, cases []string) {
	mutant := job.Judgement{
		Name: m.ID, Source: m.Source(),
		Options: job.Options{TimeLimit: h.limit, StopAtFirst: true, NoRerun: true, Cases: cases},
	}
	result.Outcome = event.Survived
	done, err := h.judge.Judge(ctx, h.subject.Problem, mutant, func(e event.Event) {
		test, ok := e.(event.Test)
		if !ok || result.Outcome != event.Survived {
			return
		}
		original, scored := h.scores[test.Test]
		switch {
		case test.Verdict == verdict.JE:
			result.Outcome, result.Case, result.Reason = event.Unjudged, test.Test, test.Reason
		case test.Verdict != verdict.AC:
			result.Outcome, result.Verdict, result.Case, result.Reason = event.Killed, test.Verdict, test.Test, test.Reason
		case scored && test.Score != nil && *test.Score < original:
			result.Outcome, result.Verdict, result.Case = event.Killed, test.Verdict, test.Test
			result.Reason = fmt.Sprintf("scores %g, the original %g", *test.Score, original)
		}
	})
	var same *SameProgramError
	switch {
	case errors.As(err, &same):
		result.Outcome = event.Equivalent
	case err != nil && result.Outcome == event.Survived:
		result.Outcome, result.Reason = event.Unjudged, err.Error()
	case done.Verdict == verdict.CE:
		result.Outcome, result.Reason = event.Stillborn, done.Reason
	}
}
