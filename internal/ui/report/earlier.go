package report

import (
	"fmt"

	"grundy/internal/ui/terminal"
)

// earlierLine says how many results come from earlier runs.
func earlierLine(results int) string {
	return fmt.Sprintf("  %s from earlier runs (--fresh measures anew)", terminal.Count(results, "result"))
}
