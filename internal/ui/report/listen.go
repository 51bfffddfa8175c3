package report

import (
	"fmt"
	"io"
	"strings"

	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// listenText shows received problems as text: a line for each, with the command that judges it, and unusual properties.
type listenText struct {
	style
	folder string // the current one
	out    io.Writer
	err    error
}

func newListenText(w io.Writer, o options) *listenText {
	return &listenText{style: newLook(o.Color, o.Width), folder: o.Directory, out: w}
}

// Event shows an event.
func (t *listenText) Event(e event.Event) {
	switch e := e.(type) {
	case event.Listening:
		t.write(t.fact("hears", fmt.Sprintf("Competitive Companion at port %d", e.Port)), t.fact("folder", terminal.Line(below(e.Directory, t.folder))))
	case event.Received:
		t.write(t.received(&e)...)
	}
}

// Close returns the first error of writing.
func (t *listenText) Close() error { return t.err }

func (t *listenText) received(r *event.Received) []string {
	head := t.pen.Draw(terminal.Strong, terminal.Line(r.Name))
	if r.Size > 0 {
		head = fmt.Sprintf("%d/%d %s", r.Number, r.Size, head)
	}
	state := terminal.Count(r.Tests, "test")
	if r.Known {
		state = "there already"
		if len(r.Added) > 0 {
			state += ", " + terminal.Count(len(r.Added), "file") + " added"
		}
	}
	lines := []string{fmt.Sprintf("%s · %s · %s", head, state, t.pen.Draw(terminal.Note, terminal.Line(r.Next)))}
	for _, note := range r.Notes {
		lines = append(lines, t.fact("note", terminal.Line(note)))
	}
	for _, path := range r.Kept {
		lines = append(lines, t.fact("kept", terminal.Line(below(path, t.folder))+" as it is, which the page has otherwise"))
	}
	if r.Size > 0 && r.Number == r.Size {
		lines = append(lines, t.fact("contest", terminal.Line(below(r.Contest, t.folder))+" has all "+terminal.Count(r.Size, "problem")))
	}
	return lines
}

func (t *listenText) write(lines ...string) {
	if t.err == nil {
		_, t.err = io.WriteString(t.out, strings.Join(lines, "\n")+"\n")
	}
}
