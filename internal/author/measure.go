package author

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// LimitOptions configure how a time limit is measured.
type LimitOptions struct {
	// Runs is how often every submission is measured; 0 means three times.
	Runs int
	// Patience is the time limit of submissions that must be fast enough; 0 means a minute.
	Patience time.Duration
	// Classes are the machine classes on which every submission is measured. If empty, only the given judge
	// measures.
	Classes []Class
}

// Class is a set of machines with comparable running times.
type Class struct {
	Name  string
	Judge Judger
}

// timing converts a measurement to a problem.Timing.
func timing(m event.Measured, of func(event.Measured) time.Duration) problem.Timing {
	return problem.Timing{Submission: m.Submission, Case: m.Case, Time: of(m)}
}

// limitSearch is one run of FindLimits.
type limitSearch struct {
	verification
	options     LimitOptions
	show        func(event.Event)
	lower       []*target
	upper       []*target
	faults      problem.Diagnostics
	judgeErrors int
}

// target is one bound: a submission with the cases that matter for it.
type target struct {
	event.Measured
	submission *problem.Submission
	judge      Judger
	times      map[string][]time.Duration // running times by case, for a submission that must be fast enough
}

// FindLimits measures the submissions that bound the time limit and applies the format's formula. The judge should
// have one slot, so that nothing runs beside a measurement. Each round covers all submissions, so that a machine
// that gets warm or busy affects them alike. Of several machine classes, the one that needs the most time decides.
func FindLimits(ctx context.Context, judge Judger, p *problem.Problem, options LimitOptions, emit func(event.Event)) (event.LimitsFound, error) {
	options.Runs = cmp.Or(max(options.Runs, 0), 3)
	options.Patience = cmp.Or(max(options.Patience, 0), time.Minute)
	s := &limitSearch{verification: verification{judge: judge, problem: p}, options: options, show: emit}
	if len(options.Classes) == 0 {
		options.Classes = []Class{{Judge: judge}}
	}
	for _, class := range options.Classes {
		for i := range p.Submissions {
			submission := &p.Submissions[i]
			s.lower = append(s.lower, targets(p, submission, problem.LowerBound, class)...)
			s.upper = append(s.upper, targets(p, submission, problem.UpperBound, class)...)
		}
	}
	err := s.measure(ctx)
	found := s.conclude()
	if ctx.Err() != nil {
		found.Interrupted = true
		err = context.Cause(ctx)
	}
	for _, t := range slices.Concat(s.lower, s.upper) {
		if len(t.Runs) > 0 || t.Unmeasured != "" {
			emit(t.Measured)
		}
	}
	emit(found)
	if err != nil {
		return found, fmt.Errorf("measure %q: %w", p.ID, err)
	}
	return found, nil
}

func targets(p *problem.Problem, s *problem.Submission, use problem.TimeLimitUse, class Class) []*target {
	var list []*target
	for _, pattern := range patterns(p.Format, s, use) {
		list = append(list, &target{
			Measured:   event.Measured{Problem: p.ID, Submission: s.Name, Use: use, Pattern: pattern, Class: class.Name},
			submission: s, judge: class.Judge, times: map[string][]time.Duration{},
		})
	}
	return list
}

// measure runs all rounds. The first measurements of the fast submissions determine how long the slow
// ones have to run.
func (s *limitSearch) measure(ctx context.Context) error {
	var enough time.Duration
	for round := 1; round <= s.options.Runs; round++ {
		if err := s.measureFast(ctx, round); err != nil {
			return err
		}
		limit, err := s.infer(event.Measured.Median)
		if err != nil {
			continue // conclude reports it
		}
		enough = max(enough, s.enoughFor(limit))
		if err := s.measureSlow(ctx, round, enough); err != nil {
			return err
		}
	}
	// If a later round raised the limit, the slow submissions must run longer than their first runs
	// did.
	limit, err := s.infer(event.Measured.Median)
	if err != nil {
		return nil
	}
	for _, t := range s.upper {
		if t.Stopped && t.Least() < s.enoughFor(limit) {
			t.Runs = nil
			for round := 1; round <= s.options.Runs; round++ {
				if err := s.measureSlowOne(ctx, t, round, s.enoughFor(limit)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// infer returns the limit that follows from the submissions that bound it from below.
func (s *limitSearch) infer(of func(event.Measured) time.Duration) (time.Duration, error) {
	return problem.InferTimeLimit(s.problem.Limits, s.problem.Format, timingsOf(s.lower, of), nil)
}

func timingsOf(targets []*target, of func(event.Measured) time.Duration) []problem.Timing {
	var timings []problem.Timing
	for _, t := range targets {
		if len(t.Runs) > 0 {
			timings = append(timings, timing(t.Measured, of))
		}
	}
	return timings
}

// enoughFor is enoughToTimeOut for the given limit and for the limit that the package states,
// whichever is larger.
func (s *limitSearch) enoughFor(limit time.Duration) time.Duration {
	return enoughToTimeOut(max(limit, s.problem.Limits.Time), s.problem.Limits.TimeLimitToTLE)
}

// remeasured is the share of the slowest case's time from which a case is measured again. A case far below it
// would not become the slowest by chance.
const remeasured = 0.5

// measureFast measures the submissions that must be fast enough.
func (s *limitSearch) measureFast(ctx context.Context, round int) error {
	for _, t := range s.lower {
		if t.Unmeasured != "" {
			continue
		}
		slowest := float64(t.Median())
		r, err := s.round(ctx, t, round, s.options.Patience, s.problem.Data.Select(func(c *problem.Case) bool {
			times := t.times[c.Name]
			return problem.Match(t.Pattern, c.Name) && (round == 1 || len(times) > 0 && float64(times[0]) >= remeasured*slowest)
		}))
		if err != nil {
			return err
		}
		if t.Unmeasured != "" {
			continue
		}
		if i := r.index(timedOut); i >= 0 {
			t.Unmeasured = fmt.Sprintf("it still ran on %s after %v", r.tests[i].Test, s.options.Patience)
			s.fail(t.Submission, t.Unmeasured, "fix it, or set use_for_time_limit: false in submissions.yaml")
		} else if round == 1 {
			s.checkVerdicts(t, r)
		}
		t.decide()
	}
	return nil
}

// decide picks the case with the greatest median.
func (t *target) decide() {
	t.Case, t.Runs = "", nil
	for name, runs := range t.times {
		candidate := event.Measured{Case: name, Runs: runs}
		if d := cmp.Compare(candidate.Median(), t.Median()); t.Case == "" || d > 0 || d == 0 && name < t.Case {
			t.Case, t.Runs = name, runs
		}
	}
	if t.Unmeasured != "" {
		t.Case, t.Runs = "", nil
	}
}

// measureSlow measures the submissions that must be too slow.
func (s *limitSearch) measureSlow(ctx context.Context, round int, enough time.Duration) error {
	for _, t := range s.upper {
		if err := s.measureSlowOne(ctx, t, round, enough); err != nil {
			return err
		}
	}
	return nil
}

// measureSlowOne runs a submission that must be too slow on one case that proves it: the first case, from the
// largest input down, that takes enough time, or else the slowest.
func (s *limitSearch) measureSlowOne(ctx context.Context, t *target, round int, enough time.Duration) error {
	if t.Unmeasured != "" {
		return nil
	}
	if t.Case != "" {
		took, stopped, err := s.once(ctx, t, round, enough, t.Case)
		if err == nil && t.Unmeasured == "" {
			t.Runs = append(t.Runs, took)
			t.Stopped = stopped
		}
		return err
	}
	cases, err := s.largestFirst(t.Pattern)
	if err != nil {
		return err
	}
	for _, name := range cases {
		took, stopped, err := s.once(ctx, t, round, enough, name)
		if err != nil || t.Unmeasured != "" {
			return err
		}
		if t.Case == "" || took > t.Runs[0] {
			t.Case, t.Runs = name, []time.Duration{took}
			t.Stopped = stopped
		}
		if stopped {
			break
		}
	}
	return nil
}

// largestFirst returns case names ordered by input size, largest first.
func (s *limitSearch) largestFirst(pattern string) ([]string, error) {
	type sized struct {
		name string
		size int64
	}
	var list []sized
	for _, c := range s.problem.Data.AllCases() {
		if !problem.Match(pattern, c.Name) {
			continue
		}
		size := int64(0)
		if c.Input != "" {
			info, err := os.Stat(c.Input)
			if err != nil {
				return nil, fmt.Errorf("look at the inputs: %w", err)
			}
			size = info.Size()
		}
		list = append(list, sized{c.Name, size})
	}
	slices.SortStableFunc(list, func(a, b sized) int { return cmp.Compare(b.size, a.size) })
	var names []string
	for _, c := range list {
		names = append(names, c.name)
	}
	return names, nil
}

// once runs a submission on one case.
func (s *limitSearch) once(ctx context.Context, t *target, round int, limit time.Duration, name string) (took time.Duration, stopped bool, err error) {
	r, err := s.round(ctx, t, round, limit, []string{name})
	if err != nil || t.Unmeasured != "" || len(r.tests) == 0 {
		return 0, false, err
	}
	return r.timing(r.tests[0]).Time, timedOut(r.tests[0]), nil
}

// round judges a submission on some cases and keeps the times if it must be fast enough.
func (s *limitSearch) round(ctx context.Context, t *target, round int, limit time.Duration, cases []string) (*run, error) {
	s.show(event.Measuring{Submission: t.Submission, Round: round, Rounds: s.options.Runs})
	s.judge = t.judge
	r, err := s.judgeAt(ctx, t.submission, limit, "measuring", job.Options{Cases: cases, NoRerun: true, Alone: true}, func(event.Event) {})
	if err != nil {
		return nil, err
	}
	if r.done.Machine != "" && !slices.Contains(t.Machines, r.done.Machine) {
		t.Machines = append(t.Machines, r.done.Machine)
	}
	t.Language = r.done.Language
	switch {
	case r.unclear != nil:
		t.Unmeasured, t.Help = r.unclear.Message, sayLanguage
		s.fail(t.Submission, t.Unmeasured, t.Help)
	case r.done.Skipped:
		t.Unmeasured, t.Help = cmp.Or(r.compile.Failed, r.done.Reason), r.compile.Help
	case r.done.Verdict == verdict.CE:
		t.Unmeasured = r.done.Verdict.Words() + ": " + cmp.Or(r.compile.Failed, r.done.Reason)
		s.fail(t.Submission, t.Unmeasured, "fix it; grundy test shows the compiler's output")
	}
	for _, test := range r.tests {
		if test.Verdict == verdict.JE && t.Unmeasured == "" {
			t.Unmeasured = fmt.Sprintf("the judge failed on %s: %s", test.Test, test.Reason)
			s.fail(t.Submission, t.Unmeasured, "fix the package; grundy verify says more")
			s.judgeErrors++
		}
		if t.Use == problem.LowerBound {
			t.times[test.Test] = append(t.times[test.Test], r.timing(test).Time)
		}
	}
	return r, nil
}

// checkVerdicts warns about a submission with unexpected verdicts: its time may mean nothing.
func (s *limitSearch) checkVerdicts(t *target, r *run) {
	for _, e := range t.submission.Expect {
		permitted := problem.Expectation{Pattern: e.Pattern, Permitted: e.Permitted}
		for _, violation := range problem.Meets([]problem.Expectation{permitted}, r.results(), nil) {
			s.note(problem.Diagnostic{
				Level: problem.Warning, File: "submissions/" + t.Submission, Message: violation.Text,
				Help: "fix it first: its time may mean nothing; grundy verify says more",
			})
		}
	}
}

func (s *limitSearch) fail(submission, message, help string) {
	s.note(problem.Diagnostic{Level: problem.Error, File: "submissions/" + submission, Message: message, Help: help})
}

// note records a diagnostic once for all machine classes.
func (s *limitSearch) note(d problem.Diagnostic) {
	if !slices.Contains(s.faults, d) {
		s.faults = append(s.faults, d)
	}
}

// conclude applies the formula to the measurements.
func (s *limitSearch) conclude() event.LimitsFound {
	limits := s.problem.Limits
	found := event.LimitsFound{
		Problem: s.problem.ID, Runs: s.options.Runs, Given: limits.Time, Source: limits.TimeSource,
		ACToTimeLimit: limits.ACToTimeLimit, TimeLimitToTLE: limits.TimeLimitToTLE, JudgeErrors: s.judgeErrors,
	}
	lower, upper := timingsOf(s.lower, event.Measured.Median), timingsOf(s.upper, event.Measured.Median)
	if len(lower) > 0 {
		slowest := slices.MaxFunc(lower, byTime)
		found.Slowest, found.Class = &slowest, measuredAs(s.lower, slowest).Class
	}
	if len(upper) > 0 {
		fastest := slices.MinFunc(upper, byTime)
		found.Fastest = &fastest
		found.Stopped = measuredAs(s.upper, fastest).Stopped
	}
	found.Needs = s.needs()
	found.Faults = s.faults
	report := func(level problem.Level, err error, help string) {
		found.Faults = append(found.Faults, problem.Diagnostic{Level: level, File: "problem.yaml", Message: err.Error(), Help: help})
	}
	var err error
	if found.Limit, err = problem.InferTimeLimit(limits, s.problem.Format, lower, upper); err != nil {
		report(problem.Error, err, "change the submissions, the time_multipliers or the time_resolution, or say use_for_time_limit: false in submissions.yaml")
	} else if most, err := s.infer(event.Measured.Most); err == nil && most != found.Limit {
		report(problem.Warning, fmt.Errorf("unsettled: the slowest runs require %v", most), "measure more often (--runs), on a quiet machine")
	}
	if limits.Time > 0 {
		conflicts := problem.CheckTimeLimit(limits, s.problem.Format, lower, upper)
		for _, err := range conflicts {
			report(problem.Error, err, "grundy limits --write states the limit that follows, where there is one")
		}
		found.Conflicts = len(conflicts)
	}
	return found
}

// measuredAs returns the first target with the given time.
func measuredAs(targets []*target, time problem.Timing) *target {
	return targets[slices.IndexFunc(targets, func(t *target) bool { return len(t.Runs) > 0 && timing(t.Measured, event.Measured.Median) == time })]
}

// needs returns the limit that each language would need, by its slowest accepted submission.
func (s *limitSearch) needs() []event.Need {
	slowest := map[string]problem.Timing{}
	for _, t := range s.lower {
		if len(t.Runs) == 0 || !slices.Equal(expected(t.submission.Expect), []verdict.Verdict{verdict.AC}) {
			continue
		}
		if timing := timing(t.Measured, event.Measured.Median); timing.Time >= slowest[t.Language].Time {
			slowest[t.Language] = timing
		}
	}
	var needs []event.Need
	for language, timing := range slowest {
		limit, err := problem.InferTimeLimit(s.problem.Limits, s.problem.Format, []problem.Timing{timing}, nil)
		if err == nil {
			needs = append(needs, event.Need{Language: language, Slowest: timing, Limit: limit})
		}
	}
	slices.SortFunc(needs, func(a, b event.Need) int { return cmp.Compare(a.Language, b.Language) })
	return needs
}
