package report

import (
	"fmt"
	"io"

	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// writtenText prints the path of each file that a command wrote: verbatim for scripts, sanitized for a terminal.
// Standard error shows what the file lacks.
type writtenText struct {
	out  io.Writer
	live bool
	err  error
}

func newWrittenText(w io.Writer, o options) *writtenText { return &writtenText{out: w, live: o.Live} }

// Event shows a path.
func (t *writtenText) Event(e event.Event) {
	written, is := e.(event.Written)
	if !is || t.err != nil || written.Path == event.StandardOutput {
		return
	}
	path := written.Path
	if t.live {
		path = terminal.Line(path)
	}
	_, t.err = fmt.Fprintln(t.out, path)
}

// Close returns the first error of writing.
func (t *writtenText) Close() error { return t.err }
