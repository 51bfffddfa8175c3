package checker

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible replaces everything in a text that one could not see by something that one can: spaces by "·", tabs by "→",
// line ends by "␍" and "⏎", other control characters by their pictures, and what is not printable or not UTF-8 by
// escapes. The result is safe to print on one line of a terminal.
func Visible(text string) string { return visible(text, "·") }

// Visible returns the spans ready to print: their texts as Visible makes them, save that spaces which separate words
// stay spaces. Those at the end of the line, and those that are the difference, are shown.
func (s *Side) Visible() []Span {
	spans := make([]Span, len(s.Spans))
	for i, span := range s.Spans {
		words := strings.TrimRight(span.Text, " \t\v\f\r\n")
		gap := span.Text[len(words):]
		spans[i] = Span{Text: visible(words, " "), Changed: span.Changed}
		if last := i == len(s.Spans)-1; last || span.Changed && words == "" {
			spans[i].Text += Visible(gap)
		} else {
			spans[i].Text += visible(gap, " ")
		}
	}
	return spans
}

func visible(text, space string) string {
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == ' ':
			b.WriteString(space)
		case r == '\t':
			b.WriteString("→")
		case r == '\n':
			b.WriteString("⏎")
		case r < ' ':
			b.WriteRune('␀' + r) // the control pictures are in the order of the characters
		case r == 0x7F:
			b.WriteRune('␡')
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[0])
		case !unicode.IsPrint(r) && r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08x`, r)
		case !unicode.IsPrint(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
		text = text[size:]
	}
	return b.String()
}
