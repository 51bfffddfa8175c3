package checker

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// Leniency is something in an accepted output that the comparison accepts but contest sites reject.
type Leniency struct {
	Kind LeniencyKind `json:"kind"`
	// OutputLine is its line in the output, from 1.
	OutputLine int `json:"output_line"`
	// Expected and Got are what the answer and the output have there, bounded: words, or a description of white
	// space.
	Expected string `json:"expected"`
	Got      string `json:"got"`
}

// LeniencyKind says what was forgiven. Contest sites also accept spaces at the ends of lines, several spaces in place
// of one, and anything after the last word, such as a missing newline. So these do not count.
type LeniencyKind string

// The kinds.
const (
	ForgivenCase   LeniencyKind = "case"   // upper or lower case
	ForgivenLines  LeniencyKind = "lines"  // different line breaks, or blank lines
	ForgivenNumber LeniencyKind = "number" // a number in an unusual form: 1e0, +1, 01, -0, .5
)

// maxLeniencyScan bounds, in bytes of each side, the search for forgiven things: a program that formats its output
// differently does so from the beginning.
const maxLeniencyScan = 1 << 20

// findLeniencies finds the first forgiven thing of each kind in an output that Compare accepted although it differs from
// the answer.
func findLeniencies(output, answer io.Reader, options Options) ([]Leniency, error) {
	tolerance, err := options.tolerance()
	if err != nil {
		return nil, err
	}
	numbers := tolerance.absolute != nil || tolerance.relative != nil
	got, want := newWords(output), newWords(answer)
	var found []Leniency
	seen := map[LeniencyKind]bool{}
	note := func(kind LeniencyKind, expected, received string) {
		if !seen[kind] {
			seen[kind] = true
			found = append(found, Leniency{kind, got.line, bound(expected), bound(received)})
		}
	}
	for got.next() && want.next() {
		if got.breaks != want.breaks {
			note(ForgivenLines, spaceWords(want.space), spaceWords(got.space))
		}
		if bytes.Equal(got.word, want.word) {
			continue
		}
		expected, received := string(want.word), string(got.word)
		switch {
		case numbers && parseNumber(expected).valid():
			if usualNumber().MatchString(expected) && (!usualNumber().MatchString(received) || received == "-0") {
				note(ForgivenNumber, expected, received)
			}
		default:
			note(ForgivenCase, expected, received)
		}
	}
	for _, err := range []error{got.err, want.err} {
		if err != nil && err != io.EOF {
			return nil, err
		}
	}
	return found, nil
}

// usualNumber matches a number in the usual form.
var usualNumber = lazyregexp.New(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`)

// bound shortens text for display.
func bound(text string) string {
	if len(text) > tokenWidth {
		return strings.ToValidUTF8(text[:tokenWidth], "") + ellipsis
	}
	return text
}

// words iterates over the words of a file.
type words struct {
	in    *bufio.Reader
	space string // before the word, bounded
	word  []byte
	line  int // of the word
	err   error

	breaks int // line breaks in the white space, even beyond its bound
}

func newWords(from io.Reader) *words {
	return &words{in: bufio.NewReader(io.LimitReader(from, maxLeniencyScan)), line: 1}
}

// next moves to the next word. It returns false at the end of the file or of the examined part.
func (w *words) next() bool {
	var space []byte
	w.word, w.breaks = w.word[:0], 0
	for {
		c, err := w.in.ReadByte()
		if err != nil {
			w.err, w.space = err, string(space)
			return len(w.word) > 0 && err == io.EOF
		}
		if isSpace(c) {
			if len(w.word) > 0 {
				w.err = w.in.UnreadByte()
				w.space = string(space)
				return w.err == nil
			}
			if c == '\n' {
				w.breaks++
				w.line++
			}
			if len(space) < windowSize && c != '\r' {
				space = append(space, c)
			}
			continue
		}
		w.word = append(w.word, c)
	}
}
