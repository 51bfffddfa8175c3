package plot

import (
	"fmt"
	"html/template"
	"math"
	"strings"
	"time"

	"grundy/checker/drawing"
	"grundy/internal/base/growth"
	"grundy/internal/ui/terminal"
)

// The plot of growth, in its own units.
const (
	growthWidth, growthHeight = 480.0, 280.0
	growthLeft, growthRight   = 58.0, 14.0
	growthTop, growthBottom   = 14.0, 38.0
	growthSteps               = 48 // of the curve
)

// Growth draws the cost of runs against the size of their input, both logarithmic, with the fitted curve. The limit, 0
// for none, is drawn if the cost is time.
func Growth(fit growth.Fit, limit time.Duration) template.HTML {
	title := "Time against the size of the input"
	if fit.Counted {
		title, limit = "Instructions against the size of the input", 0
	}
	var points []growth.Point
	leastN, mostN, least, most := math.Inf(1), 0.0, math.Inf(1), limit.Seconds()
	for _, p := range fit.Points {
		if p.N < 1 || p.Cost < time.Nanosecond.Seconds() {
			continue // a logarithmic plot cannot show it
		}
		points = append(points, p)
		leastN, mostN = min(leastN, p.N), max(mostN, p.N)
		least, most = min(least, p.Cost), max(most, p.Cost)
	}
	word := curveName(fit)
	s := drawing.Begin(drawing.Frame{
		Role: drawing.Picture, Classes: "plot growth", Width: growthWidth, Height: growthHeight, Title: title,
		Description: fmt.Sprintf("%s, in %s. The curve is %s.", terminal.Count(len(points), "run"), fit.Measure, word),
	})
	if len(points) == 0 {
		s.Text("middle", growthWidth/2, growthHeight/2, "no runs with a size and a time")
		return template.HTML(s.End())
	}
	x := logarithmic(leastN, mostN, growthLeft, growthWidth-growthRight)
	y := logarithmic(least, most, growthHeight-growthBottom, growthTop)
	drawAxes(s, x, y, fit)
	if limit > 0 {
		s.Line("limit", x.from, y.at(limit.Seconds()), x.to, y.at(limit.Seconds()))
		s.Text("limit-label end", x.to, y.at(limit.Seconds())-4, "limit "+duration(limit))
	}
	drawCurve(s, x, y, fit, leastN, mostN)
	s.Text("curve-label", x.from+8, y.to+12, word)
	for _, p := range points {
		s.Tag("<circle class=\"point\" cx=\"%v\" cy=\"%v\" r=\"3\"><title>%s</title></circle>\n", x.at(p.N), y.at(p.Cost),
			fmt.Sprintf("%.0f %s: %s", p.N, fit.Measure, costly(p.Cost, fit.Counted)))
	}
	return template.HTML(s.End())
}

// curveName returns the growth law: "≈ n log n (also n)".
func curveName(fit growth.Fit) string {
	name := "≈ " + fit.Function.Name
	var ties []string
	for _, tie := range fit.Ties {
		ties = append(ties, tie.Name)
	}
	if len(ties) > 0 {
		name += " (or " + strings.Join(ties, ", ") + ")"
	}
	return name
}

func costly(cost float64, counted bool) string {
	if counted {
		return fmt.Sprintf("%.3g instructions", cost)
	}
	return duration(time.Duration(cost * float64(time.Second)))
}

func drawAxes(s *drawing.Drawing, x, y axis, fit growth.Fit) {
	for _, n := range x.decades() {
		s.Line("grid", x.at(n), y.from, x.at(n), y.to)
		s.Text("tick middle", x.at(n), y.from+14, quantity(n))
	}
	for _, c := range y.decades() {
		s.Line("grid", x.from, y.at(c), x.to, y.at(c))
		label := quantity(c)
		if !fit.Counted {
			label = duration(time.Duration(math.Round(c * float64(time.Second))))
		}
		s.Text("tick end", x.from-6, y.at(c)+4, label)
	}
	s.Line("axis", x.from, y.from, x.to, y.from)
	s.Line("axis", x.from, y.from, x.from, y.to)
	s.Text("label middle", (x.from+x.to)/2, growthHeight-6, string(fit.Measure))
}

// drawCurve draws the fit between two sizes, as far as it stays within the axis.
func drawCurve(s *drawing.Drawing, x, y axis, fit growth.Fit, from, to float64) {
	var places []string
	for i := range growthSteps + 1 {
		n := from * math.Pow(to/from, float64(i)/growthSteps)
		if cost := fit.At(n); cost >= y.low && cost <= y.high {
			places = append(places, fmt.Sprintf("%.2f,%.2f", x.at(n), y.at(cost)))
		}
	}
	s.Tag("<polyline class=\"curve\" points=\"%s\"/>\n", strings.Join(places, " "))
}
