package author

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestBlemishes(t *testing.T) {
	for _, test := range []struct {
		text string
		want map[lineFlaws]int
	}{
		{"", map[lineFlaws]int{isEmpty: 0}},
		{"\n", map[lineFlaws]int{}},
		{"1 2\n3\n", map[lineFlaws]int{}},
		{"1\n\n2\n", map[lineFlaws]int{}},
		{"1", map[lineFlaws]int{noNewline: 0}},
		{"1\n\n", map[lineFlaws]int{emptyLastLine: 0}},
		{"1\r\n\r\n", map[lineFlaws]int{crlf: 1, emptyLastLine: 0}},
		{"1\n2 \n3\t\n", map[lineFlaws]int{trailingBlanks: 2}},
		{"1 \r\n2", map[lineFlaws]int{trailingBlanks: 1, crlf: 1, noNewline: 0}},
		{"1\n2 ", map[lineFlaws]int{trailingBlanks: 2, noNewline: 0}},
		{"1\r2\n", map[lineFlaws]int{}},
		{"1 \n", map[lineFlaws]int{trailingBlanks: 1}},
		{" \n", map[lineFlaws]int{trailingBlanks: 1}},
		{"\x00\n", map[lineFlaws]int{}},
	} {
		path := filepath.Join(t.TempDir(), "1.in")
		if err := os.WriteFile(path, []byte(test.text), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := findLineFlaws(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.text, diff)
		}
	}
}

// The streaming scan must find a flaw exactly where a reader of whole lines finds one.
func TestBlemishesAgainstLines(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("a \t\r\n"))).Draw(t, "text")
		path := filepath.Join(dir, "1.in")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := findLineFlaws(path)
		if err != nil {
			t.Fatal(err)
		}
		wantCRLF, wantBlank := 0, 0
		for i, line := range strings.Split(text, "\n") {
			rest, hasCR := strings.CutSuffix(line, "\r")
			if ended := i < strings.Count(text, "\n"); !ended {
				rest, hasCR = line, false
			}
			if hasCR && wantCRLF == 0 {
				wantCRLF = i + 1
			}
			if strings.TrimRight(rest, " \t") != rest && wantBlank == 0 {
				wantBlank = i + 1
			}
		}
		_, noEnd := got[noNewline]
		if got[crlf] != wantCRLF || got[trailingBlanks] != wantBlank || noEnd != (text != "" && !strings.HasSuffix(text, "\n")) {
			t.Fatalf("%q: got %v, want CRLF in %d and blanks in %d", text, got, wantCRLF, wantBlank)
		}
	})
}
