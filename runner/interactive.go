package runner

import (
	"context"
	"fmt"
	"path"
	"time"

	"grundy/checker"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/verdict"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
)

// maxThinking bounds the time that the submission's wall limit grants the interactor on systems where the judge
// cannot see what programs wait for. It makes a deadlock end there as well.
const maxThinking = 2 * time.Second

// interact runs the submission against the package's interactor.
func (sub *Submission) interact(ctx context.Context, s *slot, tc *problem.Case, input string, a *attempt) error {
	d, err := sub.dialogue(ctx, s, tc, input, a.Passes)
	if err != nil {
		return err
	}
	err = d.run(ctx)
	a.Transcript = append(a.Transcript, d.transcript.all()...)
	if err != nil {
		return err
	}
	if err := s.checkSpace(); err != nil {
		return err
	}
	a.record(d.submission.result)
	return sub.blame(d, a)
}

// dialogue sets up both sides for a pass of a case; passes count from 1.
func (sub *Submission) dialogue(ctx context.Context, s *slot, tc *problem.Case, input string, pass int) (*dialogue, error) {
	interactor, err := sub.interactor(ctx, s, tc, input)
	if err != nil {
		return nil, err
	}
	d := &dialogue{interpret: interactor.interpret}
	if d.submission.box, err = s.pass(ctx, pass); err != nil {
		return nil, err
	}
	d.submission.limit = sub.limits.output
	d.submission.spec = sub.spec(d.submission.box, tc)
	d.submission.spec.Stderr = s.stderr
	// Where the judge cannot see that a program waits, the submission's wall clock runs while the interactor thinks,
	// and vice versa.
	d.submission.spec.Limits.Wall += min(sub.problem.Limits.ValidationTime, maxThinking)

	d.interactor.box, d.interactor.limit, d.interactor.spec = interactor.box, sub.problem.Limits.ValidationOutput, interactor.spec
	d.interactor.spec.Limits.Wall += d.submission.spec.Limits.Wall
	return d, nil
}

// interactor is a package's interactor, ready to run.
type interactor struct {
	box  sandbox.Box
	spec sandbox.Spec // except for standard input and output
	// interpret reads the interactor's result after it has ended.
	interpret func(sandbox.Result) (checker.Verdict, error)
}

func (sub *Submission) interactor(ctx context.Context, s *slot, tc *problem.Case, input string) (interactor, error) {
	if len(sub.checkers) != 1 {
		return interactor{}, &checker.JudgeError{Reason: fmt.Sprintf("an interactive problem needs one output validator, not %d", len(sub.checkers))}
	}
	if err := fsutil.Renew(&s.log); err != nil {
		return interactor{}, err
	}
	external, err := sub.external(ctx, s, 0)
	if err != nil {
		return interactor{}, err
	}
	spec, err := sub.interactorSpec(s, external, tc, input)
	return interactor{external.Box, spec, func(result sandbox.Result) (checker.Verdict, error) {
		return external.Interpret(result, nil, beginning(s.log), s.feedback)
	}}, err
}

// interactorSpec describes a run of the interactor on the case.
func (sub *Submission) interactorSpec(s *slot, external *checker.External, tc *problem.Case, input string) (sandbox.Spec, error) {
	spec := sandbox.Spec{Env: external.Env, Copies: external.Copies, Limits: external.Limits, Stderr: s.log}
	view := checker.View{Box: external.Box, Scratch: s.checker, Within: sub.problem.Dir}
	shownInput, err := view.File("input", input)
	if err != nil {
		return spec, err
	}
	shownAnswer, err := view.File("answer", tc.Answer)
	if err != nil {
		return spec, err
	}
	feedback := view.Folder("feedback", s.feedback)
	files := external.Dialect.InteractorArgs(shownInput, shownAnswer, path.Join(feedback, "tout"), feedback)
	if files == nil {
		return spec, &checker.JudgeError{Reason: fmt.Sprintf("the dialect %s has no interactors", external.Dialect)}
	}
	spec.Args = append(append(external.Command, files...), sub.args(tc)...)
	spec.Mounts = append(external.Mounts, view.Mounts()...)
	return spec, nil
}

// blame decides which program is responsible for the end of a dialogue. It tries, in this order:
//
//   - an interactor that crashed;
//   - an interactor that rejected before it could know that the submission had ended, or whose rejection made the judge
//     stop the submission;
//   - limits and crashes of the submission;
//   - the interactor's result.
func (sub *Submission) blame(d *dialogue, a *attempt) error {
	if d.broken != nil {
		return d.broken
	}
	v, reason := classify(d.submission.result, sub.limits)
	endedForIt := d.submission.stopped && d.submission.result.Breach == sandbox.NoBreach
	rejectedFirst := !d.outcome.Accepted && (endedForIt || d.interactor.ended.Before(d.submission.endVisible))
	if rejectedFirst || v == verdict.None {
		sub.applyVerdict(a, d.outcome)
		return nil
	}
	switch {
	case d.deadlocked && d.submission.result.Breach == sandbox.IdleBreach:
		reason = fmt.Sprintf("both programs wait for each other: is the output flushed? (%s)", d.turn)
	case d.submission.result.Breach == sandbox.WallBreach && d.submission.ended.Before(d.interactor.ended):
		reason += "; " + d.turn
	}
	a.Verdict, a.Reason = v, reason
	a.Message, a.TeamMessage = d.outcome.Message, d.outcome.TeamMessage
	return nil
}
