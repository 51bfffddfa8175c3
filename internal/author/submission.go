package author

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// run is one judgement of a submission under a time limit, on all cases.
type run struct {
	format     problem.Format
	submission *problem.Submission
	limit      time.Duration
	compile    event.Compile
	tests      []event.Test
	groups     []event.GroupDone
	done       event.Done
	// unclear is set when the language of the source cannot be determined; nothing was judged then.
	unclear *language.SourceError
}

// timeBounds are the timings of submissions that bound the time limit from below and from above.
type timeBounds struct{ lower, upper []problem.Timing }

// checkSubmissions judges every submission on all cases, under the package's time limit or an inferred one.
func (v *verification) checkSubmissions(ctx context.Context, emit func(event.Event)) error {
	submissions := v.problem.Submissions
	if len(submissions) == 0 {
		return nil
	}
	limits := v.problem.Limits
	inferred := limits.Time == 0
	runs := make([]*run, len(submissions))
	measured := make([]timeBounds, len(submissions)) // by submission, for a deterministic order
	var fault error
	if inferred {
		if err := v.measureLower(ctx, runs, emit); err != nil {
			return err
		}
		for i, r := range runs {
			if r != nil {
				measured[i].lower = r.timings(problem.LowerBound)
			}
		}
		limits.TimeSource = "inferred"
		limits.Time, fault = v.inferLimit(runs, measured)
	}
	pieces := make([]job.Piece, len(submissions))
	for i := range submissions {
		pieces[i] = func(ctx context.Context, emit func(event.Event)) error {
			r := runs[i]
			runs[i] = nil // release thousands of results before the end
			switch {
			case limits.Time == 0 && r == nil:
				emit(v.unjudged(&submissions[i]))
				return nil
			case limits.Time != 0 && (r == nil || r.takesLongerThan(limits.Time)):
				var err error
				if r, err = v.judgeLimited(ctx, i, limits, emit); err != nil {
					return err
				}
				if !inferred {
					measured[i].lower = r.timings(problem.LowerBound)
				}
				if measured[i].upper, err = v.measureUpper(ctx, r, limits); err != nil {
					return err
				}
			}
			emit(v.compare(r))
			return nil
		}
	}
	if err := job.RunOrdered(ctx, v.width(), pieces, emit); err != nil {
		return err
	}
	emit(v.checkLimit(limits, joined(measured), inferred, fault))
	return nil
}

// maxHeld bounds the results that wait until an earlier submission is reported, and thus their memory.
const maxHeld = 2000

// width is how many submissions are judged concurrently: while one waits or runs its last cases, another one
// computes. A submission that is too slow may take as long as all others together.
func (v *verification) width() int {
	return max(v.options.Jobs+2, maxHeld/max(1, len(v.problem.Data.AllCases())))
}

func joined(list []timeBounds) timeBounds {
	var all timeBounds
	for _, b := range list {
		all.lower, all.upper = append(all.lower, b.lower...), append(all.upper, b.upper...)
	}
	return all
}

// judgeLimited judges a submission under the time limit of the package.
func (v *verification) judgeLimited(ctx context.Context, index int, limits problem.Limits, emit func(event.Event)) (*run, error) {
	submission := &v.problem.Submissions[index]
	var options job.Options
	if len(patterns(v.problem.Format, submission, problem.UpperBound)) > 0 {
		options.Overrun = overrun(limits) // a run that proves it slow enough spares measureUpper a run
	}
	if v.options.Stop {
		switch decisive, all := submission.Decisive(); {
		case all:
			options.StopAtFirst = true
		case !v.problem.Type.Scoring:
			options.StopAt = decisive
		}
	}
	return v.run(ctx, index, limits.Time, limits.TimeSource, options, emit)
}

// run judges a submission and emits the steps.
func (v *verification) run(
	ctx context.Context, index int, limit time.Duration, source string, options job.Options, emit func(event.Event),
) (*run, error) {
	submission := &v.problem.Submissions[index]
	options.Recall, options.Again = true, v.options.Again
	return v.judgeAt(ctx, submission, limit, source, options, func(e event.Event) {
		emit(event.Running{Submission: submission.Name, Index: index + 1, Total: len(v.problem.Submissions), Event: e})
	})
}

func (v *verification) judgeAt(ctx context.Context, s *problem.Submission, limit time.Duration, source string, options job.Options, show func(event.Event)) (*run, error) {
	judgement, err := job.ReadSubmission(v.problem, s)
	if err != nil {
		return nil, fmt.Errorf("read submission %s: %w", s.Name, err)
	}
	judgement.Options = options
	judgement.Options.ProblemTime, judgement.Options.ProblemTimeSource = limit, source
	r := &run{format: v.problem.Format, submission: s, limit: limit}
	r.done, err = v.judge.Judge(ctx, v.problem, judgement, func(e event.Event) {
		switch e := e.(type) {
		case event.Compile:
			r.compile = e
		case event.Test:
			// Results of several submissions may be held until an earlier one is reported.
			e = e.WithoutExcerpts()
			r.tests = append(r.tests, e)
			show(e)
			return
		case event.GroupDone:
			r.groups = append(r.groups, e)
		}
		show(e)
	})
	var broken *job.PackageError
	if !errors.As(err, &broken) && errors.As(err, &r.unclear) {
		return r, nil
	}
	if err != nil {
		return nil, fmt.Errorf("judge %s: %w", s.Name, err)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return r, nil
}

// sayLanguage is the remedy for a submission of unclear language.
const sayLanguage = "give its files the usual endings (see grundy languages), or say its language in submissions/submissions.yaml"

// compare compares the results with the expectations.
func (v *verification) compare(r *run) event.SubmissionChecked {
	s := r.submission
	checked := event.SubmissionChecked{
		Problem: v.problem.ID, Submission: s.Name, Language: r.done.Language,
		Expected: expected(s.Expect), MustFail: mustFail(s), Skipped: r.done.Skipped, Done: r.done,
	}
	if r.unclear != nil {
		checked.Reason, checked.Help = r.unclear.Message, sayLanguage
		checked.Violations = []string{r.unclear.Message}
		return checked
	}
	if r.done.Skipped {
		checked.Reason, checked.Help = cmp.Or(r.compile.Failed, r.done.Reason), r.compile.Help
		return checked
	}
	for _, t := range r.tests {
		checked.Cells = append(checked.Cells, event.Cell{Case: t.Test, Verdict: t.Verdict, CPU: t.CPU, Score: t.Score})
	}
	violations := append(problem.Meets(s.Expect, r.results(), r.scores()), v.outOfRange(r)...)
	for _, violation := range violations {
		checked.Violations = append(checked.Violations, violation.Text)
	}
	if r.done.Verdict == verdict.CE && len(violations) > 0 {
		checked.Reason = whyUncompiled(r.compile)
	}
	checked.NotCaught = r.isNotCaught()
	checked.Actual, checked.Case = r.decided(violations)
	return checked
}

// complaints matches how compilers begin an error: "a.c:1:1: error: …", "SyntaxError: …", "error[E0425]: …".
var complaints = lazyregexp.New(`(?m)^.*[eE]rror(\[\w+\])?: .*$`)

// whyUncompiled returns the compiler's complaint in one line.
func whyUncompiled(compile event.Compile) string {
	said := complaints().FindString(compile.Log)
	if said == "" {
		said, _, _ = strings.Cut(strings.TrimSpace(compile.Log), "\n")
	}
	return strings.TrimSuffix(compile.Failed+": "+strings.TrimSpace(said), ": ")
}

// results returns the judged cases, or the single verdict on a submission that never ran.
func (r *run) results() []problem.CaseResult {
	if v := r.done.Verdict; v == verdict.CE || v == verdict.JE && len(r.tests) == 0 {
		return []problem.CaseResult{{Verdict: v}}
	}
	var results []problem.CaseResult
	for _, t := range r.tests {
		results = append(results, problem.CaseResult{Name: t.Test, Verdict: t.Verdict, Messages: []string{t.Message, t.TeamMessage}})
	}
	return results
}

func (r *run) scores() map[string]float64 {
	scores := map[string]float64{}
	for _, g := range r.groups {
		scores[g.Group] = g.Score
	}
	if r.done.Score != nil {
		scores[""] = *r.done.Score
	}
	return scores
}

// outOfRange finds scores outside the range that the legacy testdata.yaml of their group declares.
func (v *verification) outOfRange(r *run) []problem.Violation {
	var violations []problem.Violation
	for _, g := range r.groups {
		group := find(v.problem.Data, g.Group)
		if group != nil && group.Grading.OutOfRange(g.Score) {
			announced := problem.Range{Min: group.Grading.RangeMin, Max: group.Grading.RangeMax}
			text := fmt.Sprintf("score of %s is %g, out of its range %s", label(g.Group), g.Score, announced)
			violations = append(violations, problem.Violation{Text: text})
		}
	}
	return violations
}

func find(group *problem.Group, name string) *problem.Group {
	if group.Name == name {
		return group
	}
	for _, child := range group.Groups {
		if found := find(child, name); found != nil {
			return found
		}
	}
	return nil
}

func label(group string) string {
	if group == "" {
		return "data"
	}
	return group
}

// isNotCaught reports whether every case accepts a submission that must fail somewhere.
func (r *run) isNotCaught() bool {
	return mustFail(r.submission) && len(r.tests) > 0 &&
		!slices.ContainsFunc(r.tests, func(t event.Test) bool { return t.Verdict != verdict.AC })
}

// mustFail reports whether a submission is required to fail somewhere.
func mustFail(s *problem.Submission) bool {
	return slices.ContainsFunc(s.Expect, func(e problem.Expectation) bool {
		return e.Required != nil && !slices.Contains(e.Required, verdict.AC)
	})
}

// decided returns the verdict to show, and its case; see SubmissionChecked.Actual.
func (r *run) decided(violations []problem.Violation) (verdict.Verdict, string) {
	for _, violation := range violations {
		if i := r.index(func(t event.Test) bool { return violation.Case != "" && t.Test == violation.Case }); i >= 0 {
			return r.tests[i].Verdict, violation.Case
		}
	}
	for _, e := range r.submission.Expect {
		i := r.index(func(t event.Test) bool {
			return t.Verdict != verdict.AC && slices.Contains(e.Required, t.Verdict) && problem.Match(e.Pattern, t.Test)
		})
		if i >= 0 {
			return r.tests[i].Verdict, r.tests[i].Test
		}
	}
	return r.done.Verdict, r.done.First
}

func (r *run) index(is func(event.Test) bool) int { return slices.IndexFunc(r.tests, is) }

// expected returns the expected verdicts to show: those of which one is required, else those permitted.
func expected(expect []problem.Expectation) []verdict.Verdict {
	var required, permitted []verdict.Verdict
	for _, e := range expect {
		required = append(required, e.Required...)
		permitted = append(permitted, e.Permitted...)
	}
	verdicts := required
	if len(verdicts) == 0 {
		verdicts = permitted
	}
	slices.Sort(verdicts)
	return slices.Compact(verdicts)
}

// unjudged is the report on a submission for which there is no time limit.
func (v *verification) unjudged(s *problem.Submission) event.SubmissionChecked {
	return event.SubmissionChecked{
		Problem: v.problem.ID, Submission: s.Name, Expected: expected(s.Expect), Skipped: true,
		Reason: "the time limit could not be inferred", Help: "fix what is reported about the time limit",
	}
}
