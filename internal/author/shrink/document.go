package shrink

import (
	"bytes"
	"iter"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// document is an input split into lines and tokens. White space separates tokens.
type document struct {
	text   []byte
	lines  []line
	tokens []token
}

// line is [start, end) of the text, including its newline, and the tokens [first, last).
type line struct {
	start, end  int
	first, last int
}

// token is [start, end) of the text.
type token struct {
	start, end int
	line       int
	number     int64
	isNumber   bool // an integer as a program would print it
}

// maxDigits keeps sums of a few numbers within 64 bits. Longer ones are treated as words of digits.
const maxDigits = 18

func parse(text []byte) *document {
	d := &document{text: text}
	for start := 0; start < len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[start:], '\n'); i >= 0 {
			end = start + i + 1
		}
		d.addLine(start, end)
		start = end
	}
	return d
}

func (d *document) addLine(start, end int) {
	l := line{start: start, end: end, first: len(d.tokens)}
	for at := start; at < end; {
		if isSpace(d.text[at]) {
			at++
			continue
		}
		t := token{start: at, line: len(d.lines)}
		for at < end && !isSpace(d.text[at]) {
			at++
		}
		t.end = at
		t.number, t.isNumber = parseNumber(d.text[t.start:t.end])
		d.tokens = append(d.tokens, t)
	}
	l.last = len(d.tokens)
	d.lines = append(d.lines, l)
}

// isSpace covers ASCII only: input formats have no other white space.
func isSpace(c byte) bool {
	return c == ' ' || '\t' <= c && c <= '\r'
}

func isSpaceRune(r rune) bool {
	return r < utf8.RuneSelf && isSpace(byte(r))
}

// parseNumber reads an integer in the form that strconv writes.
func parseNumber[T []byte | string](text T) (int64, bool) {
	digits := text
	if len(digits) > 0 && digits[0] == '-' {
		digits = digits[1:]
		if len(digits) > 0 && digits[0] == '0' {
			return 0, false
		}
	}
	if len(digits) == 0 || len(digits) > maxDigits || digits[0] == '0' && len(digits) > 1 {
		return 0, false
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return 0, false
		}
	}
	n, err := strconv.ParseInt(string(text), 10, 64)
	return n, err == nil
}

// width is the number of tokens in a line.
func (d *document) width(line int) int {
	return d.lines[line].last - d.lines[line].first
}

// word is the text of a token.
func (d *document) word(t int) string {
	return string(d.text[d.tokens[t].start:d.tokens[t].end])
}

// length is the number of bytes of a token.
func (d *document) length(t int) int {
	return d.tokens[t].end - d.tokens[t].start
}

// size is the number of bytes of the lines [from, to).
func (d *document) size(from, to int) int {
	if from >= to {
		return 0
	}
	return d.lines[to-1].end - d.lines[from].start
}

// isBinary reports whether the input is not text: then tokens mean nothing.
func (d *document) isBinary() bool {
	if !utf8.Valid(d.text) {
		return true
	}
	return bytes.ContainsFunc(d.text, func(r rune) bool { return unicode.IsControl(r) && !isSpaceRune(r) })
}

// reductions yields every known way to make the document smaller that concerns a large enough share of it.
func (d *document) reductions(st stage) iter.Seq[reduction] {
	least := len(d.text) / st.share
	return func(yield func(reduction) bool) {
		if d.isBinary() {
			_ = each(d.plainLines(), yield) && each(d.rawBytes(), yield)
			return
		}
		_ = each(d.structures(region{0, len(d.lines)}, least, 0, map[region]bool{}), yield) &&
			each(d.plainLines(), yield) &&
			each(d.plainTokens(least), yield) &&
			each(d.plainCharacters(least), yield) &&
			(!st.values || each(d.values(least), yield))
	}
}

// each passes on a sequence and reports whether more is wanted.
func each[T any](seq iter.Seq[T], yield func(T) bool) bool {
	for v := range seq {
		if !yield(v) {
			return false
		}
	}
	return true
}
