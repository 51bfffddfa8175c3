package author

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// measureLower judges the submissions that bound the time limit from below while the limit is unknown. It uses all
// cases, since any of them may be the slowest.
func (v *verification) measureLower(ctx context.Context, runs []*run, emit func(event.Event)) error {
	var pieces []job.Piece
	for i := range v.problem.Submissions {
		if len(patterns(v.problem.Format, &v.problem.Submissions[i], problem.LowerBound)) == 0 {
			continue
		}
		pieces = append(pieces, func(ctx context.Context, emit func(event.Event)) (err error) {
			runs[i], err = v.run(ctx, i, v.options.Patience, "not known yet", job.Options{}, emit)
			return err
		})
	}
	return job.RunOrdered(ctx, v.width(), pieces, emit)
}

// inferLimit returns the limit that follows from the measurements of measureLower. The upper bound is checked
// later, when it is measured, since measuring it takes the limit.
func (v *verification) inferLimit(runs []*run, measured []timeBounds) (time.Duration, error) {
	for _, r := range runs {
		if r == nil {
			continue
		}
		if err := r.stillRunningError(); err != nil {
			return 0, err
		}
	}
	return problem.InferTimeLimit(v.problem.Limits, v.problem.Format, joined(measured).lower, nil)
}

// checkLimit compares the limit with its bounds. A non-nil fault says why no limit could be inferred.
func (v *verification) checkLimit(limits problem.Limits, measured timeBounds, inferred bool, fault error) event.LimitChecked {
	checked := event.LimitChecked{Problem: v.problem.ID, Limit: limits.Time, Source: limits.TimeSource, Inferred: inferred}
	if len(measured.lower) > 0 {
		slowest := slices.MaxFunc(measured.lower, byTime)
		checked.Slowest = &slowest
		if slowest.Time > 0 {
			checked.Ratio = float64(limits.Time) / float64(slowest.Time)
		}
	}
	if len(measured.upper) > 0 {
		fastest := slices.MinFunc(measured.upper, byTime)
		checked.Fastest = &fastest
	}
	faults := []error{fault}
	switch {
	case fault != nil:
	case inferred:
		_, err := problem.InferTimeLimit(limits, v.problem.Format, measured.lower, measured.upper)
		faults = []error{err}
	default:
		faults = problem.CheckTimeLimit(limits, v.problem.Format, measured.lower, measured.upper)
	}
	for _, fault := range faults {
		if fault != nil {
			checked.Faults = append(checked.Faults, problem.Diagnostic{
				Level: problem.Error, File: "problem.yaml", Message: fault.Error(),
				Help: "give limits.time_limit, change the submissions, or say use_for_time_limit: false in submissions.yaml",
			})
		}
	}
	return checked
}

func byTime(a, b problem.Timing) int { return cmp.Compare(a.Time, b.Time) }

// patterns lists the parts of the data whose slowest case sets a bound. The legacy format has no upper
// bound.
func patterns(format problem.Format, s *problem.Submission, use problem.TimeLimitUse) []string {
	if use == problem.UpperBound && format != problem.V2025 {
		return nil
	}
	var patterns []string
	for _, e := range s.Expect {
		if e.UseForTimeLimit == use {
			patterns = append(patterns, e.Pattern)
		}
	}
	return patterns
}

// timings returns the slowest runs on the parts of the data that set a bound.
func (r *run) timings(use problem.TimeLimitUse) []problem.Timing {
	var timings []problem.Timing
	for _, pattern := range patterns(r.format, r.submission, use) {
		if slowest := r.slowest(pattern); slowest.Case != "" {
			timings = append(timings, slowest)
		}
	}
	return timings
}

// slowest returns the slowest run on a part of the data, or the zero value if nothing was judged.
func (r *run) slowest(pattern string) problem.Timing {
	var slowest problem.Timing
	for _, t := range r.matching(pattern) {
		if timing := r.timing(t); slowest.Case == "" || timing.Time > slowest.Time {
			slowest = timing
		}
	}
	return slowest
}

func (r *run) matching(pattern string) []event.Test {
	return slices.DeleteFunc(slices.Clone(r.tests), func(t event.Test) bool { return !problem.Match(pattern, t.Test) })
}

// timing returns how long a case took, at least the limit if the limit ended it. For a language with a multiplied
// limit, the time is scaled by the share of the limit that was used.
func (r *run) timing(t event.Test) problem.Timing {
	took := t.CPU
	if timedOut(t) {
		took = max(took, t.TimeLimit)
	}
	if t.TimeLimit > 0 && t.TimeLimit != r.limit {
		took = time.Duration(math.Ceil(float64(took) * (float64(r.limit) / float64(t.TimeLimit))))
	}
	return problem.Timing{Submission: r.submission.Name, Case: t.Test, Time: took}
}

func timedOut(t event.Test) bool { return t.Verdict == verdict.TLE || t.Verdict == verdict.ILE }

// stillRunningError is the error for a submission that must not time out but ran until Patience was over.
func (r *run) stillRunningError() error {
	for _, pattern := range patterns(r.format, r.submission, problem.LowerBound) {
		for _, t := range r.matching(pattern) {
			if timedOut(t) {
				return fmt.Errorf("infer the time limit: %s, which bounds it from below, still ran on %s after %v", r.submission.Name, t.Test, r.limit)
			}
		}
	}
	return nil
}

// takesLongerThan reports whether a smaller limit might change the verdict on some case.
func (r *run) takesLongerThan(limit time.Duration) bool {
	return slices.ContainsFunc(r.tests, func(t event.Test) bool { return r.timing(t).Time > limit })
}

// measureUpper finds out whether a submission that must time out would still do so under limit ×
// time_limit_to_tle. The slowest case decides, so it runs the cases on which the submission may time out until one
// takes that long.
func (v *verification) measureUpper(ctx context.Context, r *run, limits problem.Limits) ([]problem.Timing, error) {
	var measured []problem.Timing
	enough := enoughToTimeOut(limits.Time, limits.TimeLimitToTLE)
	for _, pattern := range patterns(r.format, r.submission, problem.UpperBound) {
		names := v.mayTimeOut(r, pattern)
		if len(names) == 0 {
			continue
		}
		slowest := r.slowest(pattern)
		for _, name := range names {
			if slowest.Time >= enough {
				break
			}
			options := job.Options{Cases: []string{name}, NoRerun: true, Recall: true, Again: v.options.Again}
			again, err := v.judgeAt(ctx, r.submission, enough, "safety factor", options, func(event.Event) {})
			if err != nil {
				return nil, err
			}
			if timing := again.slowest(""); timing.Time > slowest.Time {
				slowest = timing
			}
		}
		measured = append(measured, slowest)
	}
	return measured, nil
}

// overrun is how far beyond its limit, as a share of the limit, a submission that must time out has to run to prove
// that it is slow enough.
func overrun(limits problem.Limits) float64 {
	enough := enoughToTimeOut(limits.Time, limits.TimeLimitToTLE) + time.Millisecond
	return float64(enough)/float64(limits.Time) - 1
}

// enoughToTimeOut is the time from which a submission is too slow for a limit, given the safety factor.
func enoughToTimeOut(limit time.Duration, safety float64) time.Duration {
	return time.Duration(math.Ceil(float64(limit)*safety)) + time.Millisecond
}

// mayTimeOut returns the cases of a part of the data on which a submission timed out, or might have if it had not
// been stopped earlier.
func (v *verification) mayTimeOut(r *run, pattern string) []string {
	if !slices.ContainsFunc(r.matching(pattern), timedOut) {
		return nil
	}
	var names []string
	for _, c := range v.problem.Data.AllCases() {
		inTime := r.index(func(t event.Test) bool { return t.Test == c.Name && !timedOut(t) }) >= 0
		if problem.Match(pattern, c.Name) && !inTime {
			names = append(names, c.Name)
		}
	}
	return names
}
