package runner

import (
	"context"

	"grundy/checker"
	"grundy/internal/base/verdict"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// validateStatically has the package's static validator examine the sources (2025-09, section "Static validator"). It
// runs in its working directory and gets the language, the entry point and the feedback directory as arguments.
func (sub *Submission) validateStatically(ctx context.Context, s *slot, tc *problem.Case, a *attempt) error {
	if sub.static == nil {
		return &checker.JudgeError{Reason: "the package asks for static validation but has no static validator"}
	}
	if err := s.forget(); err != nil {
		return err
	}
	if err := s.rewind(); err != nil {
		return err
	}
	box, err := s.judge(ctx)
	if err != nil {
		return err
	}
	view := checker.View{Box: box, Scratch: s.checker}
	feedback := view.Folder("feedback", s.feedback)
	spec := describe(box, sub.static, "checker", sub.judge.toolLimits(sub.problem.Limits))
	spec.Args = append(spec.Args, sub.language.Code, sub.program.Entry, feedback+"/")
	spec.Args = append(spec.Args, tc.OutputArgs...)
	spec.Mounts = append(spec.Mounts, view.Mounts()...)
	spec.Stdout, spec.Stderr = s.output, s.stderr
	spec.Copies = sub.program.Sources
	result, err := box.Run(ctx, spec)
	if err != nil {
		return err
	}
	if sub.static.Sanitized {
		if broken := inspect(sub.static, beginning(s.stderr)); broken != nil {
			return &job.SanitizerError{Program: sub.problem.StaticValidator.Name, Breakdown: *broken}
		}
	}
	outcome, err := checker.ICPC.Interpret(result, nil, beginning(s.stderr), s.feedback)
	if err != nil {
		return err
	}
	sub.applyVerdict(a, outcome)
	if a.Verdict != verdict.AC && outcome.Message == "" {
		a.Reason = "rejected by the static validator"
	}
	return nil
}
