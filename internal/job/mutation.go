package job

import (
	"context"
	"fmt"
	"slices"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// Mutation judges a group of mutants of a solution.
type Mutation struct {
	// Original is the solution, with its files in memory.
	Original language.Source
	Mutants  []Mutant
	// TimeLimit is the limit of each mutant on a case.
	TimeLimit time.Duration
	// Rounds are the names of cases. A mutant runs a later round only if it passes all earlier ones. Nil runs all
	// cases.
	Rounds [][]string
	// Scores are those of the original, by case; without a score a case has no points.
	Scores map[string]float64
	// Recall reuses what earlier jobs learned about the same mutants, and keeps this job's results for later ones.
	// Again only keeps them.
	Recall, Again bool
}

// Mutant is a source with one changed file.
type Mutant struct {
	ID      string
	File    string // its name
	Content []byte
}

// Mutated are the results of the mutants, in the order of the job.
type Mutated struct{ Results []MutantResult }

// MutantResult is the result of a mutant: it was killed, survived, is the same program as the original, does not
// compile, could not be judged, or there was no time left for it.
type MutantResult struct {
	Outcome event.MutantOutcome
	// Verdict is the verdict on Case, which killed it. Reason is the judgement in words.
	Verdict verdict.Verdict
	Case    string
	Reason  string
	// Earlier reports that the result was known without building or running anything.
	Earlier bool
}

// Judge judges a submission; see Client.Judge.
type Judge func(ctx context.Context, p *problem.Problem, j Judgement, emit func(event.Event)) (event.Done, error)

// Judgement judges a mutant on the cases of a round.
func (m *Mutation) Judgement(mutant Mutant, cases []string) Judgement {
	source := m.Original
	source.Files = slices.Clone(source.Files)
	for i, file := range source.Files {
		if file.Name == mutant.File {
			source.Files[i].Data = mutant.Content
		}
	}
	return Judgement{
		Name: mutant.ID, Source: source,
		Options: Options{TimeLimit: m.TimeLimit, StopAtFirst: true, NoRerun: true, Cases: cases},
	}
}

// RoundsOf are the rounds of cases of a problem.
func (m *Mutation) RoundsOf(p *problem.Problem) [][]string {
	if m.Rounds != nil {
		return m.Rounds
	}
	return [][]string{p.Data.Select(func(*problem.Case) bool { return true })}
}

// Result is the result of a test for a mutant that survived all earlier ones.
func (m *Mutation) Result(test event.Test) MutantResult {
	original, scored := m.Scores[test.Test]
	switch {
	case test.Verdict == verdict.JE:
		return MutantResult{Outcome: event.Unjudged, Case: test.Test, Reason: test.Reason}
	case test.Unjudged:
	case test.Verdict != verdict.AC:
		return MutantResult{Outcome: event.Killed, Verdict: test.Verdict, Case: test.Test, Reason: test.Reason}
	case scored && test.Score != nil && *test.Score < original:
		reason := fmt.Sprintf("scores %g, the original %g", *test.Score, original)
		return MutantResult{Outcome: event.Killed, Verdict: test.Verdict, Case: test.Test, Reason: reason}
	}
	return MutantResult{Outcome: event.Survived}
}

// Judge judges one mutant, round by round. It must be known to differ from the original.
func (m *Mutation) Judge(ctx context.Context, p *problem.Problem, mutant Mutant, judge Judge) (result MutantResult) {
	for _, cases := range m.RoundsOf(p) {
		if ctx.Err() == nil {
			result = m.round(ctx, p, m.Judgement(mutant, cases), judge)
		}
		if ctx.Err() != nil && result.Outcome != event.Killed {
			return MutantResult{Outcome: event.NotRun}
		}
		if result.Outcome != event.Survived {
			break
		}
	}
	return result
}

func (m *Mutation) round(ctx context.Context, p *problem.Problem, j Judgement, judge Judge) MutantResult {
	result := MutantResult{Outcome: event.Survived}
	done, err := judge(ctx, p, j, func(e event.Event) {
		test, ok := e.(event.Test)
		if !ok || result.Outcome != event.Survived {
			return
		}
		result = m.Result(test)
	})
	switch {
	case err != nil && result.Outcome == event.Survived:
		return MutantResult{Outcome: event.Unjudged, Reason: err.Error()}
	case done.Verdict == verdict.CE:
		return MutantResult{Outcome: event.Stillborn, Reason: done.Reason}
	}
	return result
}

func (Mutation) job() {}
