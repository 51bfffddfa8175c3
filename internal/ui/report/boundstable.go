package report

import (
	"strconv"
	"strings"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// boundsTable lays the bounds of the statement beside those of the validators, a line for each quantity.
func (l style) boundsTable(e event.BoundsCompared) []string {
	rows := [][3]string{{"bounds", "statement", "validator"}}
	marks := []string{""}
	for _, row := range e.Rows {
		accepted := rangeWords(row.Validator)
		mark, sign := "", "✓"
		switch row.Agreement {
		case event.BoundsDiffer:
			mark, sign = "they differ", "!"
			if row.Tried {
				mark = "inputs beyond it are accepted"
			}
		case event.OnlyStatement:
			mark, sign = "only the statement says so", "·"
			if row.Tried {
				mark = "not seen by trying"
			}
		case event.OnlyValidator:
			mark, sign = "only the validator says so", "·"
		case event.BoundsAgree:
			if row.Tried {
				mark = "tried"
			}
		}
		rows = append(rows, [3]string{sign + " " + terminal.Line(row.Name), rangeWords(row.Statement), accepted})
		marks = append(marks, mark)
	}
	if len(rows) == 1 {
		return []string{"  " + l.pen.Draw(terminal.Faint, "neither the statement nor a validator states bounds")}
	}
	var widths [3]int
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], terminal.Width(cell))
		}
	}
	var lines []string
	for i, row := range rows {
		line := "  "
		for k, cell := range row {
			line += terminal.Pad(cell, widths[k]+2)
		}
		line = strings.TrimRight(line+marks[i], " ")
		if i == 0 {
			line = l.pen.Draw(terminal.Faint, line)
		}
		lines = append(lines, line)
	}
	return lines
}

// rangeWords is "1 … 10^9", "≤ 7" or "–".
func rangeWords(r *event.BoundRange) string {
	switch {
	case r == nil || *r == (event.BoundRange{}):
		return "–"
	case r.High == "":
		return "≥ " + shortNumber(r.Low)
	case r.Low == "":
		return "≤ " + shortNumber(r.High)
	}
	return shortNumber(r.Low) + " … " + shortNumber(r.High)
}

var roundNumber = lazyregexp.New(`^(-?)([1-9]|[1-9][1-9])(0{5,})$`)

// shortNumber writes a round number as statements do: 2·10^5.
func shortNumber(digits string) string {
	parts := roundNumber().FindStringSubmatch(digits)
	if parts == nil {
		return terminal.Line(digits)
	}
	power := "10^" + strconv.Itoa(len(parts[3]))
	if parts[2] == "1" {
		return parts[1] + power
	}
	return parts[1] + parts[2] + "·" + power
}
