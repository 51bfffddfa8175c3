package plot

import (
	"fmt"
	"html/template"
	"strings"
	"time"

	"grundy/checker/drawing"
	"grundy/internal/base/verdict"
	"grundy/internal/ui/terminal"
)

// Case is a case in a strip.
type Case struct {
	Name    string
	Verdict verdict.Verdict // None for one that was not judged, or not yet
	Time    time.Duration   // of the processor
}

// The strip in its own units. A bar beyond the limit shows by how much, up to a quarter, since runs are killed there.
const (
	stripHeight  = 40.0
	stripBeyond  = 1.25
	stripStep    = 10.0
	stripGap     = 2.0
	stripLeast   = 1.5 // height of a bar
	stripColumns = 24  // at least, so that few cases do not look like walls
)

// Strip draws a bar for each case: its height is the time relative to the limit, its colour the verdict; for failed
// cases the whole column is marked. A bar's element has the case's name as data-case. Without a limit, the slowest case
// sets the scale.
func Strip(cases []Case, limit time.Duration) template.HTML {
	scale := limit
	if limit <= 0 {
		for _, c := range cases {
			scale = max(scale, c.Time)
		}
	}
	s := drawing.Begin(drawing.Frame{
		Role: drawing.Picture, Classes: "plot strip", Width: stripStep * float64(max(len(cases), stripColumns)), Height: stripHeight,
		Title: "Cases", Description: describeCases(cases, limit), Stretched: true, // it has no letters
	})
	for i, c := range cases {
		height := stripLeast
		if scale > 0 {
			height = max(height, stripHeight/stripBeyond*min(stripBeyond, c.Time.Seconds()/scale.Seconds()))
		}
		x := stripStep * float64(i)
		word := c.Verdict.String()
		label := fmt.Sprintf("%s: %s, %s%s", c.Name, c.Verdict.Words(), duration(c.Time), share(c.Time, limit))
		if c.Verdict == verdict.None {
			word, label = "none", c.Name+": "+c.Verdict.Words()
		}
		s.Tag("<g class=\"case %s\" data-case=\"%s\"><title>%s</title>", word, c.Name, label)
		s.Tag(`<rect class="column" x="%v" y="0" width="%v" height="%v"/>`, x, stripStep, stripHeight)
		s.Tag("<rect class=\"bar\" x=\"%v\" y=\"%v\" width=\"%v\" height=\"%v\"/></g>\n",
			x+stripGap/2, stripHeight-height, stripStep-stripGap, height)
	}
	if limit > 0 {
		y := stripHeight - stripHeight/stripBeyond
		s.Line("limit", 0, y, stripStep*float64(max(len(cases), stripColumns)), y)
	}
	return template.HTML(s.End())
}

// describeCases counts cases by verdict and names some of the failed ones.
func describeCases(cases []Case, limit time.Duration) string {
	const most = 10
	var failed []string
	passed, slowest := 0, time.Duration(0)
	for _, c := range cases {
		slowest = max(slowest, c.Time)
		switch c.Verdict {
		case verdict.AC:
			passed++
		case verdict.None:
		default:
			failed = append(failed, c.Name+" "+c.Verdict.String())
		}
	}
	text := fmt.Sprintf("%d of %s passed; the slowest took %s%s.", passed, terminal.Count(len(cases), "case"), duration(slowest), share(slowest, limit))
	if len(failed) > 0 {
		rest := ""
		if len(failed) > most {
			rest = fmt.Sprintf(" and %d more", len(failed)-most)
		}
		text += " Failed: " + strings.Join(failed[:min(most, len(failed))], ", ") + rest + "."
	}
	return text
}
