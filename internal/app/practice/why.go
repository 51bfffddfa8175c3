package practice

import (
	"cmp"
	"context"
	"slices"
	"time"

	"grundy/internal/author/counterexample"
	"grundy/internal/author/generate"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/history"
)

// WhyOptions say how to look for the reason of a failure.
type WhyOptions struct {
	// Failed are tests known to fail, nil for those in the history.
	Failed []string
	// Time bounds the search for the answer; 0 stands for DefaultWhyTime.
	Time time.Duration
	// Theory also tells who wins in the position of a game and why, which counts as help until the problem is solved. Without
	// it the theory is told once the problem is solved.
	Theory bool
	// Picture writes a picture of the found input and returns the file's name, "" if there is none. Nil skips that.
	Picture func(ctx context.Context, found event.Counterexample) string
}

// DefaultWhyTime is how long the judge searches for an explanation.
const DefaultWhyTime = 10 * time.Second

// Asks reports whether the reason for a solution's failure can be searched for.
func Asks(done event.Done) bool {
	return !done.Interrupted && (done.Credit() == verdict.PartialCredit && done.Failed > 0 ||
		slices.Contains([]verdict.Verdict{verdict.WA, verdict.RTE, verdict.TLE}, done.Verdict))
}

// Why looks for the smallest input on which an entry fails, as Examination.Why does.
func (s *Session) Why(ctx context.Context, client job.Client, e *Entry, o WhyOptions, emit func(event.Event)) (event.Stressed, error) {
	x, err := s.examine(client, e)
	if err != nil {
		return event.Stressed{}, err
	}
	return x.Why(ctx, o, emit)
}

// explanation explains an input by the problem's game, if that is known. It tells the theory of a solved problem, and
// of others on request, which the history records as help.
func (x *Examination) explanation(ctx context.Context, found *event.Counterexample, tellTheory bool) event.Explanation {
	explained := event.Explanation{Problem: found.Problem, Solution: found.Solution}
	theory, p := x.workspace.Games().Theory, x.Setup.Problem
	if theory == nil {
		return explained
	}
	known := theory.Explain(p.UUID, found.Test, string(found.Input), found.Answer)
	if known == nil {
		return explained
	}
	told, record := *known, x.workspace.History()
	if tellTheory {
		record.ShowTheory(ctx, p)
	} else if record.Progress(p) != history.Solved {
		told, explained.TheoryWithheld = known.Bare(), true
	}
	explained.Position, explained.Played, explained.Forbidden = told.Position, told.Played, told.Forbidden
	explained.Winning, explained.Why = told.Winning, told.Why
	return explained
}

// faultShare is the divisor of the time: that part is reserved for the sanitizers, if the solution's language has
// them.
const faultShare = 4

// Why looks for the smallest input on which a solution fails, and explains it. It emits progress and finally a
// Stressed, whose verdict is AC if nothing was found. The failing case is kept for other commands. Errors are those
// of counterexample.Find.
func (x *Examination) Why(ctx context.Context, o WhyOptions, emit func(event.Event)) (event.Stressed, error) {
	o.Time = cmp.Or(o.Time, DefaultWhyTime)
	show := emit
	emit = func(e event.Event) {
		if opened, ok := e.(event.Stress); ok {
			opened.Path = x.Solution.Path
			e = opened
		}
		show(e)
	}
	known := o.Failed
	if known == nil {
		known, _ = x.workspace.History().Failed(&x.Solution)
	}
	searching, sanitized := o.Time, x.Setup.Solution.Source
	sanitized.Sanitize = true
	builder, err := x.workspace.Builder()
	if err != nil {
		return event.Stressed{}, err
	}
	if _, err := builder.Table.Detect(sanitized); err == nil {
		searching -= o.Time / faultShare
	}
	found, done, err := counterexample.Find(ctx, x.client, x.Setup, counterexample.Request{
		Failed: known, Time: searching, Jobs: x.client.Slots(),
		Complete: func(ctx context.Context, cases []*problem.Case) error {
			wanted := func(tc *problem.Case) bool { return slices.Contains(cases, tc) }
			return generate.Complete(ctx, x.workspace, x.Setup.Problem, wanted, func(event.Event) {})
		},
	}, emit)
	if found == nil {
		if err == nil || done.Interrupted {
			emit(done)
		}
		return done, err
	}
	if err != nil && !done.Interrupted {
		x.workspace.Log().Warn("the input may not be as small as it could be", "reason", err)
	}
	files := x.keep(found.Counterexample)
	if o.Picture != nil && !done.Interrupted {
		files.Picture = o.Picture(ctx, *found.Counterexample)
	}
	emit(files)
	if !done.Interrupted {
		bounded, cancel := context.WithTimeout(ctx, max(o.Time-o.Time/counterexample.RestShare-done.Elapsed, o.Time/faultShare))
		defer cancel()
		explained := x.explanation(ctx, found.Counterexample, o.Theory)
		if explained.Breakdown = found.Fault(bounded); explained != (event.Explanation{Problem: done.Problem, Solution: done.Solution}) {
			emit(explained)
		}
	}
	emit(done)
	return done, nil
}
