package author

import (
	"context"

	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/digest"
)

// fewAnswers is the smallest number of cases among which one answer for all is no chance.
const fewAnswers = 3

// checkAnswersDiffer notes groups with points whose cases all have one answer, which a program can print without
// reading the input.
func (v *verification) checkAnswersDiffer(ctx context.Context) (int, problem.Diagnostics, error) {
	if !v.problem.Type.Scoring || v.problem.Type.Interactive || v.problem.Type.MultiPass {
		return 0, nil, nil
	}
	var faults problem.Diagnostics
	checked := 0
	var visit func(group *problem.Group) error
	visit = func(group *problem.Group) error {
		for _, below := range group.Groups {
			if err := visit(below); err != nil {
				return err
			}
		}
		if len(group.Cases) < fewAnswers || group.Cases[0].Sample {
			return nil
		}
		checked++
		answers := map[string]bool{}
		for _, c := range group.Cases {
			if c.Answer == "" {
				return nil
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			sum, err := digest.Within(v.problem.Dir, c.Answer)
			if err != nil {
				return err
			}
			answers[sum] = true
		}
		if len(answers) == 1 {
			faults = append(faults, problem.Diagnostic{
				Level: problem.Note, File: "data/" + group.Name, Message: "all of its cases have the same answer: a program earns its points without reading the input",
				Help: "add a case with another answer",
			})
		}
		return nil
	}
	err := visit(v.problem.Data)
	return checked, faults, err
}
