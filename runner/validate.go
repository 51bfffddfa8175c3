package runner

import (
	"context"
	"io"

	"grundy/internal/base/verdict"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// CheckOutput has the problem's checker judge the given output of a case.
func (j *Judge) CheckOutput(ctx context.Context, p *problem.Problem, tc problem.Case, output io.Reader) (accepted bool, message string, err error) {
	sub := &Submission{judge: j, problem: p, checkers: make([]*language.Program, len(p.Output.Programs))}
	for i, program := range p.Output.Programs {
		if sub.checkers[i], err = j.outputValidator(ctx, p, program, urgent); err != nil {
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
		return sub.check(ctx, s, &tc, tc.Input, &a)
	})
	return a.Verdict == verdict.AC, a.Reason, err
}
