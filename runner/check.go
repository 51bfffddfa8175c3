package runner

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"grundy/checker"
	"grundy/internal/base/verdict"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
)

// check has the output judged by the built-in comparison, or by each of the package's checkers.
func (sub *Submission) check(ctx context.Context, s *slot, tc *problem.Case, input string, a *attempt) error {
	files := checker.Case{Within: sub.problem.Dir, Input: input, Answer: tc.Answer, Output: s.output.Name(), Args: sub.args(tc), Feedback: s.feedback}
	if len(sub.checkers) == 0 {
		outcome, err := checker.Builtin{JSON: sub.problem.Entry != nil}.Check(ctx, files)
		if err != nil {
			return err
		}
		sub.applyVerdict(a, outcome)
		return nil
	}
	for i := range sub.checkers {
		if i > 0 {
			// Feedback of one checker must not be taken for that of the next.
			if err := s.forget(); err != nil {
				return err
			}
		}
		external, err := sub.external(ctx, s, i)
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
		if sub.applyVerdict(a, outcome); a.Verdict != verdict.AC {
			return nil
		}
	}
	return nil
}

// args returns the checker's arguments after its files. For packages, the built-in comparison follows the package
// format. Problems without a package come from contest sites, most of which distinguish upper and lower case.
func (sub *Submission) args(tc *problem.Case) []string {
	args := tc.OutputArgs
	if sub.options.CheckerArgs != nil {
		args = sub.options.CheckerArgs
	}
	switch {
	case len(sub.problem.Output.Programs) > 0:
	case sub.options.IgnoreCase:
		args = slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == checker.CaseFlag })
	case sub.problem.Format == problem.Plain && !sub.problem.Output.IgnoreCase:
		args = append(slices.Clone(args), checker.CaseFlag)
	}
	return args
}

// external sets up one of the checkers in a slot's box for checkers.
func (sub *Submission) external(ctx context.Context, s *slot, index int) (*checker.External, error) {
	program, name := sub.checkers[index], sub.problem.Output.Programs[index].Name
	box, err := s.judge(ctx)
	if err != nil {
		return nil, err
	}
	spec := describe(box, program, "checker", sub.judge.toolLimits(sub.problem.Limits))
	external := &checker.External{
		Dialect: sub.dialect(program), Box: box,
		Command: spec.Args, Env: spec.Env, Mounts: spec.Mounts, Limits: spec.Limits, Scratch: s.checker,
		Copies: sub.checkerFiles(program),
	}
	if program.Sanitized {
		external.Inspect = func(stderr []byte) error {
			if broken := inspect(program, stderr); broken != nil {
				return &job.SanitizerError{Program: name, Breakdown: *broken}
			}
			return nil
		}
	}
	return external, nil
}

// dialect returns the dialect of the package's format, or that of testlib if the program is written with it: packages
// adopt such checkers and interactors unchanged from other judges.
func (sub *Submission) dialect(program *language.Program) checker.Dialect {
	if dialect := sub.problem.Output.Dialect; dialect != checker.ICPC && dialect != checker.Legacy || !program.SpeaksTestlib {
		return dialect
	}
	return checker.Testlib
}

// checkerFiles returns what a checker's working directory holds: the submitted and included files. In 2025-09 it
// holds nothing else (section "Working directory"); the legacy format does not exclude the checker's own files.
func (sub *Submission) checkerFiles(program *language.Program) []sandbox.Copy {
	var copies []sandbox.Copy
	if sub.problem.Format.IsLegacy() {
		copies = slices.Clone(program.Sources)
	}
	if sub.program != nil {
		copies = append(copies, sub.program.Sources...)
	}
	return copies
}

// applyVerdict turns the checker's result into a verdict. Where a problem awards no partial points, a partial score is
// rejected.
func (sub *Submission) applyVerdict(a *attempt, outcome checker.Verdict) {
	a.outcome = outcome
	a.Message, a.TeamMessage, a.Difference = outcome.Message, outcome.TeamMessage, outcome.Difference
	a.Leniencies = outcome.Forgiven
	if outcome.Accepted && (sub.problem.Type.Scoring || !outcome.Partial) {
		a.Verdict, a.Reason = verdict.AC, ""
		return
	}
	a.Verdict = verdict.WA
	switch {
	case outcome.Accepted && outcome.Multiplier != nil:
		a.Reason = "partially correct: " + strconv.FormatFloat(100**outcome.Multiplier, 'g', 4, 64) + " %"
		if outcome.Message != "" {
			a.Reason += ": " + firstLine(outcome.Message)
		}
	case outcome.Accepted:
		a.Reason = "partially correct: " + firstLine(outcome.Message)
	case outcome.Difference != nil:
		a.Reason = fmt.Sprintf("line %d, token %d: %s", outcome.Difference.OutputLine, outcome.Difference.OutputToken, outcome.Difference.Reason)
	case outcome.Message != "":
		a.Reason = firstLine(outcome.Message)
	default:
		a.Reason = "rejected by the checker"
	}
}
