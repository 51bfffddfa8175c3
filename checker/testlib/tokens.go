package testlib

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// longestWord bounds the words that Tokens reads, in bytes.
const longestWord = 16 << 20

// Tokens reads words separated by any white space, as submissions print them. Unexpected text ends the program: in
// the submission's output it rejects, in the judge's own files it is a judge error.
type Tokens struct {
	stream  stream
	blame   func(format string, args ...any) // reject or fail; it does not return
	scratch []byte
	line    int // where the word read last begins, or the file ends
}

func newTokens(name string, from io.Reader, blame func(format string, args ...any)) *Tokens {
	return &Tokens{stream: newStream(name, from), blame: blame, line: 1}
}

// Int reads an integer from lo to hi. Unlike a validator it accepts "+5" and "007".
func (t *Tokens) Int(what string, lo, hi int) int {
	word := t.next()
	value, err := strconv.Atoi(string(word))
	if err != nil || value < lo || value > hi {
		t.fault("%s: want an integer from %d to %d, got %s", what, lo, hi, t.got())
	}
	return value
}

// Ints reads n integers from lo to hi.
func (t *Tokens) Ints(what string, n, lo, hi int) []int {
	values := make([]int, n)
	for i := range values {
		values[i] = t.Int(what, lo, hi)
	}
	return values
}

// Word reads a word of at least one and at most 16 Mi bytes of any value.
func (t *Tokens) Word(what string) string {
	if len(t.next()) == 0 {
		t.fault("%s: want a word, got %s", what, t.got())
	}
	return string(t.scratch)
}

// OneOf reads one of the given words, ignoring case, and returns it as given.
func (t *Tokens) OneOf(what string, words ...string) string {
	word := string(t.next())
	i := slices.IndexFunc(words, func(w string) bool { return strings.EqualFold(w, word) })
	if i < 0 {
		t.fault("%s: want %s, got %s", what, strings.Join(words, " or "), t.got())
		return ""
	}
	return words[i]
}

// More reports whether another word follows. In a conversation it waits until the submission prints something or
// ends.
func (t *Tokens) More() bool {
	for {
		c, ok := t.stream.peek()
		if !ok || !isSpace(c) {
			return ok
		}
		t.stream.skip()
	}
}

// End checks that only white space follows. For the output, Check and Interact call it automatically.
func (t *Tokens) End() {
	if t.More() {
		t.next()
		t.fault("want nothing more, got %s", t.got())
	}
}

// next reads the next word into scratch; it is empty at the end of file.
func (t *Tokens) next() []byte {
	t.scratch = t.scratch[:0]
	more := t.More()
	t.line = t.stream.line
	if more {
		t.scratch = t.stream.word(t.scratch, longestWord+1)
	}
	if len(t.scratch) > longestWord {
		t.fault("want words of at most %d bytes, got a longer one", longestWord)
	}
	return t.scratch
}

// got quotes the word that was read last.
func (t *Tokens) got() string {
	if len(t.scratch) == 0 {
		return "end of file"
	}
	return quote(t.scratch)
}

func (t *Tokens) fault(format string, args ...any) {
	t.blame("%s, line %d: %s", t.stream.name, t.line, fmt.Sprintf(format, args...))
}
