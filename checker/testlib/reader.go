package testlib

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Validate is the main function of an input validator. It passes standard input to check and requires that check
// reads all of it. It ends the program: with exit code 42 if the input is valid, otherwise with 43 and a message on
// standard error.
//
// Like a testlib validator it takes the flag --testOverviewLogFileName FILE, which check does not see in os.Args. For
// a valid input, FILE then says which variables reached their lower and their upper bound.
func Validate(check func(in *Reader)) {
	var log string
	os.Args, log = takeOverviewFlag(os.Args)
	end := validate(os.Stdin, log, check)
	if end.message != "" {
		fmt.Fprintln(os.Stderr, end.message)
	}
	os.Exit(end.exit)
}

// validate writes the overview to the file log, unless that is "".
func validate(input io.Reader, log string, check func(in *Reader)) outcome {
	return conclude(func() {
		in := NewReader(input)
		if log != "" {
			in.overview = overview{}
		}
		check(in)
		in.End()
		if log != "" {
			in.overview.write(log)
		}
	})
}

// Reader reads input strictly: the validator must ask for every byte. If the input differs, it ends the validator
// with a message that gives line, column (in bytes, both from 1), the name of the value, and the wanted and the
// actual text.
type Reader struct {
	stream  stream
	scratch []byte
	// line and column say where the value read last begins.
	line, column int
	overview     overview // nil unless requested
}

// NewReader returns a strict reader. Validators get theirs from Validate.
func NewReader(input io.Reader) *Reader {
	return &Reader{stream: newStream("input", input), line: 1, column: 1}
}

// Int reads a decimal integer from lo to hi: no plus sign, no leading zeros, no minus zero.
//
// A bound that no test case reaches deserves a warning. If no input can reach it, a tilde at that end of the name
// says so: "~n" excuses the lower bound, "n~" the upper one, "~n~" both. Values of one name, and the bounds of all
// its reads, count together.
func (r *Reader) Int(what string, lo, hi int) int {
	r.mark()
	const longest = 32 // enough for every int, and to show what is there instead
	r.scratch = r.stream.word(r.scratch[:0], longest)
	value, err := strconv.Atoi(string(r.scratch))
	switch {
	case err != nil || value < lo || value > hi:
		r.Fail("%s: want an integer from %d to %d, got %s", bare(what), lo, hi, r.got())
	case !isCanonical(r.scratch):
		r.Fail("%s: want an integer without plus sign, leading zeros or minus zero, got %s", bare(what), r.got())
	}
	r.overview.note(what, value, lo, hi)
	return value
}

// Ints reads n integers from lo to hi, with one space between neighbours and none after the last.
func (r *Reader) Ints(what string, n, lo, hi int) []int {
	values := make([]int, n)
	for i := range values {
		if i > 0 {
			r.Space()
		}
		values[i] = r.Int(what, lo, hi)
	}
	return values
}

// Word reads a word of lo to hi characters, each from alphabet; an empty alphabet allows all printable ASCII
// characters. A word ends before white space. The bounds of its length count, and are excused, like those of an
// integer.
func (r *Reader) Word(what string, lo, hi int, alphabet string) string {
	r.mark()
	r.scratch = r.stream.word(r.scratch[:0], hi+1)
	for i, c := range r.scratch {
		if alphabet == "" && (c < '!' || c > '~') {
			r.column += i
			r.Fail("%s: want printable ASCII characters, got %s", bare(what), quote([]byte{c}))
		}
		if alphabet != "" && strings.IndexByte(alphabet, c) < 0 {
			r.column += i
			r.Fail("%s: want characters out of %q, got %s", bare(what), alphabet, quote([]byte{c}))
		}
	}
	length := strconv.Itoa(lo)
	if hi > lo {
		length = fmt.Sprintf("%d to %d", lo, hi)
	}
	switch n := len(r.scratch); {
	case n > hi:
		r.Fail("%s: want %s characters, got more: %s", bare(what), length, quote(r.scratch))
	case n < lo:
		r.Fail("%s: want %s characters, got %d: %s", bare(what), length, n, r.got())
	}
	if lo < hi {
		r.overview.note(what, len(r.scratch), lo, hi)
	}
	return string(r.scratch)
}

// OneOf reads one of the given words, exactly as written.
func (r *Reader) OneOf(what string, words ...string) string {
	r.mark()
	longest := 0
	for _, word := range words {
		longest = max(longest, len(word))
	}
	r.scratch = r.stream.word(r.scratch[:0], longest+1)
	if !slices.Contains(words, string(r.scratch)) {
		r.Fail("%s: want %s, got %s", what, strings.Join(words, " or "), r.got())
	}
	return string(r.scratch)
}

// Space reads exactly one space.
func (r *Reader) Space() { r.char(' ', "one space") }

// Newline reads the end of a line: LF only.
func (r *Reader) Newline() { r.char('\n', "end of line") }

// End checks that nothing follows. Validate calls it automatically.
func (r *Reader) End() {
	if _, more := r.stream.peek(); more {
		r.mark()
		r.Fail("want end of file, got %s", r.stream.ahead())
	}
}

// Fail refuses the input. The message is prefixed with the position of the value that was read last.
func (r *Reader) Fail(format string, args ...any) {
	reject("line %d, column %d: %s", r.line, r.column, fmt.Sprintf(format, args...))
}

func (r *Reader) mark() { r.line, r.column = r.stream.line, r.stream.column }

func (r *Reader) char(want byte, name string) {
	if c, ok := r.stream.peek(); !ok || c != want {
		r.mark()
		r.Fail("want %s, got %s", name, r.stream.ahead())
	}
	r.stream.skip()
}

// got quotes the word that was read last, or describes what is there if it is empty.
func (r *Reader) got() string {
	if len(r.scratch) == 0 {
		return r.stream.ahead()
	}
	return quote(r.scratch)
}

// isCanonical reports whether a decimal integer is spelt in the one way that validators accept.
func isCanonical(number []byte) bool {
	switch digits := bytes.TrimPrefix(number, []byte("-")); {
	case digits[0] == '+':
		return false
	case digits[0] == '0':
		return len(number) == 1
	default:
		return true
	}
}
