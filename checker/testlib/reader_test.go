package testlib

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

func TestReaderAcceptsWhatWasAskedFor(t *testing.T) {
	input := fmt.Sprintf("3 even\n-7 0 %d\n%d\nx01x\n~\n!\n", math.MaxInt, math.MinInt)
	end := validate(iotest.OneByteReader(strings.NewReader(input)), "", func(in *Reader) {
		n := in.Int("n", 1, 10)
		in.Space()
		if got := in.OneOf("rule", "odd", "even"); got != "even" {
			t.Errorf("OneOf = %q, want even", got)
		}
		in.Newline()
		if got, want := in.Ints("heap", n, -7, math.MaxInt), []int{-7, 0, math.MaxInt}; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("Ints = %v, want %v", got, want)
		}
		in.Newline()
		if got := in.Int("least", math.MinInt, math.MaxInt); got != math.MinInt {
			t.Errorf("Int = %d, want %d", got, math.MinInt)
		}
		in.Newline()
		if got := in.Word("row", 4, 4, "x01"); got != "x01x" {
			t.Errorf("Word = %q, want x01x", got)
		}
		in.Newline()
		for _, want := range []string{"~", "!"} { // the last and the first of the printable characters
			if got := in.Word("name", 1, 9, ""); got != want {
				t.Errorf("Word = %q, want %s", got, want)
			}
			in.Newline()
		}
	})
	if want := (outcome{exit: exitAccepted}); end != want {
		t.Errorf("validate = %+v, want %+v", end, want)
	}
}

func TestReaderRefuses(t *testing.T) {
	integer := func(in *Reader) { in.Int("heap", 1, 10); in.Newline() }
	pair := func(in *Reader) { in.Ints("heap", 2, 1, 10); in.Newline() }
	row := func(in *Reader) { in.Word("row", 2, 3, "01"); in.Newline() }
	tests := []struct {
		name, input string
		check       func(in *Reader)
		want        string
	}{
		{"no number", "x\n", integer, `line 1, column 1: heap: want an integer from 1 to 10, got "x"`},
		{"no file", "", integer, `line 1, column 1: heap: want an integer from 1 to 10, got end of file`},
		{"no value", "\n", integer, `line 1, column 1: heap: want an integer from 1 to 10, got end of line`},
		{"leading space", " 1\n", integer, `line 1, column 1: heap: want an integer from 1 to 10, got a space`},
		{"too small", "0\n", integer, `line 1, column 1: heap: want an integer from 1 to 10, got "0"`},
		{"too large", "11\n", integer, `line 1, column 1: heap: want an integer from 1 to 10, got "11"`},
		{
			"overflow", "18446744073709551617\n", integer,
			`line 1, column 1: heap: want an integer from 1 to 10, got "18446744073709551617"`,
		},
		{
			"leading zero", "07\n", integer,
			`line 1, column 1: heap: want an integer without plus sign, leading zeros or minus zero, got "07"`,
		},
		{
			"plus sign", "+7\n", integer,
			`line 1, column 1: heap: want an integer without plus sign, leading zeros or minus zero, got "+7"`,
		},
		{
			"minus zero", "-0\n", func(in *Reader) { in.Int("x", -5, 5) },
			`line 1, column 1: x: want an integer without plus sign, leading zeros or minus zero, got "-0"`,
		},
		{"hexadecimal", "0x1\n", integer, `line 1, column 1: heap: want an integer from 1 to 10, got "0x1"`},
		{"underscore", "1_0\n", integer, `line 1, column 1: heap: want an integer from 1 to 10, got "1_0"`},
		{"second of line", "1 x\n", pair, `line 1, column 3: heap: want an integer from 1 to 10, got "x"`},
		{"two spaces", "1  2\n", pair, `line 1, column 3: heap: want an integer from 1 to 10, got a space`},
		{"tab", "1\t2\n", pair, `line 1, column 2: want one space, got a tab`},
		{"trailing space", "1 2 \n", pair, `line 1, column 4: want end of line, got a space`},
		{"too many", "1 2 3\n", pair, `line 1, column 4: want end of line, got a space`},
		{"too few", "1\n", pair, `line 1, column 2: want one space, got end of line`},
		{
			"CRLF", "1 2\r\n", pair,
			`line 1, column 4: want end of line, got a carriage return (lines must end in LF alone, not in CRLF)`,
		},
		{"no final newline", "1 2", pair, `line 1, column 4: want end of line, got end of file`},
		{"blank line at the end", "1 2\n\n", pair, `line 2, column 1: want end of file, got end of line`},
		{"another line", "1 2\n3\n", pair, `line 2, column 1: want end of file, got "3"`},
		{"NUL", "1\x002\n", pair, `line 1, column 1: heap: want an integer from 1 to 10, got "1\x002"`},
		{"alphabet", "0012\n", func(in *Reader) { in.Word("row", 1, 9, "01") }, `line 1, column 4: row: want characters out of "01", got "2"`},
		{"short word", "1\n", row, `line 1, column 1: row: want 2 to 3 characters, got 1: "1"`},
		{"long word", "10101\n", row, `line 1, column 1: row: want 2 to 3 characters, got more: "1010"`},
		{
			"word of one length", "1\n", func(in *Reader) { in.Word("row", 2, 2, "01") },
			`line 1, column 1: row: want 2 characters, got 1: "1"`,
		},
		{"no word", "\n", row, `line 1, column 1: row: want 2 to 3 characters, got 0: end of line`},
		{
			"not ASCII", "né\n", func(in *Reader) { in.Word("name", 1, 9, "") },
			`line 1, column 2: name: want printable ASCII characters, got "\xc3"`,
		},
		{
			"other word", "evens\n", func(in *Reader) { in.OneOf("rule", "even", "odd") },
			`line 1, column 1: rule: want even or odd, got "evens"`,
		},
		{
			"the program's own words", "1\n5 3\n", func(in *Reader) {
				in.Int("n", 1, 1)
				in.Newline()
				if a := in.Ints("x", 2, 1, 9); a[0] > a[1] {
					in.Fail("x must grow, got %d after %d", a[1], a[0])
				}
			}, `line 2, column 3: x must grow, got 3 after 5`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			want := outcome{exit: exitRejected, message: test.want}
			if got := validate(strings.NewReader(test.input), "", test.check); got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		})
	}
}

func TestReaderBlamesTheJudgeForAFileThatCannotBeRead(t *testing.T) {
	end := validate(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("12"))), "", func(in *Reader) { in.Int("n", 1, 99) })
	if want := (outcome{exit: exitFailed, message: "read input: timeout"}); end != want {
		t.Errorf("got %+v, want %+v", end, want)
	}
}

func TestValidateLetsBugsThrough(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a bug of the validator was taken for a verdict")
		}
	}()
	validate(strings.NewReader(""), "", func(*Reader) { _ = make([]int, 0)[len(t.Name())] })
}

func TestReaderIsFast(t *testing.T) {
	const n = 1_000_000
	var input bytes.Buffer
	fmt.Fprintln(&input, n)
	for i := range n {
		if i > 0 {
			input.WriteByte(' ')
		}
		input.WriteString(strconv.Itoa(math.MaxInt - i))
	}
	input.WriteByte('\n')
	start := time.Now()
	end := validate(&input, "", func(in *Reader) {
		in.Int("n", n, n)
		in.Newline()
		in.Ints("heap", n, 1, math.MaxInt)
		in.Newline()
	})
	if end.exit != exitAccepted {
		t.Errorf("got %+v", end)
	}
	// It usually takes about 0.1 s; the bound only excludes quadratic behaviour.
	if took := time.Since(start); took > time.Minute {
		t.Errorf("a million numbers took %v", took)
	}
}

// FuzzReader checks strictness: an accepted input is byte for byte what its values look like when printed.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{"2 ab\n1 2\n", "0 x\n\n", "1 a\n-0\n", "1 ~\n+3\n", "2 ab\r\n1 2\r\n", "3 \x7f\n1  2\n", "1 b\n007", ""} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		var printed bytes.Buffer
		end := validate(bytes.NewReader(input), "", func(in *Reader) {
			n := in.Int("n", 0, 1000)
			in.Space()
			word := in.Word("word", 1, 8, "")
			in.Newline()
			values := in.Ints("value", n, math.MinInt, math.MaxInt)
			in.Newline()
			fmt.Fprintf(&printed, "%d %s\n%s\n", n, word, strings.Trim(fmt.Sprint(values), "[]"))
		})
		switch end.exit {
		case exitAccepted:
			if !bytes.Equal(printed.Bytes(), input) {
				t.Errorf("accepted %q, which reads %q", input, printed.Bytes())
			}
		case exitRejected:
			var line, column int
			if _, err := fmt.Sscanf(end.message, "line %d, column %d: ", &line, &column); err != nil {
				t.Errorf("message %q has no place: %v", end.message, err)
			}
			if lines := bytes.Count(input, []byte("\n")) + 1; line < 1 || line > lines || column < 1 {
				t.Errorf("message %q for an input of %d lines", end.message, lines)
			}
		default:
			t.Errorf("judge error: %s", end.message)
		}
	})
}

func BenchmarkReaderInts(b *testing.B) {
	const n = 100_000
	line := strings.Repeat("123456789 ", n-1) + "123456789\n"
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		validate(strings.NewReader(line), "", func(in *Reader) {
			in.Ints("heap", n, 1, 1_000_000_000)
			in.Newline()
		})
	}
}
