package author

import (
	"context"
	"fmt"
	"os"
	"slices"

	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
)

// checkStatements finds LaTeX constructs that statements and solutions leave unclosed. Readers would see them as
// written.
func (v *verification) checkStatements(ctx context.Context) (int, problem.Diagnostics, error) {
	var faults problem.Diagnostics
	checked := 0
	for _, text := range slices.Concat(v.problem.Statements, v.problem.Editorials) {
		if ctx.Err() != nil {
			return 0, nil, context.Cause(ctx)
		}
		if text.Kind != "tex" {
			continue
		}
		source, err := os.ReadFile(text.Path)
		if err != nil {
			return 0, nil, fmt.Errorf("read the statement: %w", err)
		}
		checked++
		for _, fault := range statement.Unclosed(source, text.Kind) {
			faults = append(faults, problem.Diagnostic{
				Level: problem.Warning, File: v.problem.Place(text.Path), Line: fault.Line, Message: fault.Message, Help: fault.Help,
			})
		}
	}
	return checked, faults, nil
}
