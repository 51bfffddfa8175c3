package report

import (
	"fmt"

	"grundy/internal/ui/terminal"
)

// earlierLine tells how many results nothing was run for.
func earlierLine(results int) string {
	return fmt.Sprintf("  %s from earlier runs (--again measures anew)", terminal.Count(results, "result"))
}
