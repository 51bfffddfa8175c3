package practice

import (
	"context"
	"slices"
	"time"

	"grundy/internal/author/counterexample"
	"grundy/internal/author/generate"
	"grundy/internal/author/stress"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/games"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// Question asks why a solution is wrong.
type Question struct {
	Solution workspace.Solution
	// Setup says what decides whether an output is right, and what makes inputs.
	Setup stress.Setup
	// Failed are tests known to fail, nil for those in the history.
	Failed []string
	// Time bounds the search for the answer.
	Time time.Duration
	// Picture writes a picture of the found input and returns the file's name, "" if there is none. Nil skips that.
	Picture func(ctx context.Context, found event.Counterexample) string
}

// Asks reports whether the reason for a solution's failure can be searched for.
func Asks(done event.Done) bool {
	return !done.Interrupted && slices.Contains([]verdict.Verdict{verdict.WA, verdict.RTE, verdict.TLE}, done.Verdict)
}

// Question is the question about an entry.
func (s *Session) Question(e *Entry, limit time.Duration) (Question, error) {
	request := stress.Request{Output: s.output, Options: e.Job.Options}
	request.Options.Cases = nil
	setup, err := request.Setup(s.workspace, &e.Solution, e.Against)
	if err == nil {
		setup.Generators, err = stress.PackageGenerators(setup.Problem)
	}
	return Question{Solution: e.Solution, Setup: setup, Time: limit}, err
}

// explanation explains an input by the theory of the problem's game, if that is known.
func explanation(theory games.Theory, p *problem.Problem, found *event.Counterexample) event.Explanation {
	explained := event.Explanation{Problem: found.Problem, Solution: found.Solution}
	if theory == nil {
		return explained
	}
	if known := theory.Explain(p.UUID, found.Test, string(found.Input), found.Answer); known != nil {
		explained.Position, explained.Played, explained.Winning, explained.Why = known.Position, known.Played, known.Winning, known.Why
	}
	return explained
}

// faultShare is the divisor of the time: that part is reserved for the sanitizers, if the solution's language has
// them.
const faultShare = 4

// Why looks for the smallest input on which a solution fails, and explains it. It emits progress and finally a
// Stressed, whose verdict is AC if nothing was found. The failing case is kept for other commands. Errors are those
// of counterexample.Find.
func (s *Session) Why(ctx context.Context, client job.Client, q Question, emit func(event.Event)) (event.Stressed, error) {
	history := s.workspace.History()
	show := emit
	emit = func(e event.Event) {
		if opened, ok := e.(event.Stress); ok {
			opened.Path = q.Solution.Path
			e = opened
		}
		show(e)
	}
	known := q.Failed
	if known == nil {
		known, _ = history.Failed(&q.Solution)
	}
	searching, sanitized := q.Time, q.Setup.Solution.Source
	sanitized.Sanitize = true
	builder, err := s.workspace.Builder()
	if err != nil {
		return event.Stressed{}, err
	}
	if _, err := builder.Table.Detect(sanitized); err == nil {
		searching -= q.Time / faultShare
	}
	found, done, err := counterexample.Find(ctx, client, q.Setup, counterexample.Request{
		Failed: known, Time: searching, Jobs: client.Slots(),
		Complete: func(ctx context.Context, cases []*problem.Case) error {
			wanted := func(tc *problem.Case) bool { return slices.Contains(cases, tc) }
			return generate.Complete(ctx, s.workspace, q.Setup.Problem, wanted, func(event.Event) {})
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
	files := event.Kept{Input: kept.Input, Answer: kept.Answer}
	if q.Picture != nil && !done.Interrupted {
		files.Picture = q.Picture(ctx, *found.Counterexample)
	}
	emit(files)
	if !done.Interrupted {
		bounded, cancel := context.WithTimeout(ctx, max(q.Time-q.Time/counterexample.RestShare-done.Elapsed, q.Time/faultShare))
		defer cancel()
		explained := explanation(s.workspace.Games().Theory, q.Setup.Problem, found.Counterexample)
		if explained.Breakdown = found.Fault(bounded); explained != (event.Explanation{Problem: done.Problem, Solution: done.Solution}) {
			emit(explained)
		}
	}
	emit(done)
	return done, nil
}
