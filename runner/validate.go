package runner

import (
	"context"
	"fmt"
	"strings"

	"grundy/internal/language"
	"grundy/internal/problem"
	"grundy/internal/sandbox"
	"grundy/internal/verdict"
)

// validCode is the exit code of an input validator that accepts (ICPC, section "Input validators").
const validCode = 42

// ValidateInput has an input validator look at an input. The message is what it said. An error means that it could not
// be asked.
func (j *Judge) ValidateInput(ctx context.Context, program problem.Program, p *problem.Problem, input string, args []string) (valid bool, message string, err error) {
	built, err := j.packageProgram(ctx, p, program, urgent)
	if err != nil {
		return false, "", err
	}
	var result sandbox.Result
	err = j.slots.with(ctx, urgent, func(s *slot) error {
		if err := s.rewind(); err != nil {
			return err
		}
		box, err := s.judge(ctx)
		if err != nil {
			return err
		}
		spec := validatorSpec(box, built, "validator", p)
		spec.Args = append(spec.Args, args...)
		spec.Stdin = sandbox.FromPath(input)
		spec.Stdout, spec.Stderr = s.output, s.stderr
		if result, err = box.Run(ctx, spec); err != nil {
			return err
		}
		message = strings.TrimSpace(excerpt(s.stderr))
		if message == "" {
			message = strings.TrimSpace(excerpt(s.output))
		}
		return nil
	})
	switch {
	case err != nil:
		return false, "", err
	case result.Breach != sandbox.NoBreach:
		message = fmt.Sprintf("hit its %s limit", result.Breach)
	case result.Exit == validCode:
		return true, message, nil
	case message == "" && result.Signal != 0:
		message = "killed by " + signalName(result.Signal)
	case message == "":
		message = fmt.Sprintf("exit code %d", result.Exit)
	}
	return false, message, nil
}

// CheckOutput has the problem's checker judge a file as the output of a case.
func (j *Judge) CheckOutput(ctx context.Context, p *problem.Problem, tc problem.Case, output string) (accepted bool, message string, err error) {
	c := &contest{judge: j, problem: p, checkers: make([]*language.Program, len(p.Output.Programs))}
	for i, program := range p.Output.Programs {
		if c.checkers[i], err = j.packageProgram(ctx, p, program, urgent); err != nil {
			return false, "", err
		}
	}
	var a attempt
	err = j.slots.with(ctx, urgent, func(s *slot) error {
		if err := s.forget(); err != nil {
			return err
		}
		if err := s.rewind(); err != nil {
			return err
		}
		if _, err := s.fill(output, 0); err != nil {
			return err
		}
		return c.check(ctx, s, &tc, tc.Input, &a)
	})
	return a.Verdict == verdict.AC, a.Reason, err
}
