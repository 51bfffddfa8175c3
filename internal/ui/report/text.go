package report

import (
	"io"

	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// Text shows what a command does as text for users. Its form depends on the Begin of the stream, and on the screen.
type Text struct {
	out    io.Writer
	screen terminal.Screen
	face   event.Sink // of the command; nil before its Begin
	err    error
}

// NewText returns a Text that writes to w. Close must be called: it ends the drawing and gives the cursor back.
func NewText(w io.Writer, screen terminal.Screen) *Text { return &Text{out: w, screen: screen} }

// Event shows an event. Events before a Begin are not shown.
func (t *Text) Event(e event.Event) {
	if begin, ok := e.(event.Begin); ok {
		t.end()
		t.face = newFace(t.out, options{t.screen, begin})
	}
	if t.face != nil {
		t.face.Event(e)
	}
}

// Close ends the drawing and returns the first error of writing.
func (t *Text) Close() error {
	t.end()
	return t.err
}

// Pause removes the live line, so that a question can be asked below it.
func (t *Text) Pause() {
	if face, ok := t.face.(interface{ pause() }); ok {
		face.pause()
	}
}

func (t *Text) end() {
	if t.face == nil {
		return
	}
	if err := t.face.Close(); t.err == nil {
		t.err = err
	}
	t.face = nil
}

// options are the settings of a renderer.
type options struct {
	terminal.Screen
	event.Begin
}

// newFace makes the renderer of a command.
func newFace(w io.Writer, o options) event.Sink {
	switch o.Command {
	case "verify":
		return newVerifyText(w, o)
	case "watch":
		return newWatchText(w, o)
	case "limits":
		return newLimitsText(w, o)
	case "compare":
		return newCompareText(w, o)
	case "growth":
		return newGrowthText(w, o)
	case "why", "stress", "shrink":
		return newStressText(w, o)
	case "mutate":
		return newMutateText(w, o)
	case "generate":
		return newGenerateText(w, o)
	case "add", "rm", "mv":
		return newEditText(w, o)
	case "import", "export", "statement":
		return newWrittenText(w, o)
	case "listen":
		return newListenText(w, o)
	}
	return newTestText(w, o)
}
