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

// Validate is the main function of an input validator. It hands standard input to check, demands that check reads
// all of it, and ends the program: with exit code 42 when the input is valid, with 43 and a message on standard
// error when not.
//
// Like a validator of testlib it takes the flag --testOverviewLogFileName FILE, which check does not see among os.Args:
// of a valid input, FILE then tells which variables lay on their lower and on their upper bound.
func Validate(check func(in *Reader)) {
	var log string
	os.Args, log = takeOverviewFlag(os.Args)
	end := validate(os.Stdin, log, check)
	if end.message != "" {
		fmt.Fprintln(os.Stderr, end.message)
	}
	os.Exit(end.exit)
}

// validate writes the overview into the file log, unless that is "".
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

// Reader reads input strictly: every byte has to be asked for. What is not as asked for ends the validator with a
// message that tells line, column (in bytes, both from 1), the name of the value, what was wanted and what was
// there.
type Reader struct {
	stream  stream
	scratch []byte
	// line and column say where the value that was read last begins.
	line, column int
	overview     overview // nil when nobody asks for it
}

// NewReader returns a strict reader. Validators get theirs from Validate.
func NewReader(input io.Reader) *Reader {
	return &Reader{stream: newStream("input", input), line: 1, column: 1}
}

// Int reads a decimal integer from lo to hi: no plus sign, no leading zeros, no minus zero.
//
// That no test case reaches a bound is worth a warning. Where none can, a tilde at that end of the name says so: "~n"
// excuses the lower bound, "n~" the upper one, "~n~" both. Values of one name, and the bounds of all its reads, count
// together.
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

// Word reads a word of lo to hi characters, each one out of alphabet; an empty alphabet allows all printable ASCII
// characters. A word ends before white space. The bounds of its length count, and are excused, like those of an integer.
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

// Newline reads the end of a line: LF alone.
func (r *Reader) Newline() { r.char('\n', "end of line") }

// End makes sure that nothing follows. Validate calls it by itself.
func (r *Reader) End() {
	if _, more := r.stream.peek(); more {
		r.mark()
		r.Fail("want end of file, got %s", r.stream.ahead())
	}
}

// Fail refuses the input. The message gets the place of the value that was read last in front.
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

// got shows the word that was read last, or what is there when it is empty.
func (r *Reader) got() string {
	if len(r.scratch) == 0 {
		return r.stream.ahead()
	}
	return quote(r.scratch)
}

// isCanonical tells whether a decimal integer is spelt in the one way that validators accept.
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
