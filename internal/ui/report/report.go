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

// Formats returns the formats of a command; nil for a command without a stream of events.
func Formats(command string) []string {
	switch command {
	case "test", "verify", "import", "export", "statement":
		return []string{TextFormat, JSONFormat, JUnitFormat, TAPFormat, GCCFormat, GitHubFormat}
	case "watch", "why":
		return []string{TextFormat, JSONFormat, GCCFormat}
	case "compare", "limits", "growth", "stress", "shrink", "mutate", "generate", "add", "rm", "mv", "listen":
		return []string{TextFormat, JSONFormat}
	}
	return nil
}

// FormatError reports a format that a command does not have.
type FormatError struct{ Command, Format string }

func (e *FormatError) Error() string {
	formats := Formats(e.Command)
	last := len(formats) - 1
	return fmt.Sprintf("--format %q: want %s or %s", e.Format, strings.Join(formats[:last], ", "), formats[last])
}

// Hint names the format that always exists.
func (e *FormatError) Hint() string { return "leave it out for readable text" }

// CheckFormat returns a *FormatError for a format that a command does not have.
func CheckFormat(command, format string) error {
	if formats := Formats(command); formats != nil && !slices.Contains(formats, format) {
		return &FormatError{command, format}
	}
	return nil
}

// New returns a sink that writes a stream in one of the formats. Only text depends on the screen.
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

// Recording is a file that contains a stream, which grundy report can print again. Each event is written at once, so
// the file of a killed run contains everything up to that point.
type Recording struct {
	*JSON
	file *os.File
}

// Record creates or truncates a file.
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
