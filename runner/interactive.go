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

// maxThinking bounds the time that a submission's clock grants the interactor where nobody sees what programs wait for, so that
// a deadlock ends all the same.
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

// dialogue says who talks to whom in a pass of a case, from 1.
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
	// Where nobody sees it wait, the submission's clock runs while the interactor thinks, and the interactor's while the
	// submission does.
	d.submission.spec.Limits.Wall += min(sub.problem.Limits.ValidationTime, maxThinking)

	d.interactor.box, d.interactor.limit, d.interactor.spec = interactor.box, sub.problem.Limits.ValidationOutput, interactor.spec
	d.interactor.spec.Limits.Wall += d.submission.spec.Limits.Wall
	return d, nil
}

// interactor is the interactor of a package, ready to talk to somebody.
type interactor struct {
	box  sandbox.Box
	spec sandbox.Spec // but for its standard input and output
	// interpret reads its word when it has ended.
	interpret func(sandbox.Result) (checker.Outcome, error)
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
	return interactor{external.Box, spec, func(result sandbox.Result) (checker.Outcome, error) {
		return external.Interpret(result, nil, beginning(s.log), s.feedback)
	}}, err
}

// interactorSpec shows the case to the interactor.
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

// blame decides who is responsible for the end of a dialogue, in this order: an interactor that broke down; one that
// rejected before it could know that the submission had ended, or for whose word the judge ended the submission; the
// submission's limits and crashes; the interactor's word.
func (sub *Submission) blame(d *dialogue, a *attempt) error {
	if d.broken != nil {
		return d.broken
	}
	v, reason := classify(d.submission.result, sub.limits)
	endedForIt := d.submission.stopped && d.submission.result.Breach == sandbox.NoBreach
	rejectedFirst := !d.outcome.Accepted && (endedForIt || d.interactor.ended.Before(d.submission.hungUp))
	if rejectedFirst || v == verdict.None {
		sub.take(a, d.outcome)
		return nil
	}
	switch {
	case d.stalemate && d.submission.result.Breach == sandbox.IdleBreach:
		reason = fmt.Sprintf("both programs wait for each other: is the output flushed? (%s)", d.turn)
	case d.submission.result.Breach == sandbox.WallBreach && d.submission.ended.Before(d.interactor.ended):
		reason += "; " + d.turn
	}
	a.Verdict, a.Reason = v, reason
	a.Message, a.TeamMessage = d.outcome.Message, d.outcome.TeamMessage
	return nil
}
