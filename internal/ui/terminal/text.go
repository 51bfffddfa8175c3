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
// the marks that change the direction of text, and bytes that are no UTF-8 become U+FFFD. Line breaks stay, CR LF as
// LF, and tabs become spaces.
func Text(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	var b strings.Builder
	b.Grow(len(text))
	start, column := 0, 0 // of what follows the last break or tab: its place in b, the column it begins at
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

// Visible returns a character as it may be sent to a terminal: a sign in place of one that steers it.
func Visible(r rune) string {
	switch {
	case r == '\n':
		return "⏎"
	case r == '\t':
		return "→"
	case r < ' ':
		return string('␀' + r) // the control pictures stand in the order of the control characters
	case r == 0x7f:
		return "␡"
	case unicode.IsControl(r), isFormat(r):
		return fmt.Sprintf("<U+%04X>", r)
	default:
		return string(r)
	}
}

// Steers tells the characters that Visible replaces.
func Steers(r rune) bool { return unicode.IsControl(r) || isFormat(r) }

// isFormat tells the invisible characters that break or reorder lines. Joiners stay: scripts and emoji need them.
func isFormat(r rune) bool {
	switch {
	case r >= 0x2028 && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f, r == 0x061c, r == 0xfeff:
		return true
	}
	return false
}

// Width is the number of columns that a line takes; escape sequences take none.
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

// ClipLeft cuts the beginning of a line off, for paths, of which the end says most.
func ClipLeft(line string, columns int) string {
	columns = max(1, columns)
	shown := line
	for cut := Width(line) - columns + 1; Width(shown) > columns; cut++ {
		shown = ansi.TruncateLeft(line, cut, "…") // keeps a wide character that is cut in half
	}
	return shown
}

// Wrap breaks text into lines of at most the given number of columns, between words where there are any. Hyphens do not
// end words: options and paths stay whole, to be copied.
func Wrap(text string, columns int) []string {
	return wrap(text, columns, ansi.Wrap)
}

// WrapWords is like Wrap, but leaves a word whole that is longer than a line: a path is copied whole then.
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
