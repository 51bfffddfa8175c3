package report

import (
	"io"

	"grundy/internal/event"
	"grundy/internal/terminal"
)

// watchText shows a judgement after each save. Live, each takes the place of the one before on the screen; otherwise one
// follows the other.
type watchText struct {
	look
	options options
	out     io.Writer
	current *testText // nil between judgements
	err     error
}

func newWatchText(w io.Writer, o options) *watchText {
	o.Submissions = 1 // at a time
	return &watchText{look: newLook(o.Color, o.Width), options: o, out: w}
}

// Event shows an event.
func (t *watchText) Event(e event.Event) {
	switch e := e.(type) {
	case event.Saved:
		if !t.options.Live {
			t.write("\n" + t.fact("saved", terminal.Line(e.Submission)) + "\n")
		}
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
	default:
		if t.current != nil {
			t.current.Event(e)
		}
	}
}

// Close ends the drawing and returns the first error of writing.
func (t *watchText) Close() error {
	t.end()
	return t.err
}

// end takes away what is drawn again and again of a judgement.
func (t *watchText) end() {
	if t.current == nil {
		return
	}
	if err := t.current.Close(); t.err == nil {
		t.err = err
	}
	t.current = nil
}

func (t *watchText) write(text string) {
	if _, err := io.WriteString(t.out, text); t.err == nil {
		t.err = err
	}
}
