package web

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/ui/plot"
	"grundy/internal/ui/report"
	"grundy/internal/ui/terminal"
)

// eventWriter turns the events of a judgement into messages for pages: the events that pages draw, without details that they
// do not need, and failures and reasons ready for display.
type eventWriter struct {
	to     *Stream
	ground explorationBase
	cases  []plot.Case
	limit  time.Duration
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
	ground    explorationBase
}

// maxShown bounds the failures that are drawn on a page.
const maxShown = 20

// pageFragment is a piece of a page.
type pageFragment struct {
	Test string `json:"test,omitempty"`
	HTML string `json:"html"`
}

// progress describes the progress of some work.
type progress struct {
	Text string `json:"text"`
}

// Close does nothing: the stream continues.
func (t *eventWriter) Close() error { return nil }

// Event sends an event.
func (t *eventWriter) Event(e event.Event) {
	switch e := e.(type) {
	case event.Diagnostic: // of the problem that the page is about
		t.to.add("warning", encoded(progress{e.Diagnostic.String()}))
	case event.LeftOut:
		t.to.add("warning", encoded(progress{report.Warning(e)}))
	case event.Plan:
		t.limit, e.Names = e.TimeLimit, nil
		t.tell(e)
		t.strip()
	case event.GroupDone:
		t.tell(e)
	case event.Preparing:
		tellPreparing(t.to, e.Language)
	case event.Compile:
		e.Command = ""
		t.tell(e)
	case event.Test:
		t.test(e)
	case event.Growth:
		e.Points = nil
		t.tell(e)
	case event.Done:
		t.strip()
		t.tell(e)
	case event.Generating:
		t.made, t.ready = event.NewThrottle(time.Now()), 0
	case event.CaseMade:
		if t.ready++; t.made.Due(time.Now()) {
			t.to.add("preparing", encoded(progress{terminal.Count(t.ready, "test case") + " generated …"}))
		}
	case event.StressProgress:
		t.to.add("searching", encoded(progress{terminal.Count(int(e.Cases), "input") + " tried"}))
	case event.Shrinking:
		t.to.add("searching", encoded(progress{"made smaller, " + terminal.Count(e.To, "byte") + " left"}))
	case event.Counterexample:
		t.answer.Found = &e
	case event.Shrunk:
		t.answer.Shrunk, t.answer.Found = &e, &e.Finding
	case event.Explanation:
		t.answer.Explained = e
	case event.Stressed:
		t.answer.Done, t.answer.ground = e, t.ground
		t.draw("why", "", "why", t.answer)
	}
}

// tellPreparing says that a build waits for something that a language compiles once.
func tellPreparing(to *Stream, language string) {
	to.add("preparing", encoded(progress{sentence(report.PreparingWords(language))}))
}

// capital capitalizes the first letter.
func capital(words string) string { return strings.ToUpper(words[:1]) + words[1:] }

// sentenceCase capitalizes the first letter, unless the first word is a name: of a file, a problem, a variable, or something
// to type.
func sentenceCase(words string) string {
	first, _, _ := strings.Cut(words, " ")
	if strings.Trim(first, "abcdefghijklmnopqrstuvwxyz'") != "" || first == "grundy" || len(first) < 2 && first != "a" {
		return words
	}
	return capital(words)
}

// sentence capitalizes the first letter and adds an ellipsis.
func sentence(words string) string { return capital(words) + " …" }

// strip sends the present strip of cases. In between, pages update it from the tests.
func (t *eventWriter) strip() {
	t.to.add("strip", encoded(pageFragment{HTML: string(plot.Strip(t.cases, t.limit))}))
}

// tell passes an event on.
func (t *eventWriter) tell(e event.Event) {
	var line bytes.Buffer
	if event.NewEncoder(&line).Encode(e) == nil { // events that cannot be encoded are dropped
		t.to.add(e.Kind(), bytes.TrimSpace(line.Bytes()))
	}
}

// test sends a test, and shows the first failures.
func (t *eventWriter) test(e event.Test) {
	if i := slices.IndexFunc(t.cases, func(c plot.Case) bool { return c.Name == e.Test }); i >= 0 {
		t.cases[i].Verdict, t.cases[i].Time = e.Verdict, e.CPU
	}
	failed := e.Failed() || e.Verdict == verdict.JE
	if failed && t.shown < maxShown {
		t.draw("failure", e.Test, "failure", failure{e, t.ground, t.shown < openFailures})
		t.shown++
	}
	t.tell(event.Test{
		Submission: e.Submission, Test: e.Test, Index: e.Index, Sample: e.Sample, Verdict: e.Verdict, Unjudged: e.Unjudged, Score: e.Score,
		CPU: e.CPU, Wall: e.Wall, Memory: e.Memory, TimeLimit: e.TimeLimit, MemoryLimit: e.MemoryLimit, Exit: e.Exit, Signal: e.Signal,
		Breach: e.Breach, Tier: e.Tier, Passes: e.Passes,
	})
}

// draw sends a part of the page.
func (t *eventWriter) draw(kind, test, template string, data any) {
	var html bytes.Buffer
	if err := templates().ExecuteTemplate(&html, template, data); err == nil {
		t.to.add(kind, encoded(pageFragment{test, html.String()}))
	}
}
