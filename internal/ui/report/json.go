package report

import (
	"io"

	"grundy/internal/event"
)

// JSON writes one JSON object a line for each event, as docs/events.md describes.
type JSON struct {
	lines *event.Encoder
	err   error
}

// NewJSON returns a JSON that writes to w, each line at once.
func NewJSON(w io.Writer) *JSON { return &JSON{lines: event.NewEncoder(w)} }

// Event writes an event.
func (j *JSON) Event(e event.Event) {
	if j.err == nil {
		j.err = j.lines.Encode(e)
	}
}

// Close returns the first error of writing.
func (j *JSON) Close() error { return j.err }
