package terminal

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

const tabStop = 8

// Text makes foreign text safe to print: escape sequences and other control characters become visible signs, as do
// marks that change the direction of text, and invalid UTF-8 becomes U+FFFD. Line breaks stay, CR LF as LF, and tabs
// become spaces.
func Text(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	var b strings.Builder
	b.Grow(len(text))
	start, column := 0, 0 // of the text after the last break or tab: its position in b, the column it begins at
	for _, r := range text {
		switch {
		case r == '\n':
			b.WriteByte('\n')
			start, column = b.Len(), 0
		case r == '\t':
			column += Width(b.String()[start:])
			gap := tabStop - column%tabStop
			b.WriteString("        "[:gap])
			start, column = b.Len(), column+gap
		default:
			b.WriteString(Visible(r))
		}
	}
	return b.String()
}

// Line makes foreign text safe and puts it on one line: breaks and tabs become visible signs as well.
func Line(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range strings.TrimSuffix(text, "\n") {
		b.WriteString(Visible(r))
	}
	return b.String()
}

// Visible returns a character as it may be sent to a terminal: a sign in place of a control character.
func Visible(r rune) string {
	switch {
	case r == '\n':
		return "⏎"
	case r == '\t':
		return "→"
	case r < ' ':
		return string('␀' + r) // the control pictures are in the order of the control characters
	case r == 0x7f:
		return "␡"
	case unicode.IsControl(r), isFormat(r):
		return fmt.Sprintf("<U+%04X>", r)
	default:
		return string(r)
	}
}

// Steers reports whether Visible replaces a character.
func Steers(r rune) bool { return unicode.IsControl(r) || isFormat(r) }

// isFormat reports whether an invisible character breaks or reorders lines. Joiners stay: scripts and emoji need them.
func isFormat(r rune) bool {
	switch {
	case r >= 0x2028 && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f, r == 0x061c, r == 0xfeff:
		return true
	}
	return false
}

// Width returns the number of columns of a line; escape sequences have none.
func Width(line string) int { return ansi.StringWidth(line) }

// Pad fills a line with spaces up to the given number of columns.
func Pad(line string, columns int) string {
	return line + strings.Repeat(" ", max(0, columns-Width(line)))
}

// PadLeft fills a line with spaces on its left.
func PadLeft(line string, columns int) string {
	return strings.Repeat(" ", max(0, columns-Width(line))) + line
}

// Clip cuts a line to the given number of columns, with an ellipsis where something is missing.
func Clip(line string, columns int) string {
	return ansi.Truncate(line, max(0, columns), "…")
}

// ClipLeft cuts off the beginning of a line. For paths, the end says most.
func ClipLeft(line string, columns int) string {
	columns = max(1, columns)
	shown := line
	for cut := Width(line) - columns + 1; Width(shown) > columns; cut++ {
		shown = ansi.TruncateLeft(line, cut, "…") // the cut may keep half a wide character
	}
	return shown
}

// Wrap breaks text into lines of at most the given number of columns, between words if possible. Hyphens do not end
// words: options and paths stay whole for copying.
func Wrap(text string, columns int) []string {
	return wrap(text, columns, ansi.Wrap)
}

// WrapWords is like Wrap, but keeps a word whole that is longer than a line, so that paths can be copied.
func WrapWords(text string, columns int) []string {
	return wrap(text, columns, ansi.Wordwrap)
}

func wrap(text string, columns int, between func(text string, columns int, breakpoints string) string) []string {
	const nonBreaking = "\u2011"
	wrapped := between(strings.ReplaceAll(text, "-", nonBreaking), max(1, columns), "")
	return strings.Split(strings.ReplaceAll(wrapped, nonBreaking, "-"), "\n")
}

// Count writes "1 test", "2 tests".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
