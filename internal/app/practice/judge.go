package practice

import (
	"context"
	"errors"
	"fmt"
	"slices"

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
	// Slots is how many programs run at a time.
	Slots() int
}

// Judge judges the solutions, until one is interrupted or the judge fails. It judges several side by side, so that no slot
// is idle, and reports them one after the other. Each judgement ends with an Attempt for the history. A failing case of
// the user's own is kept.
func (s *Session) Judge(ctx context.Context, judge Judge, emit func(event.Event)) []Judged {
	return s.judge(ctx, judge, s.Entries, emit)
}

// ahead is how many solutions more than there are slots are judged at a time: they are built and judged while the last
// programs of others run.
const ahead = 2

func (s *Session) judge(ctx context.Context, judge Judge, entries []Entry, emit func(event.Event)) []Judged {
	if len(entries) == 1 {
		return []Judged{s.judgeEntry(ctx, judge, &entries[0], emit)}
	}
	judged := make([]Judged, len(entries))
	pieces := make([]job.Piece, len(entries))
	for i := range entries {
		pieces[i] = func(ctx context.Context, emit func(event.Event)) error {
			judged[i] = s.judgeEntry(ctx, judge, &entries[i], emit)
			return judged[i].ending()
		}
	}
	width := judge.Slots() + ahead
	if s.options.Input != "" {
		width = 1 // which failure is kept last must not depend on chance
	}
	interrupted := false
	// The error is that of a judgement, or the end of ctx.
	_ = job.RunOrdered(ctx, width, pieces, func(e event.Event) {
		done, ok := e.(event.Done)
		interrupted = interrupted || ok && done.Interrupted
		emit(e)
	})
	last := slices.IndexFunc(judged, func(j Judged) bool { return j.ending() != nil })
	if last < 0 {
		last = len(judged) - 1
	}
	if ctx.Err() != nil && !interrupted {
		// The judgement was held back when the user interrupted it.
		judged[last].Done.Interrupted = true
		emit(judged[last].Done)
	}
	return judged[:last+1]
}

// judgeEntry judges one solution.
func (s *Session) judgeEntry(ctx context.Context, judge Judge, e *Entry, emit func(event.Event)) Judged {
	source := sourceFiles(e.Source)
	growing := growing{dir: e.Against.Dir}
	done, err := judge.Judge(ctx, e.Against, e.Job, func(step event.Event) {
		growing.note(step)
		if plan, ok := step.(event.Plan); ok {
			plan.Path = e.Path
			step = plan
		}
		if test, ok := step.(event.Test); ok && s.options.Input != "" && test.Failed() {
			keep(s.workspace.History(), e, test)
		}
		if done, ok := step.(event.Done); ok && !done.Interrupted {
			if told, known := growing.known(); known {
				emit(told)
			}
		}
		emit(step)
	})
	if !done.Skipped {
		emit(s.attempt(e, source))
	}
	return Judged{e.Name, done, err}
}

// errInterrupted ends the judging of several solutions.
var errInterrupted = errors.New("the user interrupted it")

// ending is why no further solution is judged after this one, nil to go on.
func (j *Judged) ending() error {
	if j.Done.Interrupted {
		return errInterrupted
	}
	if fault := j.Fault(); fault != nil {
		if _, ofSource := errors.AsType[*language.SourceError](j.Err); !ofSource {
			return fault
		}
	}
	return nil
}

// keep remembers the case of a failed test.
func keep(history *workspace.History, e *Entry, test event.Test) {
	if input, err := fsutil.ReadWithin(e.Against.Dir, test.Input); err == nil {
		history.KeepFailure(workspace.Failure{
			Problem: e.Against.Dir, Solution: e.Path, Verdict: test.Verdict.String(), Answer: test.Answer,
		}, input)
	}
}
