package shrink

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"
)

func TestEdit(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
		change           func(*edit)
	}{
		{"nothing", " 1  2\n\n3", " 1  2\n\n3", func(*edit) {}},
		{"first token", "  1  2 3\n", "  2 3\n", func(e *edit) { e.removeToken(0) }},
		{"first tokens", "1  2   3\n", "3\n", func(e *edit) { e.removeToken(0); e.removeToken(1) }},
		{"middle token", "1  2   3\n", "1   3\n", func(e *edit) { e.removeToken(1) }},
		{"last token", "1 2 \n", "1 \n", func(e *edit) { e.removeToken(1) }},
		{"all tokens of a line", "0\n1 2\n3\n", "0\n\n3\n", func(e *edit) { e.removeToken(1); e.removeToken(2) }},
		{"a word without characters", "1 2\n", "1\n", func(e *edit) { e.setWord(1, nil) }},
		{"line", "1\n2\n3\n", "1\n3\n", func(e *edit) { e.removeLine(1) }},
		{"last line without newline", "1\n2\n3", "1", func(e *edit) { e.removeLine(1); e.removeLine(2) }},
		{"line before one without newline", "1\n2\n3", "1\n3", func(e *edit) { e.removeLine(1) }},
		{"carriage returns", "1 2\r\n3\r\n", "1\r\n3\r\n", func(e *edit) { e.removeToken(1) }},
		{"carriage return before no newline", "1\r\n2", "1", func(e *edit) { e.removeLine(1) }},
		{"number", "1\t2\n", "1\t-7\n", func(e *edit) { e.setNumber(1, -7) }},
		{"letters", "#..#\n", "#x.y\n", func(e *edit) { e.letters(0)[1] = 'x'; e.letters(0)[3] = 'y' }},
	} {
		e := parse([]byte(test.text)).edit()
		test.change(e)
		if got := string(e.bytes()); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestNoEditIsNoChange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOf(rapid.SampledFrom([]byte("01a- \t\r\n\x00\xff"))).Draw(t, "text")
		d := parse(text)
		e := d.edit()
		for i := range d.tokens {
			e.touch(i)
		}
		if got := e.bytes(); !bytes.Equal(got, text) {
			t.Fatalf("got %q, want %q", got, text)
		}
	})
}

func TestParseNumber(t *testing.T) {
	for text, want := range map[string]bool{
		"0": true, "7": true, "-7": true, "999999999999999999": true, "-999999999999999999": true,
		"": false, "-": false, "-0": false, "07": false, "+7": false, "1e3": false, "0x1": false, "1.5": false,
		"1000000000000000000": false, "٣": false, "1_0": false,
	} {
		if _, got := parseNumber(text); got != want {
			t.Errorf("%q is a number: got %v", text, got)
		}
	}
}
