package report

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// The formats.
const (
	TextFormat   = "text"
	JSONFormat   = "json"
	JUnitFormat  = "junit"
	TAPFormat    = "tap"
	GCCFormat    = "gcc"
	GitHubFormat = "github"
)

// Formats are those that what a command does can be written in, nil for a command without a stream of events.
func Formats(command string) []string {
	switch command {
	case "test":
		return []string{TextFormat, JSONFormat, JUnitFormat, TAPFormat, GCCFormat, GitHubFormat}
	case "verify":
		return []string{TextFormat, JSONFormat, JUnitFormat, TAPFormat, GCCFormat, GitHubFormat}
	case "watch", "why":
		return []string{TextFormat, JSONFormat, GCCFormat}
	case "limits", "growth", "stress", "shrink", "mutate", "generate", "add", "rm", "mv", "listen":
		return []string{TextFormat, JSONFormat}
	}
	return nil
}

// FormatError tells of a format that a command does not have.
type FormatError struct{ Command, Format string }

func (e *FormatError) Error() string {
	formats := Formats(e.Command)
	last := len(formats) - 1
	return fmt.Sprintf("--format %q: want %s or %s", e.Format, strings.Join(formats[:last], ", "), formats[last])
}

// Hint says what there always is.
func (e *FormatError) Hint() string { return "leave it out for text that people read" }

// CheckFormat returns a *FormatError for a format that a command does not have.
func CheckFormat(command, format string) error {
	if formats := Formats(command); formats != nil && !slices.Contains(formats, format) {
		return &FormatError{command, format}
	}
	return nil
}

// New returns what writes a stream in one of the formats. The screen matters to text alone.
func New(format string, w io.Writer, screen terminal.Screen) event.Sink {
	switch format {
	case JSONFormat:
		return NewJSON(w)
	case JUnitFormat:
		return NewJUnit(w)
	case TAPFormat:
		return NewTAP(w)
	case GCCFormat:
		return NewGCC(w)
	case GitHubFormat:
		return NewGitHub(w)
	}
	return NewText(w, screen)
}

// Recording is a file that holds a stream, from which grundy report writes what was written of it. Each event is in the
// file as soon as it was taken, so that the file of a run that was killed holds everything until then.
type Recording struct {
	*JSON
	file *os.File
}

// Record begins a file anew.
func Record(path string) (*Recording, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &Recording{NewJSON(file), file}, nil
}

// Close completes the file and returns the first error of writing.
func (r *Recording) Close() error {
	err, closeErr := r.JSON.Close(), r.file.Close()
	if err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}
