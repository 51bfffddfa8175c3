package plot

import (
	"fmt"
	"html/template"
	"slices"
	"time"
	"unicode/utf8"

	"grundy/checker/drawing"
	"grundy/internal/ui/terminal"
)

// Runs are the times of one case in several runs.
type Runs struct {
	Name  string
	Times []time.Duration
}

// The plot of spreads, in its own units.
const (
	spreadWidth, spreadRow   = 480.0, 18.0
	spreadLeft, spreadRight  = 150.0, 14.0
	spreadTop, spreadBottom  = 6.0, 24.0
	spreadName               = 22 // characters
	spreadBeyond             = 1.25
	spreadTicks              = 5
	spreadDot, spreadMidDown = 2.5, 5.0
)

// Spread draws a line for each case: its times as dots between the smallest and the greatest, a stroke at their median.
// The limit is 0 for none.
func Spread(cases []Runs, limit time.Duration) template.HTML {
	most, runs := time.Duration(0), 0
	for _, c := range cases {
		for _, t := range c.Times {
			most = max(most, t)
			runs++
		}
	}
	description := fmt.Sprintf("%s in %s; the longest took %s%s.", terminal.Count(len(cases), "case"), terminal.Count(runs, "run"), duration(most), share(most, limit))
	end := max(most, time.Duration(spreadBeyond*float64(limit)), time.Millisecond)
	bottom := spreadTop + spreadRow*float64(len(cases))
	s := drawing.Begin(drawing.Frame{
		Role: drawing.Picture, Classes: "plot spread", Width: spreadWidth, Height: bottom + spreadBottom, Title: "How much times differ",
		Description: description,
	})
	at := func(t time.Duration) float64 {
		return spreadLeft + (spreadWidth-spreadLeft-spreadRight)*t.Seconds()/end.Seconds()
	}
	step := roundStep(end / spreadTicks)
	for t := time.Duration(0); t <= end; t += step {
		s.Line("grid", at(t), spreadTop, at(t), bottom)
		s.Text("tick middle", at(t), bottom+14, tickLabel(t))
	}
	if limit > 0 {
		s.Line("limit", at(limit), spreadTop, at(limit), bottom)
	}
	for i, c := range cases {
		drawRuns(s, c, spreadTop+spreadRow*(float64(i)+0.5), at)
	}
	return template.HTML(s.End())
}

func drawRuns(s *drawing.Drawing, c Runs, y float64, at func(time.Duration) float64) {
	times := slices.Sorted(slices.Values(c.Times))
	label := c.Name
	if runes := []rune(label); utf8.RuneCountInString(label) > spreadName {
		label = "…" + string(runes[len(runes)-spreadName+1:]) // the end distinguishes cases of a group
	}
	words := c.Name + ": no runs"
	if len(times) > 0 {
		words = fmt.Sprintf("%s: %s, %s to %s, median %s", c.Name, terminal.Count(len(times), "run"), duration(times[0]), duration(times[len(times)-1]), duration(median(times)))
	}
	s.Tag("<g><title>%s</title>\n", words)
	s.Text("name end", spreadLeft-8, y+4, label)
	if len(times) > 0 {
		s.Line("range", at(times[0]), y, at(times[len(times)-1]), y)
		for _, t := range times {
			s.Tag("<circle class=\"point\" cx=\"%v\" cy=\"%v\" r=\"%v\"/>\n", at(t), y, spreadDot)
		}
		s.Line("median", at(median(times)), y-spreadMidDown, at(median(times)), y+spreadMidDown)
	}
	s.Tag("</g>\n")
}

// median returns the median of sorted times.
func median(times []time.Duration) time.Duration {
	middle := len(times) / 2
	if len(times)%2 == 0 {
		return (times[middle-1] + times[middle]) / 2
	}
	return times[middle]
}

// roundStep returns the next of 1, 2, 5, 10, … that is not smaller.
func roundStep(least time.Duration) time.Duration {
	for power := time.Microsecond; ; power *= 10 {
		for _, digit := range []time.Duration{1, 2, 5} {
			if digit*power >= least {
				return digit * power
			}
		}
	}
}

func tickLabel(t time.Duration) string {
	if t == 0 {
		return "0"
	}
	return duration(t)
}
