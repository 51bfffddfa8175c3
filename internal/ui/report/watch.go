package report

import (
	"fmt"
	"io"

	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// watchText shows a judgement after each save. Live, each replaces the one before on the screen; otherwise they follow
// each other.
type watchText struct {
	style
	options options
	out     io.Writer
	current *testText   // nil between judgements
	search  *stressText // for the smallest input; nil without a search
	err     error
}

func newWatchText(w io.Writer, o options) *watchText {
	o.Submissions = 1 // at a time
	return &watchText{style: newLook(o.Color, o.Width), options: o, out: w}
}

// Event shows an event.
func (t *watchText) Event(e event.Event) {
	switch e := e.(type) {
	case event.Saved:
		t.end()
		if !t.options.Live {
			label, what := "saved", e.Submission
			if e.Changed != "" {
				label, what = "changed", relative(e.Changed, t.options.Directory)
			}
			t.write("\n" + t.fact(label, terminal.Line(what)) + "\n")
		}
	case event.Stress:
		t.end()
		t.search = newStressText(t.out, t.options)
		t.search.Event(e)
	case event.Plan:
		t.end()
		if t.options.Live {
			t.write(terminal.ClearScreen + t.fact("solution", t.pen.Draw(terminal.Strong, terminal.Line(e.Submission))) + "\n")
		}
		t.current = newTestText(t.out, t.options)
		t.current.explained = 1
		t.current.Event(e)
	case event.Done:
		if t.current == nil {
			return
		}
		if !e.Interrupted { // by the next one
			t.current.Event(e)
		}
		t.end()
		if t.options.Live && !e.Interrupted {
			t.write("\n" + t.pen.Draw(terminal.Faint, "  watching; Ctrl-C ends") + "\n")
		}
	case event.NextStep:
		t.write("  " + terminal.Line(NextStepWords(e)) + "\n")
	default:
		switch {
		case t.current != nil:
			t.current.Event(e)
		case t.search != nil:
			t.search.Event(e)
		}
	}
}

// NextStepWords says what to do next in a course.
func NextStepWords(e event.NextStep) string {
	if e.Chapter != "" {
		return fmt.Sprintf("next: the chapter %s (grundy course %s), then %s", e.ChapterTitle, e.Chapter, e.Title)
	}
	return fmt.Sprintf("next: %s (grundy show %s)", e.Title, e.Problem)
}

// Close ends the drawing and returns the first error of writing.
func (t *watchText) Close() error {
	t.end()
	return t.err
}

// end removes the live line.
func (t *watchText) end() {
	var ended []event.Sink
	if t.current != nil {
		ended = append(ended, t.current)
	}
	if t.search != nil {
		ended = append(ended, t.search)
	}
	t.current, t.search = nil, nil
	for _, sink := range ended {
		if err := sink.Close(); t.err == nil {
			t.err = err
		}
	}
}

func (t *watchText) write(text string) {
	if _, err := io.WriteString(t.out, text); t.err == nil {
		t.err = err
	}
}
