package runner

import (
	"context"
	"os"
	"slices"

	"grundy/checker"
	"grundy/internal/problem"
	"grundy/internal/sandbox"
	"grundy/internal/verdict"
)

// judgeItem judges a case or a static validation.
func (c *contest) judgeItem(ctx context.Context, s *slot, it item, rerun func(int)) (attempt, error) {
	if !it.static {
		return c.runCase(ctx, s, it.tc, rerun)
	}
	return c.attempt(ctx, s, it.tc, func(a *attempt) error { return c.validateStatically(ctx, s, it.tc, a) })
}

// validateStatically has the package's static validator look at the sources (2025-09, section "Static validator"): in
// its working directory, with the language, the entry point and the feedback folder as arguments.
func (c *contest) validateStatically(ctx context.Context, s *slot, tc *problem.Case, a *attempt) error {
	if c.static == nil {
		return &checker.JudgeError{Reason: "the package asks for static validation but has no static validator"}
	}
	if err := emptyDir(s.feedback); err != nil {
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
	feedback, err := view.Folder("feedback", s.feedback)
	if err != nil {
		return err
	}
	entry := ""
	if c.program != nil {
		entry = c.program.Entry
	}
	mounts := c.static.Mounts("checker")
	memory := c.problem.Limits.ValidationMemory
	spec := sandbox.Spec{
		Args:   slices.Concat(c.static.Args(box, mounts[0], memory), []string{c.language.Code, entry, feedback + "/"}, tc.OutputArgs),
		Env:    c.static.Env(),
		Mounts: slices.Concat(mounts, view.Mounts()),
		Stdout: s.output, Stderr: s.stderr,
		Limits: c.static.Limits(validation(c.problem)),
	}
	for _, file := range c.source.Files {
		spec.Copies = append(spec.Copies, sandbox.Copy{Host: file.Path, To: file.Name, Mode: 0o644})
	}
	result, err := box.Run(ctx, spec)
	if err != nil {
		return err
	}
	said, err := os.ReadFile(s.stderr.Name())
	if err != nil {
		return err
	}
	outcome, err := checker.ICPC.Interpret(result, nil, said, s.feedback)
	if err != nil {
		return err
	}
	a.judged(outcome)
	if a.Verdict != verdict.AC && outcome.Message == "" {
		a.Reason = "rejected by the static validator"
	}
	return nil
}
