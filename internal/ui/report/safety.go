package report

import (
	"cmp"
	"strconv"
	"strings"

	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// safety returns the table of the limits of a set: a line for each problem and class of machines.
func (t *limitsText) safety(e event.SafetyReport) []string {
	cells := [][]string{{"", "", "problem", "limit", "slowest that must pass", "limit is", "fastest that must not", "of the limit", ""}}
	var outcomes []event.PackageOutcome
	for _, row := range e.Packages {
		outcomes = append(outcomes, row.PackageOutcome)
		cells = append(cells, t.safetyRows(row)...)
	}
	widths := columnWidths(cells, t.width-2, 4)
	lines := []string{"", t.pen.Draw(terminal.Strong, terminal.Line(e.Set))}
	for i, row := range cells {
		var line []string
		for column, cell := range row {
			line = append(line, terminal.Pad(cell, widths[column]))
		}
		text := strings.TrimRight(strings.Join(line, "  "), " ")
		if i == 0 {
			text = t.pen.Draw(terminal.Faint, text)
		}
		lines = append(lines, "  "+text)
	}
	return append(lines, "", "  "+t.outcomeSum(outcomes))
}

// safetyRows are the lines of a problem.
func (t *limitsText) safetyRows(row event.SafetyRow) [][]string {
	limit := ""
	if row.Limit > 0 {
		limit = Seconds(row.Limit)
		if row.Inferred {
			limit += " (inferred)"
		}
	}
	first := []string{terminal.Line(row.Label), t.outcomeMark(row.PackageOutcome), terminal.Line(row.Problem), limit}
	if len(row.Classes) == 0 {
		reason, _, _ := strings.Cut(row.Reason, "\n")
		return [][]string{append(first, cmp.Or(terminal.Line(reason), "nothing measured"), "", "", "", "")}
	}
	var rows [][]string
	for i, class := range row.Classes {
		head := first
		if i > 0 {
			head = []string{"", "", "", ""}
		}
		var languages []string
		for _, l := range class.Languages {
			languages = append(languages, terminal.Line(l.Language)+" "+Milliseconds(l.Slowest.Time))
		}
		below, fastest, above, name := "", "", "", ""
		if class.Below > 0 {
			below = times(class.Below) + " × it"
		}
		if class.Fastest != nil {
			fastest, above = atLeast(class.Fastest.Time, class.Stopped), times(class.Above)+" ×"
		}
		if class.Class != "" {
			name = "class " + terminal.Line(class.Class)
		}
		rows = append(rows, append(head[:4:4], strings.Join(languages, ", "), below, fastest, above, name))
	}
	return rows
}

// times writes a ratio.
func times(ratio float64) string { return strconv.FormatFloat(ratio, 'f', 1, 64) }
