package practice

import (
	"context"
	"slices"
	"time"

	"grundy/internal/author/counterexample"
	"grundy/internal/author/generate"
	"grundy/internal/author/stress"
	"grundy/internal/event"
	"grundy/internal/problem"
	"grundy/internal/workspace"
	"grundy/runner"
)

// Question asks why a solution is wrong.
type Question struct {
	Solution workspace.Solution
	// Setup says what tells right from wrong and makes inputs.
	Setup stress.Setup
	// Time is how long the answer may take.
	Time time.Duration
}

// Question is the one about an entry.
func (s *Session) Question(e *Entry, limit time.Duration) (Question, error) {
	request := stress.Request{Output: s.output, Options: e.Job.Options}
	request.Options.Cases = nil
	setup, err := request.Setup(s.workspace, &e.Solution, e.Against)
	if err == nil {
		setup.Generators, err = stress.Ruled(setup.Problem)
	}
	return Question{e.Solution, setup, limit}, err
}

// Why looks for the smallest input on which a solution fails, and explains it. It emits what happens, and at last a
// Stressed, whose verdict is AC when nothing was found. The failing case is kept for others to take. Errors are those of
// counterexample.Find.
func (s *Session) Why(ctx context.Context, judge *runner.Judge, executor counterexample.Executor, q Question, emit func(event.Event)) (event.Stressed, error) {
	history := s.workspace.History()
	known, _ := history.Failed(&q.Solution)
	found, done, err := counterexample.Find(ctx, executor, q.Setup, counterexample.Request{
		Failed: known, Time: q.Time, Jobs: judge.Slots(),
		Complete: func(ctx context.Context, cases []*problem.Case) error {
			wanted := func(tc *problem.Case) bool { return slices.Contains(cases, tc) }
			return generate.Complete(ctx, judge, s.workspace.Cache(), q.Setup.Problem, wanted, func(event.Event) {})
		},
	}, emit)
	if found == nil {
		if err == nil || done.Interrupted {
			emit(done)
		}
		return done, err
	}
	if err != nil && !done.Interrupted {
		s.workspace.Log().Warn("the input may not be as small as it could be", "reason", err)
	}
	kept := history.KeepFailure(workspace.Failure{
		Problem: q.Setup.Problem.Dir, Solution: q.Solution.Path, Verdict: found.Test.Verdict.String(), Answer: found.Test.Answer,
	}, found.Input)
	emit(event.Kept{Input: kept.Input, Answer: kept.Answer})
	emit(done)
	return done, nil
}
