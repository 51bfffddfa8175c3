package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"grundy/internal/problem"
	"grundy/internal/sandbox"
	"grundy/internal/verdict"
)

// validCode is the exit code of an input validator that accepts (ICPC, section "Input validators").
const validCode = 42

// ValidateInput has an input validator look at an input. The message is what it said. An error means that it could not
// be asked.
func (j *Judge) ValidateInput(ctx context.Context, program problem.Program, p *problem.Problem, input string, args []string) (valid bool, message string, err error) {
	built, err := j.packageProgram(ctx, p, program)
	if err != nil {
		return false, "", err
	}
	s, err := j.acquire(ctx)
	if err != nil {
		return false, "", err
	}
	defer j.release(s)
	if err := s.rewind(); err != nil {
		return false, "", err
	}
	box, err := s.judge(ctx)
	if err != nil {
		return false, "", err
	}
	mounts := built.Mounts("validator")
	result, err := box.Run(ctx, sandbox.Spec{
		Args: slices.Concat(built.Args(box, mounts[0], p.Limits.ValidationMemory), args),
		Env:  built.Env(), Mounts: mounts,
		Stdin: sandbox.FromPath(input), Stdout: s.output, Stderr: s.stderr,
		Limits: built.Limits(validation(p)),
	})
	if err != nil {
		return false, "", err
	}
	message = strings.TrimSpace(excerpt(s.stderr))
	if message == "" {
		message = strings.TrimSpace(excerpt(s.output))
	}
	switch {
	case result.Breach != sandbox.NoBreach:
		return false, "", fmt.Errorf("%s hit its %s limit on %s", program.Name, result.Breach, input)
	case message == "" && result.Exit != validCode:
		message = fmt.Sprintf("exit code %d, signal %d", result.Exit, result.Signal)
	}
	return result.Exit == validCode, message, nil
}

// CheckOutput has the problem's checker judge a file as the output of a case.
func (j *Judge) CheckOutput(ctx context.Context, p *problem.Problem, tc problem.Case, output string) (accepted bool, message string, err error) {
	c := &contest{judge: j, problem: p, name: output}
	for _, program := range p.Output.Programs {
		built, err := j.packageProgram(ctx, p, program)
		if err != nil {
			return false, "", err
		}
		c.checkers = append(c.checkers, built)
	}
	s, err := j.acquire(ctx)
	if err != nil {
		return false, "", err
	}
	defer j.release(s)
	if err := emptyDir(s.feedback); err != nil {
		return false, "", err
	}
	if err := s.rewind(); err != nil {
		return false, "", err
	}
	if err := s.fill(output, unlimited); err != nil {
		return false, "", err
	}
	var a attempt
	if err := c.check(ctx, s, &tc, tc.Input, &a); err != nil {
		return false, "", err
	}
	return a.Verdict == verdict.AC, a.Reason, nil
}

// unlimited is larger than any file.
const unlimited = 1<<63 - 2
