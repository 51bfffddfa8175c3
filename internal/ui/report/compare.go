package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// compareText shows as text how a site's verdicts differ from those of this judge: each difference with where it may come from, and
// at the end a table of both verdicts. Live, it shows what is being judged.
type compareText struct {
	style
	options options
	board   *board

	// The board's mutex guards what follows.
	current *event.Running
	running progress
	left    map[string]int // how many submissions were left out, by the reason
	reasons []string       // in the order in which they came, with their remedies
}

func newCompareText(w io.Writer, o options) *compareText {
	c := &compareText{style: newLook(o.Color, o.Width), options: o, left: map[string]int{}}
	c.board = newBoard(w, o.Live, c.width, c.liveLine)
	return c
}

// Event shows a step.
func (c *compareText) Event(e event.Event) {
	c.board.mutex.Lock()
	defer c.board.mutex.Unlock()
	var lines []string
	switch e := e.(type) {
	case event.Comparing:
		lines = []string{c.pen.Draw(terminal.Strong, terminal.Line(e.Path)) + " · " + terminal.Count(e.Submissions, "submission") + " · verdicts of " + terminal.Line(e.Format)}
	case event.Running:
		if _, ok := e.Event.(event.Plan); ok || c.current == nil {
			c.running = progress{}
		}
		c.current = &e
		c.running.note(e.Event)
	case event.Compared:
		c.current = nil
		lines = c.compared(e)
	case event.Comparison:
		c.current = nil
		lines = c.comparison(e)
	}
	c.board.print(lines)
}

// Close ends the drawing and returns the first error of writing.
func (c *compareText) Close() error { return c.board.close(nil) }

func (c *compareText) liveLine() string {
	if c.current == nil {
		return ""
	}
	return c.running.liveLine(c.style, fmt.Sprintf("%d/%d %s", c.current.Index, c.current.Total, terminal.Line(c.current.Submission)))
}

// compared is a line about a submission: always if the verdicts differ, otherwise if the user wants all.
func (c *compareText) compared(e event.Compared) []string {
	name := terminal.Line(e.Submission)
	if e.Problem != "" {
		name += "  " + terminal.Line(e.Problem)
	}
	if e.Language != "" {
		name += "  " + terminal.Line(e.Language)
	}
	if e.LeftOut {
		why := terminal.Line(e.Reason)
		if e.Help != "" {
			why += " — " + terminal.Line(e.Help)
		}
		if c.options.Verbose {
			return []string{"  " + c.pen.Draw(terminal.Faint, "○") + " " + name + "  left out: " + why}
		}
		if c.left[why] == 0 {
			c.reasons = append(c.reasons, why)
		}
		c.left[why]++
		return nil
	}
	here := e.Verdict.String()
	if e.Case != "" {
		here += " on " + terminal.Line(e.Case)
	}
	if e.Same {
		if !c.options.Verbose {
			return nil
		}
		return []string{"  " + c.pen.Draw(terminal.Good, "✓") + " " + name + "  " + here}
	}
	lines := []string{"  " + c.pen.Draw(terminal.Bad, "✗") + " " + name + "  site " + terminal.Line(e.Site) + ", here " + here}
	if e.Verdict != verdict.AC {
		lines = append(lines, indent(c.wrap(e.Reason, messageLines))...)
	}
	if !strings.Contains(e.Reason, e.Message) {
		lines = append(lines, indent(c.wrap(e.Message, messageLines))...)
	}
	if e.Help != "" {
		lines = append(lines, indent(c.wrap("help: "+e.Help, messageLines))...)
	}
	return lines
}

// comparison is the table of both verdicts, and the sum.
func (c *compareText) comparison(e event.Comparison) []string {
	lines := append([]string{""}, c.confusion(e)...)
	for _, reason := range c.reasons {
		lines = append(lines, "  "+c.pen.Draw(terminal.Faint, "○")+" "+terminal.Count(c.left[reason], "submission")+" left out: "+reason)
	}
	sign, text := c.pen.Draw(terminal.Good, "✓"), fmt.Sprintf("%d the same", e.Same)
	if e.Differ > 0 {
		sign, text = c.pen.Draw(terminal.Bad, "✗"), fmt.Sprintf("%d differ, %d the same", e.Differ, e.Same)
	}
	if e.LeftOut > 0 {
		text += fmt.Sprintf(", %d left out", e.LeftOut)
	}
	if e.Interrupted {
		sign, text = c.pen.Draw(terminal.Slow, "○"), "interrupted, "+text
	}
	return append(lines, "  "+sign+" "+text)
}

// confusion counts the submissions by the verdict of the site, in the rows, and the one here.
func (c *compareText) confusion(e event.Comparison) []string {
	if len(e.Rows) == 0 {
		return nil
	}
	var here []verdict.Verdict
	for _, row := range e.Rows {
		for v := range row.Counts {
			if !slices.Contains(here, v) {
				here = append(here, v)
			}
		}
	}
	slices.Sort(here)
	rows := slices.Clone(e.Rows)
	slices.SortStableFunc(rows, func(a, b event.ComparisonRow) int { return rank(a.Site) - rank(b.Site) })
	head := []string{"site", "here"}
	for _, v := range here {
		head = append(head, v.String())
	}
	cells := [][]string{head}
	for _, row := range rows {
		line := []string{terminal.Line(row.Site), ""}
		for _, v := range here {
			line = append(line, orDash(row.Counts[v]))
		}
		cells = append(cells, line)
	}
	widths := columnWidths(cells, c.width-2, 0)
	var lines []string
	for i, row := range cells {
		var line []string
		for column, cell := range row {
			if column < 2 {
				line = append(line, terminal.Pad(cell, widths[column]))
				continue
			}
			line = append(line, terminal.PadLeft(cell, widths[column]))
		}
		text := strings.TrimRight(strings.Join(line, "  "), " ")
		if i == 0 {
			text = c.pen.Draw(terminal.Faint, text)
		}
		lines = append(lines, "  "+text)
	}
	return append(lines, "")
}

// rank orders the verdicts of a site; words for no particular one come last.
func rank(site string) int {
	v, err := verdict.Parse(site)
	if err != nil {
		return int(verdict.JE) + 1
	}
	return int(v)
}
