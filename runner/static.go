package runner

import (
	"context"

	"grundy/checker"
	"grundy/internal/problem"
	"grundy/internal/sandbox"
	"grundy/internal/verdict"
)

// validateStatically has the package's static validator look at the sources (2025-09, section "Static validator"): in
// its working directory, with the language, the entry point and the feedback folder as arguments.
func (c *contest) validateStatically(ctx context.Context, s *slot, tc *problem.Case, a *attempt) error {
	if c.static == nil {
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
	feedback, err := view.Folder("feedback", s.feedback)
	if err != nil {
		return err
	}
	entry := ""
	if c.program != nil {
		entry = c.program.Entry
	}
	spec := describe(box, c.static, "checker", ToolLimits(c.problem))
	spec.Args = append(spec.Args, c.language.Code, entry, feedback+"/")
	spec.Args = append(spec.Args, tc.OutputArgs...)
	spec.Mounts = append(spec.Mounts, view.Mounts()...)
	spec.Stdout, spec.Stderr = s.output, s.stderr
	for _, file := range c.source.Files {
		spec.Copies = append(spec.Copies, sandbox.Copy{Host: file.Path, To: file.Name, Mode: 0o644})
	}
	result, err := box.Run(ctx, spec)
	if err != nil {
		return err
	}
	outcome, err := checker.ICPC.Interpret(result, nil, beginning(s.stderr), s.feedback)
	if err != nil {
		return err
	}
	c.take(a, outcome)
	if a.Verdict != verdict.AC && outcome.Message == "" {
		a.Reason = "rejected by the static validator"
	}
	return nil
}
