package edit

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// judgement is the result of a submission, unless it was skipped.
type judgement struct {
	event.Judged
	skipped bool
}

// patience is the time limit while the package leaves it open.
const patience = time.Minute

// crossCheck judges all submissions on the new case. Those that must be accepted have to be. Of the others it
// determines which ones the case catches, and which of these no other case catches.
func (d *draft) crossCheck(ctx context.Context, name string, added *event.Added) error {
	if d.problem.Type.SubmitAnswer {
		added.Notes = append(added.Notes, "no submission has an answer to it yet")
		return nil
	}
	results, err := d.judgeAll(ctx, d.problem.Submissions, func(c *problem.Case) bool { return c.Name == name }, false)
	if err != nil {
		return err
	}
	var killed []problem.Submission
	for i, r := range results {
		s := d.problem.Submissions[i]
		switch accepted := acceptedOn(&s, name); {
		case r.skipped:
			added.Skipped = append(added.Skipped, s.Name)
		case r.Verdict == verdict.JE:
			return refuse("grundy verify looks at the whole package", "%s on the new case: %s", s.Name, r.Reason)
		case accepted && r.Verdict != verdict.AC:
			return refuse("fix the submission, the input, or the answer; the new case shows that they contradict each other",
				"%s must be accepted and is not: %s%s%s", s.Name, r.Verdict, said(r.Reason), by(added.Answered))
		case r.Verdict == verdict.CE:
			added.Skipped = append(added.Skipped, s.Name)
		case accepted:
			added.Accepted = append(added.Accepted, r.Judged)
		case r.Verdict != verdict.AC:
			killed = append(killed, s)
			added.Catches = append(added.Catches, event.Catch{Judged: r.Judged, Permitted: permitted(&s, name, r.Verdict)})
		default:
			added.NotCaught = append(added.NotCaught, s.Name)
		}
	}
	if len(killed) == 0 {
		return nil
	}
	if err := d.provide(ctx, d.rules, func(c *problem.Case) bool { return c.Name != name }); err != nil {
		return err
	}
	before, err := d.judgeAll(ctx, killed, func(c *problem.Case) bool { return c.Name != name }, true)
	if err != nil {
		return err
	}
	for i, r := range before {
		added.Catches[i].First = r.Verdict == verdict.AC
	}
	return nil
}

func said(reason string) string {
	if reason == "" {
		return ""
	}
	return ", " + reason
}

func by(solution string) string {
	if solution == "" {
		return ""
	}
	return "; the answer is by " + solution
}

// acceptedOn reports whether a submission must be accepted on a case.
func acceptedOn(s *problem.Submission, name string) bool {
	if path.Dir(s.Name) == "accepted" {
		return true
	}
	return slices.ContainsFunc(s.Expect, func(e problem.Expectation) bool {
		return problem.Match(e.Pattern, name) && slices.Equal(e.Permitted, []verdict.Verdict{verdict.AC})
	})
}

// permitted reports whether the expectations of a submission permit a verdict on a case.
func permitted(s *problem.Submission, name string, v verdict.Verdict) bool {
	for _, e := range s.Expect {
		e.Required, e.Score, e.Message = nil, nil, nil
		if len(problem.Meets([]problem.Expectation{e}, []problem.CaseResult{{Name: name, Verdict: v}}, nil)) > 0 {
			return false
		}
	}
	return true
}

// judgeAll judges submissions on the selected cases, one per slot at a time.
func (d *draft) judgeAll(ctx context.Context, submissions []problem.Submission, selected func(*problem.Case) bool, stop bool) ([]judgement, error) {
	options := job.Options{Cases: d.problem.Data.Select(selected), StopAtFirst: stop}
	results := make([]judgement, len(submissions))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, d.pack.Judge.Slots()))
	var mutex sync.Mutex
	for i := range submissions {
		group.Go(func() error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			judged, err := d.judge(ctx, &submissions[i], options)
			mutex.Lock()
			defer mutex.Unlock()
			results[i] = judged
			return err
		})
	}
	return results, group.Wait()
}

func (d *draft) judge(ctx context.Context, s *problem.Submission, options job.Options) (judgement, error) {
	judged := judgement{Judged: event.Judged{Submission: s.Name}}
	j, err := job.ReadSubmission(d.problem, s)
	if err != nil {
		return judged, err
	}
	if d.problem.Limits.Time == 0 {
		options.TimeLimit = patience
	}
	j.Options = options
	var compiled event.Compile
	done, err := d.pack.Judge.Judge(ctx, d.problem, j, func(e event.Event) {
		switch e := e.(type) {
		case event.Compile:
			compiled = e
		case event.Test:
			if e.Verdict != verdict.AC && judged.Reason == "" {
				judged.Reason = e.Reason
			}
		}
	})
	var unclear *language.SourceError
	var broken *job.PackageError
	switch {
	case ctx.Err() != nil:
		return judged, context.Cause(ctx)
	case errors.As(err, &unclear) && !errors.As(err, &broken):
		judged.skipped = true
		return judged, nil
	case err != nil:
		return judged, fmt.Errorf("judge %s: %w", s.Name, err)
	}
	judged.Verdict, judged.Time, judged.skipped = done.Verdict, done.Slowest, done.Skipped
	if judged.Reason == "" && done.Verdict != verdict.AC {
		judged.Reason = compiled.Failed
	}
	return judged, nil
}
