package terminal

import (
	"bytes"
	"testing"
)

// TestForeign holds that what a program prints is shown safely however it comes in pieces, and that nothing of it stays.
func TestForeign(t *testing.T) {
	for _, test := range []struct{ name, printed, want string }{
		{"plain", "guess: 5\n", "guess: 5\n"},
		{"letters", "größer 箱 👍\n", "größer 箱 👍\n"},
		{"colours end", "\x1b[31mred", "\x1b[31mred\x1b[m\x1b[?25h"},
		{"a line again", "\r12 %\x1b[K\r13 %\x1b[K", "\r12 %\x1b[K\r13 %\x1b[K\x1b[m\x1b[?25h"},
		{"the screen again", "\x1b[H\x1b[2Jx", "\x1b[H\x1b[2Jx\x1b[m\x1b[?25h"},
		{"a question to the terminal", "\x1b[6n", "␛[6n\x1b[m\x1b[?25h"},
		{"the clipboard", "\x1b]52;c;eA==\a", "␛]52;c;eA==␇\x1b[m\x1b[?25h"},
		{"another screen", "\x1b[?1049h", "␛[?1049h\x1b[m\x1b[?25h"},
		{"C1", "\u009b6n", "<U+009B>6n"},
		{"an escape at the end", "x\x1b", "x␛\x1b[m\x1b[?25h"},
		{"half a character at the end", "x\xc2", "x\xc2"},
	} {
		for size := 1; size <= len(test.printed); size++ {
			var shown bytes.Buffer
			f := NewForeign(&shown)
			for rest := []byte(test.printed); len(rest) > 0; rest = rest[min(size, len(rest)):] {
				piece := rest[:min(size, len(rest))]
				if n, err := f.Write(piece); err != nil || n != len(piece) {
					t.Fatal(n, err)
				}
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
			if got := shown.String(); got != test.want {
				t.Errorf("%s in pieces of %d: shown is %q, want %q", test.name, size, got, test.want)
			}
		}
	}
}
