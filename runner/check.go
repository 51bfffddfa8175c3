package runner

import (
	"context"
	"fmt"
	"strconv"

	"grundy/checker"
	"grundy/internal/language"
	"grundy/internal/problem"
	"grundy/internal/verdict"
)

// check has the output judged by the built-in comparison or by all of the package's checkers.
func (sub *Submission) check(ctx context.Context, s *slot, tc *problem.Case, input string, a *attempt) error {
	files := checker.Case{Input: input, Answer: tc.Answer, Output: s.output.Name(), Args: sub.args(tc), Feedback: s.feedback}
	if len(sub.checkers) == 0 {
		outcome, err := checker.Builtin{}.Check(ctx, files)
		if err != nil {
			return err
		}
		sub.take(a, outcome)
		return nil
	}
	for i, program := range sub.checkers {
		if i > 0 {
			// What one says must not be taken for the word of the next.
			if err := s.forget(); err != nil {
				return err
			}
		}
		external, err := sub.external(ctx, s, program)
		if err != nil {
			return err
		}
		outcome, err := external.Check(ctx, files)
		if err != nil {
			return err
		}
		if i > 0 && outcome.Score == nil {
			outcome.Score = a.outcome.Score
		}
		if sub.take(a, outcome); a.Verdict != verdict.AC {
			return nil
		}
	}
	return nil
}

// args are what the checker gets beside the files.
func (sub *Submission) args(tc *problem.Case) []string {
	if sub.options.CheckerArgs != nil {
		return sub.options.CheckerArgs
	}
	return tc.OutputArgs
}

// external sets a checker program up in a slot's box for checkers.
func (sub *Submission) external(ctx context.Context, s *slot, program *language.Program) (*checker.External, error) {
	box, err := s.judge(ctx)
	if err != nil {
		return nil, err
	}
	spec := describe(box, program, "checker", sub.judge.toolLimits(sub.problem))
	return &checker.External{
		Dialect: sub.problem.Output.Dialect, Box: box,
		Command: spec.Args, Env: spec.Env, Mounts: spec.Mounts, Limits: spec.Limits, Scratch: s.checker,
	}, nil
}

// take turns a checker's word into a verdict. Where there are no points for parts, a part is not enough.
func (sub *Submission) take(a *attempt, outcome checker.Outcome) {
	a.outcome = outcome
	a.Message, a.TeamMessage, a.Difference = outcome.Message, outcome.TeamMessage, outcome.Difference
	partial := !sub.problem.Type.Scoring && outcome.Multiplier != nil && *outcome.Multiplier < 1
	if outcome.Accepted && !partial {
		a.Verdict, a.Reason = verdict.AC, ""
		return
	}
	a.Verdict = verdict.WA
	switch {
	case outcome.Accepted:
		a.Reason = "partially correct: " + strconv.FormatFloat(100**outcome.Multiplier, 'g', 4, 64) + " %"
		if outcome.Message != "" {
			a.Reason += ": " + firstLine(outcome.Message)
		}
	case outcome.Difference != nil:
		a.Reason = fmt.Sprintf("line %d, token %d: %s", outcome.Difference.OutputLine, outcome.Difference.OutputToken, outcome.Difference.Reason)
	case outcome.Message != "":
		a.Reason = firstLine(outcome.Message)
	default:
		a.Reason = "rejected by the checker"
	}
}
