package checker

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible replaces all invisible characters of a text: spaces by "·", tabs by "→", line ends by "␍" and "⏎", other
// control characters by their pictures, and what is not printable or not UTF-8 by escapes. The result is safe to
// print on one line of a terminal.
func Visible(text string) string { return visible(text, func(int) string { return "·" }) }

// blanks are the characters that are invisible at the end of a line.
const blanks = " \t\v\f\r"

// Visible returns the spans for display: their texts as the function Visible returns them, except that a single space
// between two words stays a space unless it is a difference. The end of the line is shown if it is the difference, or
// if white space hides it.
func (s *Side) Visible() []Span {
	line := ""
	for _, span := range s.Spans {
		line += span.Text
	}
	line = strings.TrimSuffix(line, "\n")
	end := len(strings.TrimRight(line, blanks))
	blank := func(at int) bool { return strings.IndexByte(blanks, line[at]) >= 0 }
	separates := func(at int) bool { return 0 < at && at+1 < end && !blank(at-1) && !blank(at+1) }

	var shown []Span
	begin := 0
	for _, span := range s.Spans {
		text, ended := strings.CutSuffix(span.Text, "\n")
		text = visible(text, func(at int) string {
			if !span.Changed && separates(begin+at) {
				return " "
			}
			return "·"
		})
		begin += len(span.Text)
		if ended && span.Changed {
			text += "⏎"
		}
		shown = append(shown, Span{Text: text, Changed: span.Changed})
	}
	if last := len(shown) - 1; end < len(line) && !strings.HasSuffix(shown[last].Text, "⏎") {
		shown = append(shown, Span{Text: "⏎"})
	}
	return shown
}

// visible makes everything in a text visible. space returns the replacement for the space at a position.
func visible(text string, space func(at int) string) string {
	var b strings.Builder
	for at, size := 0, 0; at < len(text); at += size {
		var r rune
		r, size = utf8.DecodeRuneInString(text[at:])
		switch {
		case r == ' ':
			b.WriteString(space(at))
		case r == '\t':
			b.WriteString("→")
		case r == '\n':
			b.WriteString("⏎")
		case r < ' ':
			b.WriteRune('␀' + r) // the control pictures are in the order of the characters
		case r == 0x7F:
			b.WriteRune('␡')
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[at])
		case !unicode.IsPrint(r) && r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08x`, r)
		case !unicode.IsPrint(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
