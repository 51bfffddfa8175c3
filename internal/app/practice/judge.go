package practice

import (
	"context"
	"errors"
	"fmt"

	"grundy/internal/author/generate"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// Complete generates the cases that packages do not ship. If the toolchain for that is missing, the other cases are
// judged, and an event.LeftOut names the missing ones.
func (s *Session) Complete(ctx context.Context, emit func(event.Event)) error {
	return s.complete(ctx, s.Entries, emit)
}

func (s *Session) complete(ctx context.Context, entries []Entry, emit func(event.Event)) error {
	told := map[*problem.Problem]bool{}
	for i := range entries {
		p, options := entries[i].Against, &entries[i].Job.Options
		var asked func(*problem.Case) bool
		if options.Cases != nil {
			asked = problem.Named(options.Cases)
		}
		err := generate.Complete(ctx, s.workspace, p, asked, emit)
		var missing *language.MissingError
		if !errors.As(err, &missing) {
			if err != nil {
				return err
			}
			continue
		}
		here := func(tc *problem.Case) bool { return len(tc.Unshipped) == 0 && (asked == nil || asked(tc)) }
		left := 0
		for _, tc := range p.Data.AllCases() {
			if here(tc) {
				left++
			}
		}
		if left == 0 {
			return err
		}
		options.Cases = p.Data.Select(here)
		if !told[p] {
			told[p] = true
			absent := func(tc *problem.Case) bool { return len(tc.Unshipped) > 0 && (asked == nil || asked(tc)) }
			emit(event.LeftOut{
				Problem: p.ID, Tests: p.Data.Select(absent), Judged: left, Reason: missing.Error(), Help: missing.Install,
			})
		}
	}
	return nil
}

// Judged is the result of a solution.
type Judged struct {
	Solution string // the solution's name
	Done     event.Done
	// Err is why judging failed or ended early, nil on success.
	Err error
}

// Fault is the part of Err that the events do not report, nil for nothing.
func (j *Judged) Fault() error {
	_, ofSource := errors.AsType[*language.SourceError](j.Err)
	if j.Err == nil || j.IsFaultOfPackage() || j.Done.Verdict == verdict.JE && !ofSource {
		return nil
	}
	return fmt.Errorf("%s: %w", j.Solution, j.Err)
}

// IsFaultOfPackage reports whether a program of the package cannot be built.
func (j *Judged) IsFaultOfPackage() bool {
	var faulty *job.PackageError
	return errors.As(j.Err, &faulty)
}

// Judge judges submissions.
type Judge interface {
	Judge(ctx context.Context, p *problem.Problem, j job.Judgement, emit func(event.Event)) (event.Done, error)
	// Prepare announces a judgement that comes soon.
	Prepare(ctx context.Context, p *problem.Problem, j job.Job)
}

// Judge judges one solution after the other, until one is interrupted or the judge fails. Each judgement ends with an
// Attempt for the history. A failing case of the user's own is kept.
func (s *Session) Judge(ctx context.Context, judge Judge, emit func(event.Event)) []Judged {
	return s.judge(ctx, judge, s.Entries, emit)
}

func (s *Session) judge(ctx context.Context, judge Judge, entries []Entry, emit func(event.Event)) []Judged {
	history := s.workspace.History()
	var all []Judged
	for i, e := range entries {
		if i+1 < len(entries) {
			// The next one compiles while this one runs.
			judge.Prepare(ctx, entries[i+1].Against, entries[i+1].Job)
		}
		source := sourceFiles(e.Source)
		growing := growing{dir: e.Against.Dir}
		done, err := judge.Judge(ctx, e.Against, e.Job, func(step event.Event) {
			growing.note(step)
			if plan, ok := step.(event.Plan); ok {
				plan.Path = e.Path
				step = plan
			}
			if test, ok := step.(event.Test); ok && s.options.Input != "" && test.Failed() {
				keep(history, &e, test)
			}
			if done, ok := step.(event.Done); ok && !done.Interrupted {
				if told, known := growing.known(); known {
					emit(told)
				}
			}
			emit(step)
		})
		if !done.Skipped {
			emit(s.attempt(&e, source))
		}
		judged := Judged{e.Name, done, err}
		all = append(all, judged)
		var faulty *language.SourceError
		if done.Interrupted || judged.Fault() != nil && !errors.As(err, &faulty) {
			break
		}
	}
	return all
}

// keep remembers the case of a failed test.
func keep(history *workspace.History, e *Entry, test event.Test) {
	if input, err := fsutil.ReadWithin(e.Against.Dir, test.Input); err == nil {
		history.KeepFailure(workspace.Failure{
			Problem: e.Against.Dir, Solution: e.Path, Verdict: test.Verdict.String(), Answer: test.Answer,
		}, input)
	}
}
