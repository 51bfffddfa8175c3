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
	"grundy/internal/games/play"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// Question asks why a solution is wrong.
type Question struct {
	Solution workspace.Solution
	// Setup says what tells right from wrong and makes inputs.
	Setup stress.Setup
	// Failed are tests that are known to fail, nil for those that the history knows of.
	Failed []string
	// Time is how long the answer may take.
	Time time.Duration
	// Picture writes a picture of what was found and names the file, "" if there is none; nil where none is wanted.
	Picture func(ctx context.Context, found event.Counterexample) string
}

// Asks tells whether a solution failed in a way whose reason can be looked for.
func Asks(done event.Done) bool {
	return !done.Interrupted && slices.Contains([]verdict.Verdict{verdict.WA, verdict.RTE, verdict.TLE}, done.Verdict)
}

// Question is the one about an entry.
func (s *Session) Question(e *Entry, limit time.Duration) (Question, error) {
	request := stress.Request{Output: s.output, Options: e.Job.Options}
	request.Options.Cases = nil
	setup, err := request.Setup(s.workspace, &e.Solution, e.Against)
	if err == nil {
		setup.Generators, err = stress.PackageGenerators(setup.Problem)
	}
	return Question{Solution: e.Solution, Setup: setup, Time: limit}, err
}

// drawnColumns is how wide positions are drawn in events: they fit behind a label on a screen of 80 columns.
const drawnColumns = 64

// explanation is what the theory of a game says of an input, where the problem's game is known.
func explanation(p *problem.Problem, found *event.Counterexample) event.Explanation {
	explained := event.Explanation{Problem: found.Problem, Solution: found.Solution}
	if newTable := play.TableOf(p.UUID); newTable != nil && found.Test.Verdict == verdict.WA {
		if mistake, lost := play.FindMistake(newTable, play.Said(found.Test.Transcript), drawnColumns); lost {
			explained.Position, explained.Played, explained.Winning, explained.Why = mistake.Position, mistake.Played, mistake.Winning, mistake.Why
		}
	}
	if table := play.Opening(p.UUID, string(found.Input), found.Answer); table != nil {
		explained.Position, explained.Why = table.Draw(drawnColumns), table.Why()
	}
	return explained
}

// faultShare is the part of the time that is kept for the sanitizers, where the language of the solution has such.
const faultShare = 4

// Why looks for the smallest input on which a solution fails, and explains it. It emits what happens, and at last a
// Stressed, whose verdict is AC when nothing was found. The failing case is kept for others to take. Errors are those of
// counterexample.Find.
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
		explained := explanation(q.Setup.Problem, found.Counterexample)
		if explained.Breakdown = found.Fault(bounded); explained != (event.Explanation{Problem: done.Problem, Solution: done.Solution}) {
			emit(explained)
		}
	}
	emit(done)
	return done, nil
}
