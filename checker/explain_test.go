package checker

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func explain(t failer, output, answer string, o Options) *Difference {
	t.Helper()
	mismatch := compare(t, output, answer, o)
	if mismatch == nil {
		t.Fatal("output is right")
	}
	difference, err := Explain(strings.NewReader(output), strings.NewReader(answer), mismatch, o)
	if err != nil {
		t.Fatal(err)
	}
	return difference
}

// rows formats the window as one line a row: "3 6 [8] 10 | 3 6 [4] 10", with "-" for a missing side.
func rows(d *Difference) []string {
	side := func(s *Side) string {
		if s == nil {
			return "-"
		}
		text := fmt.Sprintf("%d ", s.Line)
		for _, span := range s.Visible() {
			if span.Changed {
				span.Text = "[" + span.Text + "]"
			}
			text += span.Text
		}
		return text
	}
	var list []string
	for _, row := range d.Rows {
		list = append(list, side(row.Expected)+" | "+side(row.Got))
	}
	return list
}

func TestExplain(t *testing.T) {
	for _, test := range []struct {
		name, output, answer, flags string
		reason                      string
		place                       [4]int // line and token of the output, then of the answer
		rows                        []string
	}{
		{
			name:   "one token differs",
			output: "2\n1 2 3\n6 4 10 12 \n5\n", answer: "2\n1 2 3\n6 8 10 12\n5\n",
			reason: "expected 8, got 4", place: [4]int{3, 2, 3, 2},
			rows: []string{"1 2 | 1 2", "2 1 2 3 | 2 1 2 3", "3 6 [8] 10 12 | 3 6 [4] 10 12·⏎", "4 5 | 4 5"},
		},
		{
			name:   "empty output",
			output: "", answer: "3\n4\n",
			reason: "output is empty: expected 3", place: [4]int{1, 1, 1, 1},
			rows: []string{"1 [3] | -", "2 [4] | -"},
		},
		{
			name:   "blank output",
			output: " \n\n", answer: "3\n",
			reason: "output is empty: expected 3", place: [4]int{3, 1, 1, 1},
			rows: []string{"- | 1 ", "- | 2 ", "1 [3] | -"},
		},
		{
			name:   "ends in the middle of a line",
			output: "1 2\n", answer: "1 2 3\n",
			reason: "output ends early: expected 3", place: [4]int{1, 3, 1, 3},
			rows: []string{"1 1 2 [3] | 1 1 2"},
		},
		{
			name:   "ends after a line",
			output: "1\n", answer: "1\n2\n",
			reason: "output ends early: expected 2", place: [4]int{2, 1, 2, 1},
			rows: []string{"1 1 | 1 1", "2 [2] | -"},
		},
		{
			name:   "goes on",
			output: "1\n2\n3\n4\n", answer: "1\n2\n",
			reason: "extra output after the end: 3", place: [4]int{3, 1, 3, 1},
			rows: []string{"1 1 | 1 1", "2 2 | 2 2", "- | 3 [3]", "- | 4 [4]"},
		},
		{
			name:   "another layout of lines",
			output: "1\n2\n3\n4\n5 6\n7", answer: "1 2 3 4 5 7 7",
			reason: "expected 7, got 6", place: [4]int{5, 2, 1, 6},
			rows: []string{"- | 3 3", "- | 4 4", "1 1 2 3 4 5 [7] 7 | 5 5 [6]", "- | 6 7"},
		},
		{
			name:   "more differences follow",
			output: "1\n4\n9\nb\n", answer: "1\n5\n6\n9\nB\n",
			reason: "expected 5, got 4", place: [4]int{2, 1, 2, 1},
			rows: []string{"1 1 | 1 1", "2 [5] | 2 [4]", "3 [6] | -", "4 9 | 3 9", "- | 4 b"},
		},
		{
			name:   "two spaces",
			output: "1  2\n", answer: "1 2\n", flags: "space_change_sensitive",
			reason: "expected 1 space, got 2 spaces", place: [4]int{1, 2, 1, 2},
			rows: []string{"1 1[·]2 | 1 1[··]2"},
		},
		{
			name:   "a blank line is missing",
			output: "1\n2\n", answer: "1\n\n2\n", flags: "space_change_sensitive",
			reason: "expected 2 newlines, got 1 newline", place: [4]int{2, 1, 2, 1},
			rows: []string{"1 1 | 1 1", "2 [⏎] | 2 2", "3 2 | -"},
		},
		{
			name:   "trailing space",
			output: "1 \n2\n", answer: "1\n2\n", flags: "space_change_sensitive",
			reason: "expected 1 newline, got ·⏎", place: [4]int{1, 2, 1, 2},
			rows: []string{"1 1[⏎] | 1 1[·⏎]", "2 2 | 2 2"},
		},
		{
			name:   "leading space",
			output: "\t1\n", answer: "1\n", flags: "space_change_sensitive",
			reason: "expected no white space, got 1 tab", place: [4]int{1, 1, 1, 1},
			rows: []string{"1 1 | 1 [→]1"},
		},
		{
			name:   "final newline",
			output: "1", answer: "1\n", flags: "space_change_sensitive",
			reason: "expected 1 newline, got no white space", place: [4]int{1, 2, 1, 2},
			rows: []string{"1 1[⏎] | 1 1"},
		},
		{
			name:   "number out of tolerance",
			output: "1.6 7 8.00", answer: "1.5 7 8", flags: "float_tolerance 1e-6",
			reason: "expected 1.5, got 1.6: absolute error 0.1 (at most 1e-6), relative error 0.0667 (at most 1e-6)",
			place:  [4]int{1, 1, 1, 1},
			rows:   []string{"1 [1.5] 7 8 | 1 [1.6] 7 8.00"},
		},
		{
			name:   "errors are exact",
			output: "1.0000020000000000001", answer: "1", flags: "float_absolute_tolerance 1e-6",
			reason: "expected 1, got 1.0000020000000000001: absolute error 2e-06 (at most 1e-6), relative error 2e-06",
			place:  [4]int{1, 1, 1, 1},
			rows:   []string{"1 [1] | 1 [1.0000020000000000001]"},
		},
		{
			name:   "no number where one is expected",
			output: "0x10", answer: "16", flags: "float_tolerance 1e-6",
			reason: "expected 16, got 0x10, which is not a decimal number", place: [4]int{1, 1, 1, 1},
			rows: []string{"1 [16] | 1 [0x10]"},
		},
		{
			name:   "not a number in the answer",
			output: "-nan", answer: "nan", flags: "float_tolerance 1e-6",
			reason: "expected nan, got -nan", place: [4]int{1, 1, 1, 1},
			rows: []string{"1 [nan] | 1 [-nan]"},
		},
		{
			name:   "case",
			output: "YES", answer: "yes", flags: "case_sensitive",
			reason: "expected yes, got YES: upper and lower case matter", place: [4]int{1, 1, 1, 1},
			rows: []string{"1 [yes] | 1 [YES]"},
		},
		{
			name:   "invisible bytes",
			output: "a\x00 \xff \x1b[31m\u202e\r\n", answer: "a 1 2\r\n",
			reason: "expected a, got a␀", place: [4]int{1, 1, 1, 1},
			rows: []string{`1 [a] [1] [2] | 1 [a␀] [\xff] [␛[31m\u202e]`},
		},
		{
			name:   "behind words of several letters",
			output: "\n10 200 31\n", answer: "\n10 200 32\n",
			reason: "expected 32, got 31", place: [4]int{2, 3, 2, 3},
			rows: []string{"1  | 1 ", "2 10 200 [32] | 2 10 200 [31]"},
		},
		{
			name:   "another difference behind equal words",
			output: "1 5 3 6\n", answer: "1 2 3 4\n",
			reason: "expected 2, got 5", place: [4]int{1, 2, 1, 2},
			rows: []string{"1 1 [2] 3 [4] | 1 1 [5] 3 [6]"},
		},
		{
			name:   "a word more in the last line",
			output: "5\n1\n1\n", answer: "2\n1\n1 3\n",
			reason: "expected 2, got 5", place: [4]int{1, 1, 1, 1},
			rows: []string{"1 [2] | 1 [5]", "2 1 | 2 1", "3 1 [3] | 3 1"},
		},
		{
			name:   "fewer spaces at the end of the file",
			output: "1  ", answer: "1 ", flags: "space_change_sensitive",
			reason: "expected 1 space, got 2 spaces", place: [4]int{1, 2, 1, 2},
			rows: []string{"1 1[·]⏎ | 1 1[··]⏎"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := explain(t, test.output, test.answer, options(t, test.flags))
			if got.Reason != test.reason {
				t.Errorf("reason: got %q, want %q", got.Reason, test.reason)
			}
			if place := [4]int{got.OutputLine, got.OutputToken, got.AnswerLine, got.AnswerToken}; place != test.place {
				t.Errorf("place: got %v, want %v", place, test.place)
			}
			if diff := cmp.Diff(test.rows, rows(got)); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

func TestExplainCutsLongTokens(t *testing.T) {
	long := strings.Repeat("é", 5000)
	d := explain(t, long+"x"+long+" 5 6\n", long+"y"+long+" 5 6\n", Options{})
	around := strings.Repeat("é", tokenWidth/4)
	if want := "…" + around + "y" + strings.Repeat("é", tokenWidth/4-1) + "…"; d.Expected != want {
		t.Errorf("expected token: got %q, want %q", d.Expected, want)
	}
	if want := "…" + around + "x" + strings.Repeat("é", tokenWidth/4-1) + "…"; d.Got != want {
		t.Errorf("token of the output: got %q, want %q", d.Got, want)
	}
	if d.OutputToken != 1 || len(d.Rows) != 1 || len(d.Rows[0].Got.Spans[0].Text) > lineWidth+2*len(ellipsis) {
		t.Errorf("window: got token %d and rows %q", d.OutputToken, rows(d))
	}
}

// Of a long line the words around the difference are shown, with an ellipsis exactly where some are left out.
func TestExplainCutsLongLines(t *testing.T) {
	const many = 100
	nines := strings.Repeat("9", lineWidth-len("1 ")-len("\n"))
	for _, test := range []struct {
		name, output, answer string
		rows                 []string
	}{
		{
			"on both sides",
			strings.Repeat("7 ", many) + "5" + strings.Repeat(" 7", many), strings.Repeat("7 ", many) + "6" + strings.Repeat(" 7", many),
			[]string{"1 …" + strings.Repeat("7 ", 40) + "[6]" + strings.Repeat(" 7", 39) + " … | 1 …" + strings.Repeat("7 ", 40) + "[5]" + strings.Repeat(" 7", 39) + " …"},
		},
		{"as long as is shown", "1 " + nines + "\n", "2 " + nines + "\n", []string{"1 [2] " + nines + " | 1 [1] " + nines}},
		{
			"before it",
			strings.Repeat("7", windowSize) + "\n5", strings.Repeat("7", windowSize) + "\n6",
			[]string{"1 …" + strings.Repeat("7", lineWidth) + "… | 1 …" + strings.Repeat("7", lineWidth) + "…", "2 [6] | 2 [5]"},
		},
		{
			"behind it, where no more is read",
			"0\n5" + strings.Repeat("7", windowSize-11) + "\n123456789012", "0\n6" + strings.Repeat("7", windowSize-11) + "\n12345678\n",
			[]string{
				"1 0 | 1 0", "2 [6" + strings.Repeat("7", lineWidth-1) + "…] | 2 [5" + strings.Repeat("7", lineWidth-1) + "…]",
				"3 [12345678] | 3 [123456789…]",
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.rows, rows(explain(t, test.output, test.answer, Options{}))); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

// Words that only one side shows are not a difference if the other side's may lie outside its window.
func TestExplainMarksNothingThatMayBeEqual(t *testing.T) {
	line := " " + strings.Repeat("1 ", 300) + "\n"
	lines := "\n" + strings.Repeat(strings.Repeat("1 ", 70)+"\n", 4)
	for _, test := range [][2]string{{"5" + line, "6" + lines}, {"5" + lines, "6" + line}} {
		for _, row := range explain(t, test[0], test[1], Options{}).Rows[1:] {
			for _, side := range []*Side{row.Expected, row.Got} {
				if side != nil && slices.ContainsFunc(side.Spans, func(s Span) bool { return s.Changed }) {
					t.Errorf("marked in line %d: %+v", side.Line, side.Visible())
				}
			}
		}
	}
}

func TestExplainTellsTheColumn(t *testing.T) {
	if d := explain(t, "1\n2 44 5", "1\n2  45 5", Options{}); d.AnswerLine != 2 || d.AnswerColumn != 4 {
		t.Errorf("line %d, column %d of the answer, want 2 and 4", d.AnswerLine, d.AnswerColumn)
	}
}

// countedReads counts the bytes read.
type countedReads struct {
	io.ReaderAt
	bytes int
}

func (c *countedReads) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, off)
	c.bytes += n
	return n, err
}

func TestExplainFarInsideReadsOnce(t *testing.T) {
	before := strings.Repeat("1 2 3 4 5 6\n", 500_000)
	output, answer := before+"7 9\n"+before, before+"7 8\n"+before
	mismatch := compare(t, output, answer, Options{})
	reads := &countedReads{ReaderAt: strings.NewReader(output)}
	d, err := Explain(reads, strings.NewReader(answer), mismatch, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d.OutputLine != 500_001 || d.OutputToken != 2 || d.Reason != "expected 8, got 9" {
		t.Errorf("got line %d, token %d, %q", d.OutputLine, d.OutputToken, d.Reason)
	}
	if reads.bytes > len(before)+3*scanSize {
		t.Errorf("read %d bytes, want little more than the %d before the difference", reads.bytes, len(before))
	}
}

// Any explanation is bounded, shows the difference on a side that has it, and is safe to print.
func TestExplainAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"1", "2.5", " ", "\n", "\r\n", "\t", "a", "B", "\xff", "\xc3", "é", "\x00", "nan", strings.Repeat("z", 300), strings.Repeat("\n", 5), strings.Repeat("1 ", 3000)}), 0, 12)
		output, answer := strings.Join(words.Draw(t, "output"), ""), strings.Join(words.Draw(t, "answer"), "")
		o := drawOptions(t)
		mismatch := compare(t, output, answer, o)
		if mismatch == nil {
			return
		}
		d, err := Explain(strings.NewReader(output), strings.NewReader(answer), mismatch, o)
		if err != nil {
			t.Fatal(err)
		}
		if d.Reason == "" || !utf8.ValidString(d.Reason) || len(d.Reason) > 1<<10 {
			t.Errorf("reason: %q", d.Reason)
		}
		if d.OutputLine < 1 || d.OutputLine > 1+strings.Count(output, "\n") || d.AnswerLine < 1 || d.AnswerLine > 1+strings.Count(answer, "\n") {
			t.Errorf("lines %d and %d are outside of the files", d.OutputLine, d.AnswerLine)
		}
		changed := false
		for _, row := range d.Rows {
			for _, side := range []*Side{row.Expected, row.Got} {
				if side == nil {
					continue
				}
				for _, span := range side.Visible() {
					changed = changed || span.Changed
					if !utf8.ValidString(span.Text) || strings.ContainsAny(span.Text, "\x00\x1b\r\n\t") || len(span.Text) > 8*lineWidth {
						t.Errorf("unfit to print: %q", span.Text)
					}
				}
			}
		}
		if !changed || len(d.Rows) > 4*linesAround+1 {
			t.Errorf("window: %q", rows(d))
		}
	})
}

// byteAt is a file of one repeated byte that counts the bytes read.
type byteAt struct {
	size, read int64
}

func (b *byteAt) ReadAt(p []byte, off int64) (int, error) {
	n := min(int64(len(p)), b.size-off)
	if n <= 0 {
		return 0, io.EOF
	}
	for i := range p[:n] {
		p[i] = '7'
	}
	b.read += n
	if n < int64(len(p)) {
		return int(n), io.EOF
	}
	return int(n), nil
}

func TestExplainReadsLittleBehindTheDifference(t *testing.T) {
	output := &byteAt{size: 1 << 40}
	d, err := Explain(output, bytes.NewReader([]byte("8")), &Mismatch{Kind: TokenDiffers}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if output.read > 16<<10 {
		t.Errorf("read %d bytes of a token of 2⁴⁰", output.read)
	}
	if !strings.HasPrefix(d.Reason, "expected 8, got 777") {
		t.Errorf("reason: %q", d.Reason)
	}
}

// TestExplainShowsShortTokensWhole: a token is cut on its left only if the difference lies far after its beginning.
func TestExplainShowsShortTokensWhole(t *testing.T) {
	for at, want := range map[int]string{
		tokenWidth / 2:   strings.Repeat("a", tokenWidth/2) + "y" + strings.Repeat("a", 40),
		tokenWidth/2 + 1: "…" + strings.Repeat("a", tokenWidth/2) + "y" + strings.Repeat("a", tokenWidth/2-1) + "…",
	} {
		token := func(c string) string { return strings.Repeat("a", at) + c + strings.Repeat("a", 40) }
		d, err := Explain(strings.NewReader(token("x")), strings.NewReader(token("y")), compare(t, token("x"), token("y"), Options{}), Options{})
		if err != nil || d.Expected != want {
			t.Errorf("different at %d: %q, %v, want %q", at, d.Expected, err, want)
		}
	}
}

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"a b ":             "a·b·",
		"\ta\r\n":          "→a␍⏎",
		"\x00\x1b\x7f":     "␀␛␡",
		"\xffé\xc3":        `\xffé\xc3`,
		"\u200b\U000e0001": `\u200b\U000e0001`,
		"日本":               "日本",
		"\uffff\U00010000": "\\uffff𐀀",
	} {
		if got := Visible(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// A space between two words is shown as a space, and any other is made visible.
func TestSideVisible(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"a b c\n", "a b c"},
		{" a  b c", "·a··b c"},
		{"a   b\n", "a···b"},
		{"a b \n", "a b·⏎"},
		{"a\t b\n", "a→·b"},
		{" \n", "·⏎"},
	} {
		side := Side{Spans: []Span{{Text: test.text}}}
		got := ""
		for _, span := range side.Visible() {
			got += span.Text
		}
		if got != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}

// A text cut at the bounds has no partial characters, and loses nothing else.
func TestClipped(t *testing.T) {
	for _, test := range []struct {
		text        string
		left, right bool
		want        string
	}{
		{"été", false, false, "été"},
		{"été", true, true, "…été…"},
		{"\xa9t\xc3", false, false, "\xa9t\xc3"},
		{"\xa9t\xc3", true, false, "…t\xc3"},
		{"\xa9t\xc3", false, true, "\xa9t…"},
		{"\xa9", true, true, "……"},
		{"\x9f\x98\x80a\xf0\x9f\x98", true, true, "…a…"},
		{"\x80\x80\x80\x80", true, false, "…\x80"},
		{"\xc3", false, true, "…"},
		{"", true, true, "……"},
	} {
		if got := clipped([]byte(test.text), test.left, test.right); got != test.want {
			t.Errorf("%q, cut left %v and right %v: %q, want %q", test.text, test.left, test.right, got, test.want)
		}
	}
}

func TestReasons(t *testing.T) {
	for _, test := range []struct{ output, answer, flags, want string }{
		{"Yes", "yes", "case_sensitive", "expected yes, got Yes: upper and lower case matter"},
		{"no", "yes", "case_sensitive", "expected yes, got no"},
		{"no", "yes", "float_absolute_tolerance 1", "expected yes, got no"},
		{"no", "1", "float_absolute_tolerance 1", "expected 1, got no, which is not a decimal number"},
		{"no", "1", "float_relative_tolerance 1", "expected 1, got no, which is not a decimal number"},
		{"4", "-2", "float_absolute_tolerance 1", "expected -2, got 4: absolute error 6 (at most 1), relative error 3"},
		{"0", "2", "float_relative_tolerance 0.5", "expected 2, got 0: absolute error 2, relative error 1 (at most 0.5)"},
		{"2", "0", "float_relative_tolerance 0.5", "expected 0, got 2: absolute error 2"},
		{strings.Repeat("2", tokenWidth), "1", "", "expected 1, got " + strings.Repeat("2", tokenWidth)},
		// A truncated number is not compared in words.
		{strings.Repeat("2", tokenWidth+1), "1", "float_absolute_tolerance 1", "expected 1, got " + strings.Repeat("2", tokenWidth) + "…"},
		{"1", strings.Repeat("2", tokenWidth+1), "float_absolute_tolerance 1", "expected " + strings.Repeat("2", tokenWidth) + "…, got 1"},
		// A number that no double holds is not compared in words.
		{"1", "1e5000", "float_absolute_tolerance 1", "expected 1e5000, got 1"},
		{"1e5000", "1", "float_absolute_tolerance 1", "expected 1, got 1e5000"},
		{"1", "1e-5000", "float_relative_tolerance 0.5", "expected 1e-5000, got 1"},
	} {
		o := options(t, test.flags)
		mismatch := compare(t, test.output, test.answer, o)
		d, err := Explain(strings.NewReader(test.output), strings.NewReader(test.answer), mismatch, o)
		if err != nil || d.Reason != test.want {
			t.Errorf("%q for %q: %q, %v, want %q", test.output, test.answer, d.Reason, err, test.want)
		}
	}
}

func TestSpaceWords(t *testing.T) {
	for run, want := range map[string]string{
		"": "no white space", " ": "1 space", "\n\n": "2 newlines", "\t": "1 tab", " \n": "·⏎", "\v": "␋",
		strings.Repeat(" \t", tokenWidth/2):        strings.Repeat("·→", tokenWidth/2),
		strings.Repeat(" \t", tokenWidth/2) + "\n": strings.Repeat("·→", tokenWidth/2) + "…",
		strings.Repeat(" ", windowSize-1):          "2047 spaces",
		strings.Repeat(" ", windowSize):            "a lot of spaces",
	} {
		if got := spaceWords(run); got != want {
			t.Errorf("%.20q (%d bytes): %q, want %q", run, len(run), got, want)
		}
	}
}
