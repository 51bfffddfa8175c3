package practice

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"time"

	"grundy/internal/author/scaling"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/growth"
	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// OpenGrowth opens a session whose only solution Grow measures. It fails if inputs of the problem have no size.
func OpenGrowth(ctx context.Context, w *workspace.Workspace, o Options) (*Session, error) {
	o.Judging.NoRerun = true // one run near the limit is enough
	s, err := Open(ctx, w, o)
	if err != nil {
		return nil, err
	}
	if p := s.Entries[0].Against; p.Type.Interactive || p.Type.MultiPass || p.Type.SubmitAnswer {
		return nil, hint.Errorf("grundy test --verbose shows the times of its tests", "%s: the input of an interactive problem has no size", p.ID)
	}
	return s, nil
}

// GrowthJudge makes inputs and judges solutions on them; job.Client is one.
type GrowthJudge interface {
	Judge
	scaling.Executor
}

// Grow judges the solution on inputs of many sizes, to measure how its time grows: on those that generators of the package
// make, else on the cases of the problem. The inputs need no answers. Grow emits the Growth before the Done in any case.
// Each input runs several times, and the fastest run counts. Smaller inputs come first, and the first that takes too long
// is the last. Nothing is recorded.
func (s *Session) Grow(ctx context.Context, judge GrowthJudge, emit func(event.Event)) (_ event.Growth, _ event.Done, err error) {
	e := s.Entries[0]
	scratch, err := s.workspace.Scratch()
	if err != nil {
		return event.Growth{}, event.Done{}, err
	}
	inputs, err := os.MkdirTemp(scratch, "series-")
	if err != nil {
		return event.Growth{}, event.Done{}, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(inputs)) }()
	kinds, err := scaling.Make(ctx, judge, e.Against, inputs)
	if err != nil {
		return event.Growth{}, event.Done{}, err
	}
	if len(slices.Concat(kinds...)) == 0 {
		kinds = [][]*problem.Case{e.Against.Data.AllCases()}
	}
	return grow(ctx, judge, e, kinds, emit)
}

// grow judges a solution on cases of some kinds.
func grow(ctx context.Context, judge Judge, e Entry, kinds [][]*problem.Case, emit func(event.Event)) (event.Growth, event.Done, error) {
	kindOf := map[string]string{}
	for i, cases := range kinds {
		for _, tc := range cases {
			kindOf[tc.Input] = strconv.Itoa(i)
		}
	}
	cases := slices.Concat(kinds...)
	problem.SortByInput(cases)
	measured := *e.Against
	measured.Data = &problem.Group{Cases: staggered(cases)}
	e.Job.Options.Cases, e.Job.Options.StopAt = nil, []verdict.Verdict{verdict.TLE}
	growing := growing{dir: measured.Dir, kindOf: kindOf}
	var told event.Growth
	done, err := judge.Judge(ctx, &measured, e.Job, func(step event.Event) {
		growing.note(step)
		if done, ok := step.(event.Done); ok && done.Passed+done.Failed+done.Unjudged > 0 && !done.Interrupted {
			told = growing.tell()
			emit(told)
		}
		emit(step)
	})
	return told, done, err
}

// runs is how often Grow runs each input: other load on the machine makes a run slower, never faster.
const runs = 5

// apart is the least number of runs of other inputs between two runs of the same one: a busy phase of the machine
// rarely lasts through all of them.
const apart = 4

// staggered repeats each case once per run. Earlier cases begin first.
func staggered(cases []*problem.Case) []*problem.Case {
	var order []*problem.Case
	for i := range len(cases) + (runs-1)*apart {
		for run := range runs {
			if k := i - run*apart; k >= 0 && k < len(cases) {
				order = append(order, cases[k])
			}
		}
	}
	return order
}

// growing collects what the tests of a submission reveal about the growth of its time.
type growing struct {
	dir     string            // the problem's directory
	kindOf  map[string]string // the kind of each input, if there are several
	tests   []event.Test      // the fastest on each input
	longest time.Duration
}

// note records an event. Runs that were stopped or crashed do not reveal the full time.
func (g *growing) note(e event.Event) {
	test, ok := e.(event.Test)
	if !ok || test.Breach != sandbox.NoBreach || test.Exit != 0 || test.Signal != 0 || test.Input == "" || len(test.Transcript) > 0 {
		return
	}
	g.longest = max(g.longest, test.CPU)
	if i := slices.IndexFunc(g.tests, func(other event.Test) bool { return other.Input == test.Input }); i < 0 {
		g.tests = append(g.tests, test)
	} else if test.CPU < g.tests[i].CPU {
		g.tests[i] = test
	}
}

// known returns the growth if the tests suffice and it tells something: a constant time is that of the start. Inputs are
// read only if their runs took long enough.
func (g *growing) known() (event.Growth, bool) {
	if g.longest < growth.MinTime {
		return event.Growth{}, false
	}
	told := g.tell()
	return told, told.Function != "" && told.Function != growth.Constant
}

// tell returns the growth, or why it is unknown.
func (g *growing) tell() event.Growth {
	var told event.Growth
	var samples []growth.Sample
	for _, test := range g.tests {
		told.Submission, told.TimeLimit = test.Submission, test.TimeLimit
		if sizes, err := g.sizes(test.Input); err == nil { // a file removed meanwhile hardly matters among many
			samples = append(samples, growth.Sample{Kind: g.kindOf[test.Input], Sizes: sizes, Time: test.CPU, Instructions: test.Instructions})
		}
	}
	fit, err := growth.Of(samples)
	told.Measure, told.Counted, told.Base, told.Factor, told.Margin = string(fit.Measure), fit.Counted, fit.Base, fit.Factor, fit.Margin
	for _, p := range fit.Points {
		told.Points = append(told.Points, event.GrowthPoint(p))
	}
	var unclear *growth.UnclearError
	if errors.As(err, &unclear) {
		told.Reason = unclear.Reason
		return told
	}
	told.Function = fit.Function.Name
	for _, tie := range fit.Ties {
		told.Ties = append(told.Ties, tie.Name)
	}
	if limit, ok := g.costOf(told.TimeLimit, fit.Counted); ok {
		told.LimitReached, _ = fit.Reaches(limit)
	}
	return told
}

func (g *growing) sizes(input string) (growth.Sizes, error) {
	file, err := fsutil.OpenWithin(g.dir, input)
	if err != nil {
		return growth.Sizes{}, err
	}
	defer file.Close()
	return growth.SizesOf(file)
}

// costOf converts a time to the unit of a fit. Instructions are as many as the longest run executed in that time.
func (g *growing) costOf(limit time.Duration, counted bool) (cost float64, ok bool) {
	if limit <= 0 || !counted {
		return limit.Seconds(), limit > 0
	}
	if len(g.tests) == 0 {
		return 0, false
	}
	test := slices.MaxFunc(g.tests, func(a, b event.Test) int { return cmp.Compare(a.CPU, b.CPU) })
	return float64(test.Instructions) * limit.Seconds() / test.CPU.Seconds(), test.CPU > 0
}
