package report_test

import (
	"bytes"
	"testing"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/ui/report"
	"grundy/internal/ui/terminal"
)

func TestGrowthText(t *testing.T) {
	clear := quadratic("a.cpp")
	unclear := event.Growth{Submission: "a.cpp", Reason: "the longest run takes 3.1 ms of the 20 ms that a look at growth needs", TimeLimit: time.Second}
	counted := clear
	counted.Counted, counted.Base, counted.Factor, counted.LimitReached = true, 120_000, 7, 0
	counted.Points = nil
	for n := 10.0; n < 4000; n *= 2 {
		counted.Points = append(counted.Points, event.GrowthPoint{N: n, Cost: counted.Base + counted.Factor*n*n})
	}
	for name, screen := range map[string]terminal.Screen{"growth": {Width: 80}, "growth-narrow": {Width: 40}} {
		var out bytes.Buffer
		face := report.New(report.TextFormat, &out, screen)
		for _, grown := range []event.Growth{clear, unclear, counted} {
			for _, e := range []event.Event{
				event.Begin{Command: "growth"},
				plan("a.cpp", 2),
				event.Compile{Command: "g++ -O2", Time: time.Second},
				event.Test{Test: "heaps 10", CPU: time.Millisecond},
				grown, done("a.cpp", verdict.None, 2, 0, 0),
				event.End{},
			} {
				face.Event(e)
			}
		}
		if err := face.Close(); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".text", out.Bytes())
	}
}
