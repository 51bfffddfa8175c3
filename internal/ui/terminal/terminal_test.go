package terminal_test

import (
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"grundy/internal/ui/terminal"
)

func TestText(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"plain", "1 2 3\n", "1 2 3\n"},
		{"carriage return line feed", "a\r\nb\r\n", "a\nb\n"},
		{"lone carriage return", "50%\rdone", "50%␍done"},
		{"clear screen", "\x1b[2Jgone", "␛[2Jgone"},
		{"window title", "\x1b]0;owned\x07", "␛]0;owned␇"},
		{"eight-bit escape", "\u009b31m", "<U+009B>31m"},
		{"tab", "a\tb\n\tc", "a       b\n        c"},
		{"tab after wide characters", "日本\tb", "日本    b"},
		{"delete and nul", "\x7f\x00", "␡␀"},
		{"direction", "a\u202eb", "a<U+202E>b"},
		{"emoji with joiners", "👩\u200d🔬", "👩\u200d🔬"},
		{"invalid UTF-8", "a\xffb", "a\ufffdb"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := terminal.Text(test.text); got != test.want {
				t.Errorf("Text(%q) = %q, want %q", test.text, got, test.want)
			}
		})
	}
}

func TestLine(t *testing.T) {
	if got, want := terminal.Line("a\tb\r\nc\n"), "a→b␍⏎c"; got != want {
		t.Errorf("Line = %q, want %q", got, want)
	}
}

func TestTextNeverSteers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) + rapid.String().Draw(t, "runes")
		for _, shown := range []string{strings.ReplaceAll(terminal.Text(text), "\n", ""), terminal.Line(text)} {
			if !utf8.ValidString(shown) || strings.ContainsFunc(shown, unicode.IsControl) {
				t.Fatalf("%q became %q", text, shown)
			}
		}
	})
}

func TestWidths(t *testing.T) {
	pen := terminal.Pen{Color: true}
	if got := terminal.Width(pen.Draw(terminal.Bad, "日本")); got != 4 {
		t.Errorf("width of two wide characters in colour = %d, want 4", got)
	}
	if got, want := terminal.Pad("é", 3)+"|", "é  |"; got != want {
		t.Errorf("Pad = %q, want %q", got, want)
	}
	if got, want := terminal.PadLeft("日", 3), " 日"; got != want {
		t.Errorf("PadLeft = %q, want %q", got, want)
	}
	if got, want := terminal.Clip("日本語です", 6), "日本…"; got != want {
		t.Errorf("Clip = %q, want %q", got, want)
	}
	for _, test := range []struct{ line, want string }{{"a/b/c.go", "…/c.go"}, {"b/c.go", "b/c.go"}, {"日本語です", "…です"}} {
		if got := terminal.ClipLeft(test.line, 6); got != test.want {
			t.Errorf("ClipLeft(%q) = %q, want %q", test.line, got, test.want)
		}
	}
}

func TestWrap(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"start that with --privileged", []string{"start that with", "--privileged"}},
		{"ask for --require-isolation here", []string{"ask for", "--require-isolation", "here"}},
		{"/a/path-that/is-longer-than-a-line", []string{"/a/path-that/is-long", "er-than-a-line"}},
		{"two\nlines", []string{"two", "lines"}},
	}
	for _, test := range tests {
		if got := terminal.Wrap(test.text, 20); !slices.Equal(got, test.want) {
			t.Errorf("Wrap(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

func TestWrapWords(t *testing.T) {
	want := []string{"see", "/a/path-that/is-longer-than-a-line", "there"}
	if got := terminal.WrapWords("see /a/path-that/is-longer-than-a-line there", 20); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPen(t *testing.T) {
	if got := (terminal.Pen{}).Draw(terminal.Bad, "WA"); got != "WA" {
		t.Errorf("a pen without colour drew %q", got)
	}
	if got, want := (terminal.Pen{Color: true}).Draw(terminal.Bad, "WA"), "\x1b[31mWA\x1b[m"; got != want {
		t.Errorf("drew %q, want %q", got, want)
	}
}

func TestDetectFile(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/log")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	want := terminal.Screen{Width: terminal.DefaultWidth}
	if got := terminal.Detect(file, os.Getenv); got != want {
		t.Errorf("Detect of a file = %+v, want %+v", got, want)
	}
}

// Whatever is written, in whatever pieces, nothing but the sequences of this program reaches a terminal.
func TestGuard(t *testing.T) {
	ours := terminal.Pen{Color: true}.Draw(terminal.Bad, "✗") + "\r" + ansi.EraseLineRight + ansi.HideCursor + ansi.ShowCursor + "日\n"
	rapid.Check(t, func(t *rapid.T) {
		foreign := rapid.SliceOfN(rapid.SampledFrom([]string{
			"\x1b", "[", "2J", "]0;title\x07", "\u009b", "31m", "\u202e", "\b", "\x00", "\x7f", "text", "\xff", "?1049h", "c",
		}), 0, 20)
		before, after := strings.Join(foreign.Draw(t, "before"), ""), strings.Join(foreign.Draw(t, "after"), "")
		var out strings.Builder
		for _, piece := range []string{before, ours, after} {
			if n, err := io.WriteString(terminal.Guard{Out: &out}, piece); n != len(piece) || err != nil {
				t.Fatalf("wrote %d of %d, %v", n, len(piece), err)
			}
		}
		if !strings.Contains(out.String(), ours) {
			t.Fatalf("%q lost what is ours", out.String())
		}
		rest := strings.ReplaceAll(out.String(), ours, "")
		rest = regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(rest, "")
		if strings.ContainsFunc(rest, terminal.Steers) {
			t.Fatalf("%q steers", rest)
		}
	})
}
