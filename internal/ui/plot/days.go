package plot

import (
	"fmt"
	"html/template"
	"time"

	"grundy/checker/drawing"
	"grundy/internal/ui/terminal"
)

// Day is what was done on a day.
type Day struct {
	Date         time.Time // only the date counts, in its own location
	Runs, Solved int
}

// The year in its own units: columns of weeks, Monday on top.
const (
	weeks            = 53
	dayStep, daySize = 13.0, 11.0
	daysLeft         = 30.0
	daysTop          = 18.0
)

// dayLevels are the numbers of runs at which a day becomes darker.
var dayLevels = []int{1, 3, 6, 10}

// Days draws a year that ends with the week of a day: a square for each day, darker the more was judged, with a dot if
// a problem was solved. It omits days outside the year.
func Days(days []Day, last time.Time) template.HTML {
	const key = "2006-01-02"
	done := map[string]Day{}
	for _, d := range days {
		sum := done[d.Date.Format(key)]
		sum.Runs, sum.Solved = sum.Runs+d.Runs, sum.Solved+d.Solved
		done[d.Date.Format(key)] = sum
	}
	last = time.Date(last.Year(), last.Month(), last.Day(), 12, 0, 0, 0, time.UTC)
	monday := last.AddDate(0, 0, -(int(last.Weekday())+6)%7)
	first := monday.AddDate(0, 0, -7*(weeks-1))
	runs, solved, active := 0, 0, 0
	for date := first; !date.After(last); date = date.AddDate(0, 0, 1) {
		d := done[date.Format(key)]
		runs, solved = runs+d.Runs, solved+d.Solved
		if d.Runs > 0 {
			active++
		}
	}
	s := drawing.Begin(drawing.Frame{
		Role: drawing.Picture, Classes: "plot days", Width: daysLeft + weeks*dayStep, Height: daysTop + 7*dayStep, Title: "A year of days",
		Description: fmt.Sprintf("%s on %s; %s solved.", terminal.Count(runs, "run"), terminal.Count(active, "day"), terminal.Count(solved, "problem")),
	})
	for i, name := range []string{"Mon", "Wed", "Fri"} {
		s.Text("tick end", daysLeft-5, daysTop+dayStep*float64(2*i)+daySize-2, name)
	}
	for date := first; !date.After(last); date = date.AddDate(0, 0, 1) {
		index := int(date.Sub(first).Hours()+0.5) / 24
		x, y := daysLeft+dayStep*float64(index/7), daysTop+dayStep*float64(index%7)
		if date.Day() == 1 && index/7 < weeks-1 {
			s.Text("tick", x, daysTop-6, date.Format("Jan"))
		}
		drawDay(s, x, y, date.Format(key), done[date.Format(key)])
	}
	return template.HTML(s.End())
}

func drawDay(s *drawing.Drawing, x, y float64, date string, d Day) {
	level := 0
	for _, from := range dayLevels {
		if d.Runs >= from {
			level++
		}
	}
	words := fmt.Sprintf("%s: %s", date, terminal.Count(d.Runs, "run"))
	if d.Solved > 0 {
		words += ", " + terminal.Count(d.Solved, "problem") + " solved"
	}
	s.Tag(`<g><title>%s</title><rect class="day level%d" x="%v" y="%v" width="%v" height="%v" rx="2"/>`, words, level, x, y, daySize, daySize)
	if d.Solved > 0 {
		s.Tag(`<circle class="solved" cx="%v" cy="%v" r="2.2"/>`, x+daySize/2, y+daySize/2)
	}
	s.Tag("</g>\n")
}
