package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clipperhouse/displaywidth"

	"grundy/checker"
	"grundy/internal/ui/terminal"
)

// differenceHead returns where a difference begins: "first difference: line 3, token 2 (expected 8, got 4)".
func differenceHead(d *checker.Difference) string {
	place := fmt.Sprintf("line %d", d.OutputLine)
	if d.OutputToken > 0 {
		place += fmt.Sprintf(", token %d", d.OutputToken)
	}
	if d.Reason == "" {
		return "first difference: " + place
	}
	return fmt.Sprintf("first difference: %s (%s)", place, terminal.Line(d.Reason))
}

// sideBySide draws the window of a difference in two columns, the expected one on the left, with line numbers, changed
// parts in brackets, and visible white space where it could matter.
func (l style) sideBySide(d *checker.Difference, indent string) []string {
	if len(d.Rows) == 0 {
		return nil
	}
	marks := bracketsFor(d.Rows)
	gutter, longest := 1, len("expected")
	var left, right [][]cell
	for _, row := range d.Rows {
		left, right = append(left, sideCells(row.Expected, marks)), append(right, sideCells(row.Got, marks))
		longest = max(longest, cellsWidth(left[len(left)-1]))
		for _, side := range []*checker.Side{row.Expected, row.Got} {
			if side != nil {
				gutter = max(gutter, len(fmt.Sprint(side.Line)))
			}
		}
	}
	frame := terminal.Width(indent) + 2*(gutter+1) + len(" │ ")
	column := max(8, min(longest, (l.width-frame)/2))

	blank := strings.Repeat(" ", gutter+1)
	separator := l.pen.Draw(terminal.Faint, "│")
	title := func(text string) string { return l.pen.Draw(terminal.Faint, text) }
	lines := []string{indent + blank + terminal.Pad(title("expected"), column) + " " + separator + " " + blank + title("yours")}
	for i, row := range d.Rows {
		expected := l.lineNumber(row.Expected, gutter) + l.drawCells(window(left[i], column), terminal.Good)
		got := l.lineNumber(row.Got, gutter) + l.drawCells(window(right[i], max(8, l.width-frame-column)), terminal.Bad)
		line := indent + terminal.Pad(expected, gutter+1+column) + " " + separator + " " + got
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

func (l style) lineNumber(side *checker.Side, gutter int) string {
	if side == nil {
		return strings.Repeat(" ", gutter+1)
	}
	return l.pen.Draw(terminal.Faint, terminal.PadLeft(fmt.Sprint(side.Line), gutter)) + " "
}

// cell is a visible character: one grapheme, or a sign for an invisible one.
type cell struct {
	text    string
	changed bool
}

func (c cell) width() int { return displaywidth.String(c.text) }

func cellsWidth(cells []cell) int {
	total := 0
	for _, c := range cells {
		total += c.width()
	}
	return total
}

// sideCells lays out a line, with marks around the changed parts.
func sideCells(side *checker.Side, marks brackets) []cell {
	if side == nil {
		return nil
	}
	var shown []cell
	open := false
	mark := func(changed bool) {
		if changed != open {
			shown = append(shown, cell{marks.at(changed), true})
			open = changed
		}
	}
	for _, span := range side.Visible() {
		mark(span.Changed)
		graphemes := displaywidth.StringGraphemes(span.Text)
		for graphemes.Next() {
			shown = append(shown, cell{graphemes.Value(), span.Changed})
		}
	}
	mark(false)
	return shown
}

// brackets surround what changed.
type brackets struct{ open, shut string }

// bracketsFor returns brackets that do not occur in the lines.
func bracketsFor(rows []checker.Row) brackets {
	for _, row := range rows {
		for _, side := range []*checker.Side{row.Expected, row.Got} {
			if side != nil && slices.ContainsFunc(side.Spans, func(s checker.Span) bool { return strings.ContainsAny(s.Text, "[]") }) {
				return brackets{"⟦", "⟧"}
			}
		}
	}
	return brackets{"[", "]"}
}

func (b brackets) at(open bool) string {
	if open {
		return b.open
	}
	return b.shut
}

// window cuts a line to the given columns so that its first change is inside, with ellipses for missing parts.
func window(line []cell, columns int) []cell {
	if cellsWidth(line) <= columns {
		return line
	}
	var shown []cell
	first := slices.IndexFunc(line, func(c cell) bool { return c.changed })
	if from := first - columns/3; from > 0 {
		shown, line = append(shown, cell{"…", false}), line[from:]
		columns--
	}
	fits := cellsWidth(line) <= columns
	for _, c := range line {
		if !fits && columns-c.width() < 1 {
			return append(shown, cell{"…", false})
		}
		shown = append(shown, c)
		columns -= c.width()
	}
	return shown
}

// drawCells joins cells, and draws neighbours of one kind together.
func (l style) drawCells(cells []cell, changed terminal.Ink) string {
	var b, stroke strings.Builder
	for i, c := range cells {
		stroke.WriteString(c.text)
		if i+1 == len(cells) || cells[i+1].changed != c.changed {
			ink := terminal.Plain
			if c.changed {
				ink = changed
			}
			b.WriteString(l.pen.Draw(ink, stroke.String()))
			stroke.Reset()
		}
	}
	return b.String()
}
