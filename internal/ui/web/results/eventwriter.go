package results

import (
	"bytes"
	"slices"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/ui/plot"
	"grundy/internal/ui/report"
	"grundy/internal/ui/terminal"
	"grundy/internal/ui/web/site"
	"grundy/internal/ui/web/work"
)

// EventWriter turns the events of a judgement into messages for pages: the events that pages draw, without details that they
// do not need, and failures and reasons ready for display.
type EventWriter struct {
	To      *work.Stream
	Problem Problem     // the zero value shows no positions and pictures
	Cases   []plot.Case // shown in a strip
	limit   time.Duration
	// shown counts the failures that were drawn.
	shown  int
	made   event.Throttle
	ready  int // cases that were generated
	answer reason
}

// reason is why a solution fails: the input that was found, and what is known about it.
type reason struct {
	Found     *event.Counterexample
	Shrunk    *event.Shrunk
	Explained event.Explanation
	Done      event.Stressed
	problem   Problem
}

// MaxShown bounds the failures that are drawn on a page.
const MaxShown = 20

// pageFragment is a piece of a page.
type pageFragment struct {
	Test string `json:"test,omitempty"`
	HTML string `json:"html"`
}

// Close does nothing: the stream continues.
func (t *EventWriter) Close() error { return nil }

// Event sends an event.
func (t *EventWriter) Event(e event.Event) {
	switch e := e.(type) {
	case event.Diagnostic: // of the problem that the page is about
		t.To.AddText("warning", e.Diagnostic.String())
	case event.LeftOut:
		t.To.AddText("warning", report.Warning(e))
	case event.Plan:
		t.limit, e.Names = e.TimeLimit, nil
		t.Pass(e)
		t.strip()
	case event.GroupDone:
		t.Pass(e)
	case event.Preparing:
		t.To.AddText("preparing", site.Sentence(report.PreparingWords(e.Language)))
	case event.Compile:
		e.Command = ""
		t.Pass(e)
	case event.Test:
		t.test(e)
	case event.Growth:
		e.Points = nil
		t.Pass(e)
	case event.Done:
		t.strip()
		t.Pass(e)
	case event.Generating:
		t.made, t.ready = event.NewThrottle(time.Now()), 0
	case event.CaseMade:
		if t.ready++; t.made.Due(time.Now()) {
			t.To.AddText("preparing", terminal.Count(t.ready, "test case")+" generated …")
		}
	case event.StressProgress:
		t.To.AddText("searching", terminal.Count(int(e.Cases), "input")+" tried")
	case event.Shrinking:
		t.To.AddText("searching", "made smaller, "+terminal.Count(e.To, "byte")+" left")
	case event.Counterexample:
		t.answer.Found = &e
	case event.Shrunk:
		t.answer.Shrunk, t.answer.Found = &e, &e.Finding
	case event.Explanation:
		t.answer.Explained = e
	case event.Stressed:
		t.answer.Done, t.answer.problem = e, t.Problem
		t.Draw("why", "", "why", t.answer)
	}
}

// strip sends the present strip of cases. In between, pages update it from the tests.
func (t *EventWriter) strip() {
	t.To.Add("strip", pageFragment{HTML: string(plot.Strip(t.Cases, t.limit))})
}

// Pass sends an event as it is.
func (t *EventWriter) Pass(e event.Event) {
	var line bytes.Buffer
	if event.NewEncoder(&line).Encode(e) == nil { // events that cannot be encoded are dropped
		t.To.AddLine(e.Kind(), bytes.TrimSpace(line.Bytes()))
	}
}

// test sends a test, and shows the first failures.
func (t *EventWriter) test(e event.Test) {
	if i := slices.IndexFunc(t.Cases, func(c plot.Case) bool { return c.Name == e.Test }); i >= 0 {
		t.Cases[i].Verdict, t.Cases[i].Time = e.Verdict, e.CPU
	}
	failed := e.Failed() || e.Verdict == verdict.JE
	if failed && t.shown < MaxShown {
		t.Draw("failure", e.Test, "failure", Failure{e, t.Problem, t.shown < OpenFailures})
		t.shown++
	}
	t.Pass(event.Test{
		Submission: e.Submission, Test: e.Test, Index: e.Index, Sample: e.Sample, Verdict: e.Verdict, Unjudged: e.Unjudged, Score: e.Score,
		CPU: e.CPU, Wall: e.Wall, Memory: e.Memory, TimeLimit: e.TimeLimit, MemoryLimit: e.MemoryLimit, Exit: e.Exit, Signal: e.Signal,
		Breach: e.Breach, Tier: e.Tier, Passes: e.Passes,
	})
}

// Draw sends a part of the page.
func (t *EventWriter) Draw(kind, test, template string, data any) {
	if html, err := site.Render(template, data); err == nil {
		t.To.Add(kind, pageFragment{test, string(html)})
	}
}
