package author

import (
	"context"
	"fmt"
	"os"

	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
)

// checkHints checks the hints at the start of editorials. A reader opens them one by one, so each must be
// recognizable and say something.
func (v *verification) checkHints(ctx context.Context) (int, problem.Diagnostics, error) {
	var faults problem.Diagnostics
	checked := 0
	for _, editorial := range v.problem.Editorials {
		if ctx.Err() != nil {
			return 0, nil, context.Cause(ctx)
		}
		text, err := os.ReadFile(editorial.Path)
		if err != nil {
			return 0, nil, fmt.Errorf("read the solution: %w", err)
		}
		divided := statement.Divide(text, editorial.Kind)
		checked += len(divided.Hints)
		for _, fault := range divided.Faults {
			faults = append(faults, problem.Diagnostic{
				Level: problem.Warning, File: v.problem.Place(editorial.Path), Line: fault.Line, Column: fault.Column, Message: fault.Message, Help: fault.Help,
			})
		}
	}
	return checked, faults, nil
}
