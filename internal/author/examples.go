package author

import (
	"context"
	"slices"

	"grundy/internal/pkgfmt/problem"
)

// checkExamples asks for the directories of data/ that show what the validators of the package must say. A package may
// lack them.
func (v *verification) checkExamples(context.Context) (int, problem.Diagnostics, error) {
	hasOutputs := !v.problem.Type.Interactive && !v.problem.Type.MultiPass
	var missing problem.Diagnostics
	for _, wanted := range []struct {
		kind problem.ValidatorCaseKind
		by   []problem.Program
		what string
	}{
		{problem.InvalidInput, v.problem.InputValidators, "what the input validators must refuse"},
		{problem.InvalidAnswer, v.problem.AnswerValidators, "what the answer validators must refuse"},
		{problem.InvalidOutput, v.problem.Output.Programs, "what the output validator must reject"},
		{problem.ValidOutput, v.problem.Output.Programs, "which other outputs the output validator must accept"},
	} {
		isOutput := wanted.kind == problem.InvalidOutput || wanted.kind == problem.ValidOutput
		has := slices.ContainsFunc(v.problem.ValidatorCases, func(c problem.ValidatorCase) bool { return c.Kind == wanted.kind })
		if has || len(wanted.by) == 0 || isOutput && !hasOutputs {
			continue
		}
		missing = append(missing, problem.Diagnostic{
			Level: problem.Note, File: "data/" + string(wanted.kind), Message: "missing: no file shows " + wanted.what,
			Help: "add some; verify tries each of them",
		})
	}
	return 0, missing, nil
}
