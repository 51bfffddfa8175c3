package author

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"grundy/checker"
	"grundy/internal/author/generate"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// repeating is a verification in which the programs of a package judge the same things several times. It finds
// programs whose result changes.
type repeating struct {
	*verification
	times int
	found *programChecks
}

// checkRepeats makes validators, checkers, interactors and generators do the same work several times.
func (v *verification) checkRepeats(ctx context.Context, emit func(event.Event)) error {
	r := &repeating{verification: v, times: v.options.Repeat, found: newHeard(v.problem)}
	p := *v.problem
	if err := v.rerunPrograms(ctx, &p, r, emit); err != nil {
		return err
	}
	faults := r.found.faults()
	if r.found.runs == 0 {
		faults = problem.Diagnostics{{
			Level: problem.Note, Message: "nothing to repeat: no validator, checker, interactor or generator is a program",
		}}
	}
	emit(event.DataChecked{Problem: v.problem.ID, Check: event.Repeats, Checked: r.found.runs, Faults: faults})
	return nil
}

// Validate runs a validator several times.
func (r *repeating) Validate(ctx context.Context, p *problem.Problem, j job.Validation) (job.Validated, error) {
	word := func(v job.Validated) event.CheckerVerdict {
		w := event.CheckerVerdict{Verdict: verdict.WA, Message: v.Message}
		if v.Valid {
			w.Verdict = verdict.AC
		}
		return w
	}
	var first job.Validated
	for i := range r.times {
		validated, err := r.validator.Validate(ctx, p, j)
		if err != nil {
			return first, r.dropReported(err)
		}
		r.found.ran(1)
		if i == 0 {
			first = validated
		}
		if first == validated {
			continue
		}
		for _, program := range append(p.InputValidators, p.AnswerValidators...) {
			if program.Name == j.Program {
				r.differs(program, job.File{Case: j.Case, Kind: j.Kind}, "", event.Disagreement{First: word(first), Second: word(validated)})
			}
		}
		break
	}
	return first, nil
}

// Survey does nothing: Validate already runs validators on the same input.
func (r *repeating) Survey(context.Context, *problem.Problem, job.Survey) (job.Surveyed, error) {
	return job.Surveyed{}, nil
}

// CheckOutput has the checker judge an output several times. Other checks report a checker that fails.
func (r *repeating) CheckOutput(ctx context.Context, p *problem.Problem, j job.OutputCheck) (job.OutputChecked, error) {
	if len(p.Output.Programs) == 0 {
		return job.OutputChecked{}, nil
	}
	word := func(c job.OutputChecked, failed *checker.JudgeError) event.CheckerVerdict {
		switch {
		case failed != nil:
			return event.CheckerVerdict{Verdict: verdict.JE, Message: failed.Reason}
		case c.Accepted:
			return event.CheckerVerdict{Verdict: verdict.AC, Message: c.Message}
		}
		return event.CheckerVerdict{Verdict: verdict.WA, Message: c.Message}
	}
	var first event.CheckerVerdict
	for i := range r.times {
		checked, err := r.validator.CheckOutput(ctx, p, j)
		var failed *checker.JudgeError
		if err != nil && !errors.As(err, &failed) {
			return checked, r.dropReported(err)
		}
		r.found.ran(1)
		now := word(checked, failed)
		if i == 0 {
			first = now
		}
		if now != first {
			r.differs(p.Output.Programs[0], outputOf(j), "", event.Disagreement{By: event.FromChecker, First: first, Second: now})
			break
		}
	}
	return job.OutputChecked{}, nil
}

// Judge has an interactor talk to a made-up submission several times.
func (r *repeating) Judge(ctx context.Context, p *problem.Problem, j job.Judgement, emit func(event.Event)) (event.Done, error) {
	j.Options.Repeat, j.Options.Recall = r.times, false
	done, err := r.judge.Judge(ctx, p, j, func(e event.Event) {
		if test, ok := e.(event.Test); ok {
			r.judged(test, j.Name)
		}
		emit(e)
	})
	return done, r.dropReported(err)
}

// checkSubmission has the judge repeat its judgement of a submission's output, or of the submission in
// a dialogue.
func (r *repeating) checkSubmission(ctx context.Context, index int, emit func(event.Event)) error {
	submission := &r.problem.Submissions[index]
	before := r.verdictsOf(submission.Name, verdict.AC, verdict.WA)
	if len(r.problem.Output.Programs) == 0 || len(before) == 0 {
		return nil
	}
	judgement, err := job.ReadSubmission(r.problem, submission)
	if err != nil {
		return fmt.Errorf("read submission %s: %w", submission.Name, err)
	}
	judgement.Options = job.Options{
		Cases: r.inOrder(before), ProblemTime: r.summary.TimeLimit, ProblemTimeSource: r.problem.Limits.TimeSource,
		NoRerun: true, Repeat: r.times,
	}
	_, err = r.judge.Judge(ctx, r.problem, judgement, func(e event.Event) {
		if test, ok := e.(event.Test); ok {
			r.judged(test, submission.Name)
			e = test.WithoutExcerpts()
		}
		emit(event.Running{
			Submission: submission.Name + " (repeated)", Index: index + 1, Total: len(r.problem.Submissions), Event: e,
		})
	})
	if err = r.dropReported(err); err == nil {
		err = context.Cause(ctx)
	}
	return err
}

// judged records the result on a case.
func (r *repeating) judged(t event.Test, submission string) {
	r.found.ran(r.times)
	if d := t.Disagreement; d != nil {
		r.differs(r.problem.Output.Programs[0], job.File{Case: t.Test}, submission, *d)
	}
}

// differs records that the same work was judged in two ways. A program that changes points or the verdict is at
// fault; one that changes its message may be. A submission that behaves differently each time is reported only if
// its verdict changes, and then as a note.
func (r *repeating) differs(program problem.Program, of job.File, submission string, d event.Disagreement) {
	on, with := nameOf(of)
	fault := program.Fault("", 0)
	fault.Help = "let its random numbers depend on the input alone, and give every variable a value"
	if submission != "" {
		with = "with " + submission + " "
	}
	same := d.First.Verdict == d.Second.Verdict && pointsOf(d.First) == pointsOf(d.Second)
	message := "judges the same file as %s, then as %s"
	switch d.By {
	case event.FromSubmission:
		if same {
			return
		}
		fault = problem.Program{Name: "submissions/" + submission}.Fault("", 0)
		fault.Level, message = problem.Note, "says something else each time: %s, then %s"
		fault.Help, with = "random numbers from a fixed seed give it the same verdict each time", ""
	case event.FromInteractor:
		message = "judges the same submission as %s, then as %s"
	case event.FromChecker:
		message = "judges the same output as %s, then as %s"
	}
	if same {
		fault.Level = problem.Warning
	}
	fault.Message = fmt.Sprintf(message, wordText(d.First), wordText(d.Second))
	r.found.add(fault, on, with)
}

// wordText formats a checker's verdict like `AC, 3 points, "fine"`.
func wordText(w event.CheckerVerdict) string {
	text := w.Verdict.String()
	if points := pointsOf(w); points != "" {
		text += ", " + points + " points"
	}
	if message := strings.TrimPrefix(quotedMessage(w.Message), ": "); message != "" {
		text += ", " + strconv.Quote(message)
	}
	if w.Line != "" {
		text += ", having said " + strconv.Quote(w.Line)
	}
	return text
}

func pointsOf(w event.CheckerVerdict) string {
	if w.Score == nil {
		return ""
	}
	return strconv.FormatFloat(*w.Score, 'g', -1, 64)
}

func (r *repeating) rehearsal() generate.Rehearsal { return generate.Rehearsal{Times: r.times} }

// rehearsed records the results of the generators.
func (r *repeating) rehearsed(runs int, faults problem.Diagnostics, err error) error {
	r.found.rehearsed(runs, faults)
	return r.dropReported(err)
}

// dropReported drops errors that other checks report: a program of the package that cannot be built.
func (r *repeating) dropReported(err error) error {
	if broken := (*job.PackageError)(nil); errors.As(err, &broken) {
		return nil
	}
	return err
}
