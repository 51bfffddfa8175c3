package report

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"grundy/internal/base/growth"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// growthText shows how a solution's time grows as text: a plot of the runs and the curve, and the conclusions.
type growthText struct {
	style
	options options
	board   *board

	// The board's mutex guards what follows.
	current *progress // nil before and after the runs
}

func newGrowthText(w io.Writer, o options) *growthText {
	t := &growthText{style: newLook(o.Color, o.Width), options: o}
	t.board = newBoard(w, o.Live, t.width, func() string {
		if t.current == nil {
			return ""
		}
		return t.current.liveLine(t.style, "")
	})
	return t
}

// Event shows a step.
func (t *growthText) Event(e event.Event) {
	t.board.mutex.Lock()
	defer t.board.mutex.Unlock()
	if t.current != nil {
		t.current.note(e)
	}
	var lines []string
	switch e := e.(type) {
	case event.Plan:
		t.current = &progress{}
		t.current.note(e)
		facts := []string{terminal.Line(e.Problem), terminal.Count(e.Tests, "run"), "limit " + Seconds(e.TimeLimit)}
		lines = t.setting("problem", facts, e.Tier)
	case event.Compile:
		lines = t.compiled(e)
	case event.Test:
		if t.options.Verbose && t.current != nil {
			lines = []string{t.testHead(e, t.current.testColumns)}
		}
	case event.Growth:
		lines = append([]string{""}, t.grown(e)...)
	case event.Done:
		t.current = nil
		if e.Verdict == verdict.JE || e.Skipped || e.Interrupted {
			lines = []string{"  " + t.badge(e.Verdict) + " " + terminal.Line(doneWords(e))}
		}
	}
	t.board.print(lines)
}

func doneWords(e event.Done) string {
	if e.Interrupted {
		return "interrupted"
	}
	return e.Reason
}

// Close ends the drawing and returns the first error of writing.
func (t *growthText) Close() error { return t.board.close(nil) }

func (t *growthText) compiled(e event.Compile) []string {
	if e.Skipped || e.Failed == "" {
		if e.Command == "" {
			return nil
		}
		return []string{t.compileFact(e)}
	}
	why, log := buildFailure(e)
	return append([]string{t.fact("compile", t.pen.Draw(terminal.Bad, why))}, indent(log)...)
}

// The size of the drawing, in characters.
const (
	plotHeight   = 12
	maxPlotWidth = 60
	axisWidth    = 11 // of the labels on the left
)

// grown draws the measurements and the conclusions.
func (t *growthText) grown(e event.Growth) []string {
	var lines []string
	if len(e.Points) > 0 {
		lines = append(plot(e, min(maxPlotWidth, t.width-axisWidth-4)), "")
	}
	if e.Function == "" {
		return append(lines, t.wrappedFact("growth", "unclear: "+terminal.Line(e.Reason))...)
	}
	lines = append(lines, t.wrappedFact("growth", t.pen.Draw(terminal.Strong, growthWords(e)))...)
	lines = append(lines, t.wrappedFact("curve", curveWords(e))...)
	if e.TimeLimit <= 0 {
		return lines
	}
	falls := "never falls"
	if e.LimitReached > 0 {
		falls = fmt.Sprintf("falls at n ≈ %s; the largest here is %s", quantity(e.LimitReached), quantity(e.Points[len(e.Points)-1].N))
	}
	return append(lines, t.wrappedFact("limit", Seconds(e.TimeLimit)+" "+falls)...)
}

// wrappedFact is a fact that may take several lines.
func (l style) wrappedFact(label, text string) []string {
	var lines []string
	for i, line := range terminal.Wrap(text, max(20, l.width-11)) {
		if i > 0 {
			label = ""
		}
		lines = append(lines, l.fact(label, line))
	}
	return lines
}

// growthWords is "≈ n log n in tokens (± 4 %; or n)".
func growthWords(e event.Growth) string {
	text := "≈ " + terminal.Line(e.Function)
	if e.Function != "1" {
		text += " in " + terminal.Line(e.Measure)
	}
	text += fmt.Sprintf(" (± %.0f %%", 100*e.Margin)
	if len(e.Ties) > 0 {
		text += "; or " + terminal.Line(strings.Join(e.Ties, ", "))
	}
	return text + ")"
}

// curveWords is the curve in numbers: "1.2 ms + 35 ns · n log n".
func curveWords(e event.Growth) string {
	if e.Function == "1" {
		return cost(e, e.Base)
	}
	return cost(e, e.Base) + " + " + cost(e, e.Factor) + " · " + terminal.Line(e.Function)
}

// cost writes a cost in its unit.
func cost(e event.Growth, value float64) string {
	if e.Counted {
		return instructions(int64(math.Round(value)))
	}
	for _, unit := range []struct {
		name string
		size float64
	}{{"s", 1}, {"ms", 1e-3}, {"µs", 1e-6}, {"ns", 1e-9}} {
		if value >= unit.size {
			return strconv.FormatFloat(value/unit.size, 'g', 3, 64) + " " + unit.name
		}
	}
	if value == 0 {
		return "0 ms"
	}
	return strconv.FormatFloat(value/1e-12, 'g', 3, 64) + " ps"
}

// quantity writes a number with three digits: "842", "31600", "3.16e+07".
func quantity(n float64) string {
	if n < 1e6 {
		if n >= 100 {
			scale := math.Pow(10, math.Floor(math.Log10(n))-2)
			n = math.Round(n/scale) * scale
		}
		return strconv.FormatFloat(math.Round(n), 'f', 0, 64)
	}
	return strconv.FormatFloat(n, 'g', 3, 64)
}

// plot draws cost against n, both logarithmic: a point for each run, dots for the curve.
func plot(e event.Growth, width int) []string {
	first, last := e.Points[0].N, e.Points[len(e.Points)-1].N
	bottom, top := math.Inf(1), 0.0
	for _, p := range e.Points {
		bottom, top = min(bottom, p.Cost), max(top, p.Cost)
	}
	if width < 10 || first <= 0 || last <= first || bottom <= 0 || top <= bottom {
		return nil
	}
	var cells [plotHeight][]rune
	for row := range cells {
		cells[row] = []rune(strings.Repeat(" ", width))
	}
	put := func(column int, cost float64, mark rune) {
		if row := int(math.Round((plotHeight - 1) * math.Log(cost/bottom) / math.Log(top/bottom))); cost > 0 && row >= 0 && row < plotHeight {
			cells[plotHeight-1-row][column] = mark
		}
	}
	if f, found := growth.Named(e.Function); found {
		for column := range width {
			n := first * math.Pow(last/first, float64(column)/float64(width-1))
			put(column, e.Base+e.Factor*f.At(n), '·')
		}
	}
	for _, p := range e.Points {
		put(int(math.Round(float64(width-1)*math.Log(p.N/first)/math.Log(last/first))), p.Cost, '●')
	}
	var lines []string
	for row, cells := range cells {
		label := ""
		switch row {
		case 0:
			label = cost(e, top)
		case plotHeight - 1:
			label = cost(e, bottom)
		}
		lines = append(lines, terminal.PadLeft(label, axisWidth)+" │"+strings.TrimRight(string(cells), " "))
	}
	left, right := quantity(first), quantity(last)+" "+terminal.Line(e.Measure)
	return append(lines,
		strings.Repeat(" ", axisWidth)+" └"+strings.Repeat("─", width),
		strings.Repeat(" ", axisWidth+2)+left+terminal.PadLeft(right, width-terminal.Width(left)))
}
