package language

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func sortedNames(files map[string]string) string {
	return strings.Join(slices.Sorted(maps.Keys(files)), " ")
}

func TestParseWords(t *testing.T) {
	tests := []struct {
		text string
		want Words
	}{
		{"", nil},
		{"  a\tb\nc  ", Words{"a", "b", "c"}},
		{`a "b c" 'd "e"'`, Words{"a", "b c", `d "e"`}},
		{`-o"{main} x"y`, Words{"-o{main} xy"}},
		{`a "" ''`, Words{"a", "", ""}},
		{`\n`, Words{`\n`}},
	}
	for _, test := range tests {
		got, err := parseWords(test.text)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q: %s", test.text, diff)
		}
	}
	if _, err := parseWords(`a "b`); err == nil {
		t.Error("an open quote was taken")
	}
}

func TestExpand(t *testing.T) {
	known := values{"files": {"a b", "c"}, "none": {}, "dir": {"/p"}, "odd": {"{dir}"}}
	tests := []struct {
		words Words
		want  []string
	}{
		{Words{"x", "{files}", "y"}, []string{"x", "a b", "c", "y"}},
		{Words{"{none}", "-I{none}", "{absent}", "x{absent}y"}, nil},
		{Words{"{dir}/{dir}"}, []string{"/p//p"}},
		{Words{"{odd}", "x{odd}"}, []string{"{dir}", "x{dir}"}}, // values are not expanded again
		{Words{"{}", "{Dir}", "{print $1}"}, []string{"{}", "{Dir}", "{print $1}"}},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, test.words.expand(known)); diff != "" {
			t.Errorf("%q: %s", test.words, diff)
		}
	}
}

// commandLine writes what a reader of quotes reads back.
func TestCommandLineIsReadable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		args := rapid.SliceOfN(rapid.StringMatching(`[a-z "$*]{0,6}`), 1, 4).Draw(t, "args")
		got, err := parseWords(commandLine(append([]string{"/bin/tool"}, args...)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(Words(append([]string{"tool"}, args...)), got); diff != "" {
			t.Fatal(diff)
		}
	})
}
