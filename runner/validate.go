package runner

import (
	"context"
	"os"

	"grundy/internal/language"
	"grundy/internal/problem"
	"grundy/internal/verdict"
)

// CheckOutput has the problem's checker judge a file as the output of a case.
func (j *Judge) CheckOutput(ctx context.Context, p *problem.Problem, tc problem.Case, output string) (accepted bool, message string, err error) {
	sub := &Submission{judge: j, problem: p, checkers: make([]*language.Program, len(p.Output.Programs))}
	for i, program := range p.Output.Programs {
		if sub.checkers[i], err = j.packageProgram(ctx, p, program, urgent); err != nil {
			return false, "", err
		}
	}
	submitted, err := os.Open(output)
	if err != nil {
		return false, "", err
	}
	defer submitted.Close()
	var a attempt
	err = j.slots.with(ctx, urgent, func(s *slot) error {
		if err := s.forget(); err != nil {
			return err
		}
		if err := s.rewind(); err != nil {
			return err
		}
		if _, err := s.fill(submitted, 0); err != nil {
			return err
		}
		return sub.check(ctx, s, &tc, tc.Input, &a)
	})
	return a.Verdict == verdict.AC, a.Reason, err
}
