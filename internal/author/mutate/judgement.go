package mutate

import (
	"context"
	"path"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// place names a mutant's file.
func (h *session) place(m *event.Mutant) string {
	if len(h.solution.Source.Files) == 1 {
		return h.solution.Name
	}
	return path.Join(h.solution.Name, m.File)
}

// judgeMutant judges one mutant: first on the quick cases that are likely to kill it, then on the others.
func (h *session) judgeMutant(ctx context.Context, m Mutant) event.MutantResult {
	result := event.MutantResult{Mutant: m.Mutant, Place: h.place(&m.Mutant)}
	mutated, err := h.judge.Mutate(ctx, h.solution.Problem, job.Mutation{
		Original: h.solution.Source, Mutants: []job.Mutant{m.Changed()}, TimeLimit: h.limit, Rounds: h.rounds, Scores: h.scores,
		Recall: true, Again: h.options.Again,
	})
	switch {
	case ctx.Err() != nil && (err != nil || len(mutated.Results) == 0):
		result.Outcome = event.NotRun
	case err != nil:
		result.Outcome, result.Reason = event.Unjudged, err.Error()
	default:
		r := mutated.Results[0]
		result.Outcome, result.Verdict, result.Case, result.Reason, result.Earlier = r.Outcome, r.Verdict, r.Case, r.Reason, r.Earlier
	}
	if result.Outcome != event.Survived {
		return result
	}
	for _, e := range h.solution.Explanations {
		if e.explains(result.Place, &m.Mutant) {
			result.Outcome, result.Reason = event.Explained, e.Reason
		}
	}
	return result
}

// rounds returns the cases to try one round after the other, nil for all at once.
func rounds(data *problem.Group) [][]string {
	first := likely(data.AllCases())
	if first == nil {
		return nil
	}
	return [][]string{
		data.Select(func(c *problem.Case) bool { return first[c.Name] }),
		data.Select(func(c *problem.Case) bool { return !first[c.Name] }),
	}
}
