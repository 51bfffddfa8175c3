package report

import (
	"fmt"
	"strings"

	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// setOutcome returns the table of the packages of a set. Words are the results in words by problem.
func (l style) setOutcome(e event.SetOutcome, words map[string]string) []string {
	width := 0
	for _, row := range e.Packages {
		width = max(width, terminal.Width(terminal.Line(row.Problem)))
	}
	lines := []string{"", l.pen.Draw(terminal.Strong, terminal.Line(e.Set))}
	for _, row := range e.Packages {
		result := words[row.Problem]
		if row.Reason != "" {
			first, _, _ := strings.Cut(row.Reason, "\n")
			result = terminal.Line(first)
		}
		line := "  " + terminal.Pad(terminal.Line(row.Label), labelColumns) + l.outcomeMark(row) + " " + terminal.Pad(terminal.Line(row.Problem), width) + "  " + result
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return append(lines, "", "  "+l.outcomeSum(e.Packages))
}

// outcomeMark is the sign before a package.
func (l style) outcomeMark(row event.PackageOutcome) string {
	switch {
	case row.Skipped:
		return l.pen.Draw(terminal.Faint, "○")
	case row.OK:
		return l.pen.Draw(terminal.Good, "✓")
	}
	return l.pen.Draw(terminal.Bad, "✗")
}

// outcomeSum counts the packages that went well, and the others.
func (l style) outcomeSum(packages []event.PackageOutcome) string {
	failed, skipped := 0, 0
	for _, row := range packages {
		switch {
		case row.Skipped:
			skipped++
		case !row.OK:
			failed++
		}
	}
	tried := len(packages) - skipped
	sign, text := l.pen.Draw(terminal.Good, "✓"), terminal.Count(tried, "package")+" as expected"
	if failed > 0 {
		sign, text = l.pen.Draw(terminal.Bad, "✗"), fmt.Sprintf("%d of %s with problems", failed, terminal.Count(tried, "package"))
	}
	if tried == 0 {
		return l.pen.Draw(terminal.Faint, "○") + " " + terminal.Count(skipped, "package") + " skipped"
	}
	if skipped > 0 {
		text += fmt.Sprintf(", %d skipped", skipped)
	}
	return sign + " " + text
}
