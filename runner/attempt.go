package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"grundy/checker"
	"grundy/internal/event"
	"grundy/internal/language"
	"grundy/internal/problem"
	"grundy/internal/sandbox"
	"grundy/internal/verdict"
)

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

// contest sets out what was built.
func (j *Judge) contest(job Job, lang *language.Language, limits limits, built parts) *contest {
	return &contest{
		judge: j, problem: job.Problem, name: job.Name, source: job.Source, options: job.Options,
		language: lang, limits: limits, program: built.program, checkers: built.checkers, static: built.static,
	}
}

// attempt is one run of a case, judged.
type attempt struct {
	event.Test
	outcome checker.Outcome
}

// A case near its time limit is run again, and more often while all runs are too slow: programs are slowed down by
// whatever else the machine does, but hardly ever made faster than they are.
const (
	reruns     = 2
	slowReruns = 4
)

// judgeItem judges a case in a slot, which it releases. Near the time limit chance decides, so then the case is run
// again, alone on the machine as far as this judge is concerned, and the fastest run counts. Started is called before
// each run, with 0 and then with the number of the rerun.
func (c *contest) judgeItem(ctx context.Context, s *slot, it *item, started func(rerun int)) (attempt, error) {
	started(0)
	best, err := c.attempt(ctx, s, it)
	c.judge.slots.release(s)
	if err != nil || c.options.NoRerun || !c.decidedByTime(best) {
		return best, err
	}
	err = c.judge.slots.alone(ctx, func(s *slot) error {
		runs := []time.Duration{best.CPU}
		for rerun := 1; rerun <= reruns || rerun <= slowReruns && best.Verdict == verdict.TLE; rerun++ {
			started(rerun)
			again, err := c.attempt(ctx, s, it)
			if err != nil {
				return err
			}
			if again.Verdict == verdict.JE {
				best = again
				return nil
			}
			runs = append(runs, again.CPU)
			if again.CPU < best.CPU {
				best = again
			}
		}
		best.Runs = runs
		return nil
	})
	return best, err
}

// decidedByTime tells whether a run was let go on to its end, and so near its limit that another could differ.
func (c *contest) decidedByTime(a attempt) bool {
	return (a.Verdict == verdict.AC || a.Verdict == verdict.TLE) && a.CPU > 0 && c.limits.near(a.CPU)
}

// attempt judges an item once. An error means that ctx was cancelled; failures of the judge are the verdict JE.
func (c *contest) attempt(ctx context.Context, s *slot, it *item) (attempt, error) {
	tc := it.tc
	a := c.blank(tc)
	perform := c.passes
	if it.static {
		perform = c.validateStatically
	}
	err := perform(ctx, s, tc, &a)
	if cancelled := context.Cause(ctx); cancelled != nil {
		return a, cancelled
	}
	if err != nil {
		a.fail(err)
	}
	if a.Verdict != verdict.AC {
		a.Output, a.Stderr = excerpt(s.output), excerpt(s.stderr)
	}
	// A large output would take space from other slots. Should this fail, so will the next run's.
	_ = s.rewind()
	return a, nil
}

// blank is an attempt at a case that was not made yet.
func (c *contest) blank(tc *problem.Case) attempt {
	return attempt{Test: event.Test{
		Submission: c.name, Test: tc.Name, Sample: tc.Sample, TimeLimit: c.limits.time, MemoryLimit: c.limits.memory,
		Input: tc.Input, Answer: tc.Answer, Tier: c.judge.host.Tier(), Passes: 1,
	}}
}

// passes runs a case until the validator asks for no further pass.
func (c *contest) passes(ctx context.Context, s *slot, tc *problem.Case, a *attempt) error {
	if len(c.checkers) > 0 {
		if err := s.forget(); err != nil {
			return err
		}
	}
	input := tc.Input
	for pass := 1; ; pass++ {
		a.Passes = pass
		if err := c.pass(ctx, s, tc, input, a); err != nil {
			return err
		}
		if !c.problem.Type.MultiPass {
			return nil
		}
		next, err := c.nextPass(s, pass, a)
		if next == "" || err != nil {
			return err
		}
		input = next
	}
}

// nextPassFile is what a validator leaves among its feedback to ask for another pass (2025-09, section "Multi-pass").
const nextPassFile = "nextpass.in"

// nextPass takes the input of the next pass out of the feedback, where the next pass may not see it, and returns "" when
// there is none to come.
func (c *contest) nextPass(s *slot, pass int, a *attempt) (string, error) {
	asked := filepath.Join(s.feedback, nextPassFile)
	info, err := os.Lstat(asked)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "", nil
	case err != nil:
		return "", err
	case a.Verdict == verdict.WA:
		return "", &checker.JudgeError{Reason: "the output validator rejected and yet asked for another pass"}
	case a.Verdict != verdict.AC:
		return "", nil
	case !info.Mode().IsRegular():
		return "", &checker.JudgeError{Reason: nextPassFile + " is not a regular file"}
	case pass >= c.problem.Limits.ValidationPasses:
		return "", &checker.JudgeError{Reason: fmt.Sprintf("the output validator asked for more than %d passes", pass)}
	}
	input := filepath.Join(s.dir, "pass.in")
	return input, os.Rename(asked, input)
}

// pass runs the submission once and has its output judged.
func (c *contest) pass(ctx context.Context, s *slot, tc *problem.Case, input string, a *attempt) error {
	if err := s.rewind(); err != nil {
		return err
	}
	switch {
	case c.problem.Type.Interactive:
		return c.interact(ctx, s, tc, input, a)
	case c.program == nil:
		missing, err := c.present(s, tc)
		if err != nil {
			return err
		}
		if missing != "" {
			a.Verdict, a.Reason = verdict.WA, missing
			return nil
		}
	default:
		if err := c.execute(ctx, s, tc, input, s.output, a); err != nil || a.Verdict != verdict.None {
			return err
		}
	}
	return c.check(ctx, s, tc, input, a)
}

// execute runs the submission. The verdict stays None when it ended well.
func (c *contest) execute(ctx context.Context, s *slot, tc *problem.Case, input string, output *os.File, a *attempt) error {
	box, err := s.solution(ctx)
	if err != nil {
		return err
	}
	spec := c.spec(box, tc)
	spec.Stdin = sandbox.FromPath(input)
	spec.Stdout, spec.Stderr = output, s.stderr
	result, err := box.Run(ctx, spec)
	if err != nil {
		return err
	}
	if err := s.checkSpace(); err != nil {
		return err
	}
	a.record(result)
	a.Verdict, a.Reason = classify(result, c.limits)
	return nil
}

// spec describes a run of the submission, but for its standard streams.
func (c *contest) spec(box sandbox.Box, tc *problem.Case) sandbox.Spec {
	spec := describe(box, c.program, "program", c.limits.spec(c.judge.load()))
	spec.Args = append(spec.Args, tc.Args...)
	spec.ReadOnlyWork = c.problem.Format == problem.V2025 && !c.problem.AllowFileWriting
	if tc.Files != "" {
		spec.Copies = []sandbox.Copy{{Host: tc.Files, To: "."}}
	}
	return spec
}

// record adds the facts of a run; those of several passes add up to the worst.
func (a *attempt) record(result sandbox.Result) {
	a.CPU = max(a.CPU, result.CPU)
	a.Wall += result.Wall
	a.Instructions = max(a.Instructions, result.Instructions)
	a.Memory = max(a.Memory, result.Memory)
	a.Exit, a.Signal, a.Breach = result.Exit, result.Signal, result.Breach
	a.OOMKills, a.Survivors, a.Tier = result.OOMKills, result.Survivors, result.Tier
}

// fail notes that the judge failed, or a checker on its behalf.
func (a *attempt) fail(err error) {
	a.Verdict, a.Reason = verdict.JE, err.Error()
	if fault := (*checker.JudgeError)(nil); errors.As(err, &fault) {
		a.Reason, a.Message = fault.Reason, fault.Detail
		if fault.Detail != "" {
			a.Reason += ": " + firstLine(fault.Detail)
		}
	}
}
