package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/ui/terminal"
)

// limitsText shows as text how a time limit follows from the submissions: the spread of their times, what each language
// would need, the limit and its distance from both bounds. Live, it shows what is running.
type limitsText struct {
	style
	options options
	board   *board

	// The board's mutex guards what follows.
	measuring *event.Measuring
	started   time.Time
	headed    string // the problem whose heading was written
}

func newLimitsText(w io.Writer, o options) *limitsText {
	t := &limitsText{style: newLook(o.Color, o.Width), options: o, started: time.Now()}
	t.board = newBoard(w, o.Live, t.width, t.liveLine)
	return t
}

// Event shows a step.
func (t *limitsText) Event(e event.Event) {
	t.board.mutex.Lock()
	defer t.board.mutex.Unlock()
	var lines []string
	switch e := e.(type) {
	case event.Measuring:
		t.measuring = &e
	case event.Measured:
		t.measuring = nil
		lines = append(t.head(e.Problem), t.measured(e)...)
	case event.LimitsFound:
		t.measuring = nil
		lines = t.found(e)
	case event.SafetyReport:
		lines = t.safety(e)
	}
	t.board.print(lines)
}

// Close ends the drawing and returns the first error of writing.
func (t *limitsText) Close() error { return t.board.close(nil) }

func (t *limitsText) liveLine() string {
	if t.measuring == nil {
		return ""
	}
	round := fmt.Sprintf("round %d/%d  ", t.measuring.Round, t.measuring.Rounds)
	return "  " + round + terminal.Line(t.measuring.Submission) + "  " + t.pen.Draw(terminal.Faint, clock(time.Since(t.started)))
}

const timeColumns = 10

// head returns the problem's name and the heading of the submissions, once for each problem.
func (t *limitsText) head(name string) []string {
	if t.headed == name {
		return nil
	}
	var lines []string
	if t.headed != "" {
		lines = append(lines, "")
	}
	t.headed = name
	head := terminal.Pad("solution", t.options.nameColumns()) + terminal.PadLeft("least", timeColumns) +
		terminal.PadLeft("median", timeColumns) + terminal.PadLeft("most", timeColumns) + "  on"
	return append(lines, t.pen.Draw(terminal.Strong, terminal.Line(name)), "    "+t.pen.Draw(terminal.Faint, head))
}

// measured returns a line of the table, with ≤ for submissions that must be fast enough, ≥ for those that must not.
func (t *limitsText) measured(m event.Measured) []string {
	sign := "≤"
	if m.Use == problem.UpperBound {
		sign = "≥"
	}
	line := "  " + t.pen.Draw(terminal.Faint, sign) + " " + terminal.Pad(terminal.Line(m.Submission), t.options.nameColumns())
	if m.Unmeasured != "" {
		why := terminal.Line(m.Unmeasured)
		if m.Help != "" {
			why += " — " + terminal.Line(m.Help)
		}
		if m.Class != "" {
			why += " (class " + terminal.Line(m.Class) + ")"
		}
		return []string{line + "  not measured: " + why}
	}
	for _, took := range []time.Duration{m.Least(), m.Median(), m.Most()} {
		line += terminal.PadLeft(atLeast(took, m.Stopped), timeColumns)
	}
	line += "  " + terminal.Line(strings.TrimPrefix(m.Case, "secret/"))
	if m.Class != "" {
		line += t.pen.Draw(terminal.Faint, " · class "+terminal.Line(m.Class)+" · "+terminal.Line(strings.Join(m.Machines, ", ")))
	}
	return []string{line}
}

// atLeast writes the time of a run that may have been stopped.
func atLeast(d time.Duration, stopped bool) string {
	if stopped {
		return ">" + Milliseconds(d)
	}
	return Milliseconds(d)
}

// found returns the result of the measurements.
func (t *limitsText) found(f event.LimitsFound) []string {
	lines := append(t.head(f.Problem), "")
	code := 0
	for _, need := range f.Needs {
		code = max(code, terminal.Width(terminal.Line(need.Language)))
	}
	for i, need := range f.Needs {
		lines = append(lines, t.labelledLine(only(i == 0, "needs"), fmt.Sprintf("%s  %s  by %s, %s",
			terminal.Pad(terminal.Line(need.Language), code), terminal.PadLeft(Seconds(need.Limit), 6), Milliseconds(need.Slowest.Time), place(&need.Slowest))))
	}
	if f.Limit > 0 {
		lines = append(lines, t.wrappedLine("limit", limitWords(f))...)
	}
	if f.Given > 0 {
		text := Seconds(f.Given) + " in " + terminal.Line(f.Source)
		if f.Slowest != nil && f.Slowest.Time > 0 {
			text += fmt.Sprintf(", %s × the slowest", factor(f.Given, f.Slowest.Time))
		}
		if f.Written {
			text += ", until now"
		}
		lines = append(lines, t.wrappedLine("given", text)...)
	}
	if f.Written {
		lines = append(lines, t.labelledLine("written", "problem.yaml: limits.time_limit"))
	}
	lines = append(lines, t.faults(f.Faults)...)
	if f.Interrupted {
		lines = append(lines, "  "+t.pen.Draw(terminal.Slow, "○")+" interrupted")
	}
	return lines
}

// limitWords returns the limit, its derivation and its distance from both bounds.
func limitWords(f event.LimitsFound) string {
	text := Seconds(f.Limit)
	if f.Slowest != nil {
		text += fmt.Sprintf(" from %s × %s, %s", number(f.ACToTimeLimit), Milliseconds(f.Slowest.Time), place(f.Slowest))
		if f.Class != "" {
			text += ", class " + terminal.Line(f.Class)
		}
		if f.Slowest.Time > 0 {
			text += fmt.Sprintf("; that is %s × the slowest", factor(f.Limit, f.Slowest.Time))
		}
	}
	if f.Fastest != nil {
		more := ""
		if f.Stopped {
			more = "more than "
		}
		text += fmt.Sprintf("; too slow is %s, %s%s × the limit (wanted %s)", place(f.Fastest), more, factor(f.Fastest.Time, f.Limit), number(f.TimeLimitToTLE))
	}
	return text
}

func factor(a, b time.Duration) string {
	return strconv.FormatFloat(a.Seconds()/b.Seconds(), 'f', 1, 64)
}
