package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"grundy/checker"
	"grundy/internal/language"
	"grundy/internal/problem"
	"grundy/internal/sandbox"
	"grundy/internal/verdict"
)

// nextPass is the file by which a validator asks for another pass (2025-09, section "Multi-pass").
const nextPass = "nextpass.in"

// contest is a submission that is being judged: everything that its cases have in common.
type contest struct {
	judge    *Judge
	problem  *problem.Problem
	name     string
	source   language.Source
	language *language.Language
	program  *language.Program // nil when the submission is the answer itself
	limits   limits
	options  Options
	checkers []*language.Program // empty for the built-in comparison
	static   *language.Program   // the static validator, nil without one
}

// attempt is one run of a case, judged.
type attempt struct {
	Test
	outcome checker.Outcome
}

// runCase judges one case in a slot, several times when it comes near its time limit: then the fastest run counts.
func (c *contest) runCase(ctx context.Context, s *slot, tc *problem.Case, rerun func(int)) (attempt, error) {
	c.judge.alone.RLock()
	best, err := c.try(ctx, s, tc)
	c.judge.alone.RUnlock()
	if err != nil || c.options.NoRerun || !c.decidedByTime(best) {
		return best, err
	}
	// Alone on the machine, as far as this judge is concerned.
	c.judge.alone.Lock()
	defer c.judge.alone.Unlock()
	const reruns = 2
	runs := []time.Duration{best.CPU}
	for i := range reruns {
		rerun(i + 1)
		again, err := c.try(ctx, s, tc)
		if err != nil {
			return best, err
		}
		runs = append(runs, again.CPU)
		if again.CPU < best.CPU {
			best = again
		}
	}
	best.Runs = runs
	return best, nil
}

// decidedByTime tells whether a run was let go on to its end, and so near its limit that another could differ.
func (c *contest) decidedByTime(a attempt) bool {
	return (a.Verdict == verdict.AC || a.Verdict == verdict.TLE) && c.limits.near(a.CPU) && c.program != nil
}

// try runs a case once, in all its passes.
func (c *contest) try(ctx context.Context, s *slot, tc *problem.Case) (attempt, error) {
	return c.attempt(ctx, s, tc, func(a *attempt) error { return c.passes(ctx, s, tc, a) })
}

// attempt performs and judges something. An error means that ctx was cancelled; failures of the judge are the verdict
// JE.
func (c *contest) attempt(ctx context.Context, s *slot, tc *problem.Case, perform func(*attempt) error) (attempt, error) {
	a := attempt{Test: Test{
		Submission: c.name, Test: tc.Name, Sample: tc.Sample, TimeLimit: c.limits.time, MemoryLimit: c.limits.memory,
		Input: tc.Input, Answer: tc.Answer, Tier: c.judge.host.Tier(), Passes: 1,
	}}
	err := perform(&a)
	if cancelled := context.Cause(ctx); cancelled != nil {
		return a, cancelled
	}
	if err != nil {
		a.Verdict, a.Reason = verdict.JE, err.Error()
		// A box in an unknown state is not used again.
		if fault := (*checker.JudgeError)(nil); !errors.As(err, &fault) {
			if err := s.discard(); err != nil {
				a.Reason += "; " + err.Error()
			}
		}
	}
	if a.Verdict != verdict.AC {
		a.Output, a.Stderr = excerpt(s.output), excerpt(s.stderr)
	}
	return a, nil
}

// passes runs a case until the validator asks for no further pass.
func (c *contest) passes(ctx context.Context, s *slot, tc *problem.Case, a *attempt) error {
	if err := emptyDir(s.feedback); err != nil {
		return err
	}
	input := tc.Input
	for pass := 1; ; pass++ {
		a.Passes = pass
		if err := c.pass(ctx, s, tc, input, a); err != nil {
			return err
		}
		next := filepath.Join(s.feedback, nextPass)
		_, err := os.Lstat(next)
		another := err == nil && c.problem.Type.MultiPass
		switch {
		case another && a.Verdict == verdict.WA:
			return &checker.JudgeError{Reason: "the output validator rejected and yet asked for another pass"}
		case !another || a.Verdict != verdict.AC:
			return nil
		case pass >= c.problem.Limits.ValidationPasses:
			return &checker.JudgeError{Reason: fmt.Sprintf("the output validator asked for more than %d passes", pass)}
		}
		// The next pass may not see its own input among the feedback.
		input = filepath.Join(s.dir, "pass.in")
		if err := takeRegular(next, input); err != nil {
			return err
		}
	}
}

// takeRegular moves a file out of a folder that a program could write to, unless it is something else than a file.
func takeRegular(from, to string) error {
	info, err := os.Lstat(from)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return &checker.JudgeError{Reason: filepath.Base(from) + " is not a regular file"}
	}
	return os.Rename(from, to)
}

// pass runs the submission once and has its output judged.
func (c *contest) pass(ctx context.Context, s *slot, tc *problem.Case, input string, a *attempt) error {
	if err := s.rewind(); err != nil {
		return err
	}
	if c.problem.Type.Interactive {
		return c.interact(ctx, s, tc, input, a)
	}
	if c.program == nil {
		if err := c.present(s, tc); err != nil {
			a.Verdict, a.Reason = verdict.WA, err.Error()
			return nil
		}
	} else {
		box, err := s.solution(ctx)
		if err != nil {
			return err
		}
		spec := c.spec(box, tc)
		spec.Stdin = sandbox.FromPath(input)
		spec.Stdout, spec.Stderr = s.output, s.stderr
		result, err := box.Run(ctx, spec)
		if err != nil {
			return err
		}
		if err := checkSpace(s.dir); err != nil {
			return err
		}
		a.record(result)
		if a.Verdict, a.Reason = classify(result, c.limits); a.Verdict != verdict.None {
			return nil
		}
	}
	return c.check(ctx, s, tc, input, a)
}

// spec describes a run of the submission, but for its standard streams.
func (c *contest) spec(box sandbox.Box, tc *problem.Case) sandbox.Spec {
	mounts := c.program.Mounts("program")
	spec := sandbox.Spec{
		Args:         slices.Concat(c.program.Args(box, mounts[0], c.limits.memory), tc.Args),
		Env:          c.program.Env(),
		Mounts:       mounts,
		ReadOnlyWork: c.problem.Format == problem.V2025 && !c.problem.AllowFileWriting,
		Limits:       c.program.Limits(c.limits.spec()),
	}
	if tc.Files != "" {
		spec.Copies = []sandbox.Copy{{Host: tc.Files, To: "."}}
	}
	return spec
}

// record adds the facts of a run; those of several passes add up to the worst.
func (a *attempt) record(result sandbox.Result) {
	a.CPU = max(a.CPU, result.CPU)
	a.Wall += result.Wall
	a.Memory = max(a.Memory, result.Memory)
	a.Exit, a.Signal, a.Tier = result.Exit, result.Signal, result.Tier
}

// check has the output judged by the built-in comparison or by all of the package's checkers.
func (c *contest) check(ctx context.Context, s *slot, tc *problem.Case, input string, a *attempt) error {
	args := tc.OutputArgs
	if c.options.CheckerArgs != nil {
		args = c.options.CheckerArgs
	}
	files := checker.Case{Input: input, Answer: tc.Answer, Output: s.output.Name(), Args: args, Feedback: s.feedback}
	if len(c.checkers) == 0 {
		outcome, err := checker.Builtin{}.Check(ctx, files)
		if err != nil {
			return err
		}
		a.judged(outcome)
		return nil
	}
	for _, program := range c.checkers {
		external, err := c.judge.external(ctx, s, c.problem, program)
		if err != nil {
			return err
		}
		outcome, err := external.Check(ctx, files)
		if err != nil {
			return err
		}
		a.judged(outcome)
		if !outcome.Accepted {
			return nil
		}
	}
	return nil
}

// external sets a checker program up in a slot's box for checkers.
func (j *Judge) external(ctx context.Context, s *slot, p *problem.Problem, program *language.Program) (*checker.External, error) {
	box, err := s.judge(ctx)
	if err != nil {
		return nil, err
	}
	mounts := program.Mounts("checker")
	return &checker.External{
		Dialect: checker.Dialect(p.Output.Dialect),
		Box:     box,
		Command: program.Args(box, mounts[0], p.Limits.ValidationMemory),
		Env:     program.Env(),
		Mounts:  mounts,
		Limits:  program.Limits(validation(p)),
		Scratch: s.checker,
	}, nil
}

// judged takes over a checker's word.
func (a *attempt) judged(outcome checker.Outcome) {
	a.outcome = outcome
	a.Message, a.TeamMessage, a.Difference = outcome.Message, outcome.TeamMessage, outcome.Difference
	a.Verdict, a.Reason = verdict.AC, ""
	if !outcome.Accepted {
		a.Verdict = verdict.WA
		switch {
		case outcome.Difference != nil:
			a.Reason = fmt.Sprintf("line %d, token %d: %s", outcome.Difference.OutputLine, outcome.Difference.OutputToken, outcome.Difference.Reason)
		case outcome.Message != "":
			a.Reason = firstLine(outcome.Message)
		default:
			a.Reason = "rejected by the checker"
		}
	}
}
