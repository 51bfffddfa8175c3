package cli

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"grundy/internal/ui/terminal"
)

// notices prints log records for users: "grundy: warning: MESSAGE (KEY: VALUE)", or note instead of warning. Apart
// from reports and the final error it is the only way to the user's terminal. It sanitizes all outside text, such as
// file names and the output of programs.
type notices struct {
	out   io.Writer
	attrs []slog.Attr
}

func (n *notices) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelInfo }

func (n *notices) Handle(_ context.Context, record slog.Record) error {
	attrs := n.attrs
	record.Attrs(func(attr slog.Attr) bool {
		attrs = append(attrs[:len(attrs):len(attrs)], attr)
		return true
	})
	var more []string
	for _, attr := range attrs {
		if value := attr.Value.String(); value != "" {
			more = append(more, attr.Key+": "+value)
		}
	}
	text := record.Message
	if len(more) > 0 {
		text += " (" + strings.Join(more, "; ") + ")"
	}
	level := "note"
	if record.Level >= slog.LevelWarn {
		level = "warning"
	}
	_, err := fmt.Fprintf(n.out, "grundy: %s: %s\n", level, terminal.Line(text))
	return err
}

func (n *notices) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &notices{n.out, append(n.attrs[:len(n.attrs):len(n.attrs)], attrs...)}
}

func (n *notices) WithGroup(string) slog.Handler { return n }
