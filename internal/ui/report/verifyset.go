package report

import (
	"fmt"
	"strings"

	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// The columns of the table of packages.
const (
	labelColumns   = 3
	testsColumns   = 7
	metColumns     = 11
	setTimeColumns = 9
)

// set returns the table of packages, and the faults of the set as a whole.
func (v *verifyText) set(e event.SetVerified) []string {
	width := len("problem")
	for _, row := range e.Packages {
		width = max(width, terminal.Width(terminal.Line(row.Problem)))
	}
	lines := v.begin(e.Set)
	head := strings.Repeat(" ", labelColumns) + "  " + terminal.Pad("problem", width) + terminal.PadLeft("tests", testsColumns) +
		terminal.PadLeft("solutions", metColumns) + terminal.PadLeft("limit", setTimeColumns)
	lines = append(lines, "  "+v.pen.Draw(terminal.Faint, head))
	faulty, unchanged := 0, 0
	for _, row := range e.Packages {
		if !row.OK() {
			faulty++
		}
		if row.Unchanged {
			unchanged++
		}
		lines = append(lines, v.setRow(row, width))
	}
	var found []string
	for _, check := range v.data {
		if v.options.Summary {
			check.Faults = errorsAlone(check.Faults)
		}
		found = append(found, v.faultsOf(check)...)
	}
	v.data, v.told = nil, true
	if len(found) > 0 {
		lines = append(append(lines, ""), found...)
	}
	sign, ink := "✓", terminal.Good
	verified := len(e.Packages) - unchanged
	parts := []string{terminal.Count(verified, "package") + " as expected"}
	if faulty > 0 {
		sign, ink = "✗", terminal.Bad
		parts[0] = fmt.Sprintf("%d of %s with problems", faulty, terminal.Count(verified, "package"))
	}
	if unchanged > 0 {
		parts = append(parts, fmt.Sprintf("%d unchanged", unchanged))
	}
	if e.Faults > 0 {
		sign, ink = "✗", terminal.Bad
		parts = append([]string{terminal.Count(e.Faults, "problem") + " of the set itself"}, parts...)
	}
	if e.Warnings > 0 {
		parts = append(parts, terminal.Count(e.Warnings, "warning"))
	}
	return append(lines, "", "  "+v.pen.Draw(ink, sign)+" "+strings.Join(parts, ", "))
}

// setRow is a line of the table.
func (v *verifyText) setRow(row event.SetRow, width int) string {
	sign := v.pen.Draw(terminal.Good, "✓")
	var remarks []string
	if !row.OK() {
		sign = v.pen.Draw(terminal.Bad, "✗")
	}
	if row.Unchanged {
		sign = v.pen.Draw(terminal.Faint, "○")
		remarks = append(remarks, "unchanged")
	}
	if row.Unusable {
		remarks = append(remarks, "too faulty to be judged")
	}
	if row.Unfinished {
		remarks = append(remarks, "not finished")
	}
	if row.Faults > 0 {
		remarks = append(remarks, terminal.Count(row.Faults, "problem"))
	}
	if row.Warnings > 0 {
		remarks = append(remarks, terminal.Count(row.Warnings, "warning"))
	}
	if row.Skipped > 0 {
		remarks = append(remarks, fmt.Sprintf("%d skipped", row.Skipped))
	}
	line := "  " + terminal.Pad(terminal.Line(row.Label), labelColumns) + sign + " " + terminal.Pad(terminal.Line(row.Problem), width)
	tests, met, limit := "", "", ""
	if row.Tests > 0 {
		tests = fmt.Sprint(row.Tests)
	}
	if all := row.Met + row.Unmet + row.Skipped; all > 0 {
		met = fmt.Sprintf("%d/%d", row.Met, all)
	}
	if row.TimeLimit > 0 {
		limit = Seconds(row.TimeLimit)
	}
	line += terminal.PadLeft(tests, testsColumns) + terminal.PadLeft(met, metColumns) + terminal.PadLeft(limit, setTimeColumns)
	if len(remarks) > 0 {
		line += "  " + strings.Join(remarks, ", ")
	}
	return strings.TrimRight(line, " ")
}
