package checker

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestForgiven(t *testing.T) {
	for _, test := range []struct {
		name, output, answer string
		args                 []string
		want                 []Leniency
	}{
		{"equal", "1 2\n", "1 2\n", nil, nil},
		{"case", "Yes\nNO\n", "YES\nno\n", nil, []Leniency{{ForgivenCase, 1, "YES", "Yes"}}},
		{"case, sensitive otherwise", "a\nno", "a\nno\n", []string{CaseFlag}, nil},
		{"ends of lines and of the file", "1 \r\n2\t\n3", "1\n2\n3\n", nil, nil},
		{"blank lines at the end", "1\n\n\n", "1\n", nil, nil},
		{"double spaces, indentation", "  1   2\n\t3\n", "1 2\n3\n", nil, nil},
		{"one line", "1 2\n", "1\n2\n", nil, []Leniency{{ForgivenLines, 1, "1 newline", "1 space"}}},
		{"two lines", "1\n2\n", "1 2\n", nil, []Leniency{{ForgivenLines, 2, "1 space", "1 newline"}}},
		{"two lines of Windows", "1\r\n2\r\n", "1 2\r\n", nil, []Leniency{{ForgivenLines, 2, "1 space", "1 newline"}}},
		{"blank line first", "\n1\n", "1\n", nil, []Leniency{{ForgivenLines, 2, "no white space", "1 newline"}}},
		{"blank line between", "1\n\n2\n", "1\n2\n", nil, []Leniency{{ForgivenLines, 3, "1 newline", "2 newlines"}}},
		{"many lines", "1" + strings.Repeat("\n", 100) + "2\n", "1\n2\n", nil, []Leniency{{ForgivenLines, 101, "1 newline", "100 newlines"}}},
		{"countless lines", "1" + strings.Repeat("\n", 3000) + "2\n", "1\n2\n", nil, []Leniency{{ForgivenLines, 3001, "1 newline", "a lot of newlines"}}},
		{"several", "a b\nC\n", "A\nB\nc\n", nil, []Leniency{{ForgivenCase, 1, "A", "a"}, {ForgivenLines, 1, "1 newline", "1 space"}}},
		{"numbers as usual", "0.50 2.000 -3 0.5000001\n", "0.5 2 -3.0 0.5\n", []string{"float_tolerance", "1e-6"}, nil},
		{"exponent", "1 1e0\n", "1 1\n", []string{"float_tolerance", "1e-6"}, []Leniency{{ForgivenNumber, 1, "1", "1e0"}}},
		{"exponent, relative tolerance", "1 1e0\n", "1 1\n", []string{"float_relative_tolerance", "1e-6"}, []Leniency{{ForgivenNumber, 1, "1", "1e0"}}},
		{"exponent in a text", "1e5\n", "1E5\n", nil, []Leniency{{ForgivenCase, 1, "1E5", "1e5"}}},
		{"plus", "+1\n", "1\n", []string{"float_tolerance", "1e-6"}, []Leniency{{ForgivenNumber, 1, "1", "+1"}}},
		{"leading zero", "01\n", "1\n", []string{"float_tolerance", "1e-6"}, []Leniency{{ForgivenNumber, 1, "1", "01"}}},
		{"negative zero", "-0\n", "0\n", []string{"float_tolerance", "1e-6"}, []Leniency{{ForgivenNumber, 1, "0", "-0"}}},
		{"no digit before the point", ".5\n", "0.5\n", []string{"float_tolerance", "1e-6"}, []Leniency{{ForgivenNumber, 1, "0.5", ".5"}}},
		{"the answer has it, too", "1E5\n", "1e5\n", []string{"float_tolerance", "1e-6"}, nil},
		{"a word among numbers", "1 yes\n", "1 YES\n", []string{"float_tolerance", "1e-6"}, []Leniency{{ForgivenCase, 1, "YES", "yes"}}},
		{"long words", strings.Repeat("a", 100), strings.Repeat("A", 100), nil, []Leniency{{ForgivenCase, 1, strings.Repeat("A", 64) + "…", strings.Repeat("a", 64) + "…"}}},
		{"words as long as are shown", strings.Repeat("a", 64), strings.Repeat("A", 64), nil, []Leniency{{ForgivenCase, 1, strings.Repeat("A", 64), strings.Repeat("a", 64)}}},
		{"behind what is looked at", strings.Repeat("x ", maxLeniencyScan/2) + "a", strings.Repeat("x ", maxLeniencyScan/2) + "A", nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			outcome := checkBuiltin(t, test.output, test.answer, test.args)
			if !outcome.Accepted {
				t.Fatalf("rejected: %s", outcome.Message)
			}
			if diff := cmp.Diff(test.want, outcome.Forgiven); diff != "" {
				t.Errorf("forgiven (-want +got):\n%s", diff)
			}
		})
	}
}

// checkBuiltin compares two texts with the built-in comparison.
func checkBuiltin(t testing.TB, output, answer string, args []string) Verdict {
	t.Helper()
	dir := t.TempDir()
	c := Case{Output: filepath.Join(dir, "out"), Answer: filepath.Join(dir, "ans"), Args: args}
	for path, text := range map[string]string{c.Output: output, c.Answer: answer} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	outcome, err := Builtin{}.Check(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

// Outputs that are accepted but rejected under case_sensitive are exactly those with a forgiven case.
func TestForgivenCaseIsWhatTheFlagRejects(t *testing.T) {
	text := rapid.StringMatching(`[aA1 \n]{0,8}`)
	rapid.Check(t, func(r *rapid.T) {
		output, answer := text.Draw(r, "output"), text.Draw(r, "answer")
		accepted := func(options Options) bool {
			mismatch, err := Compare(strings.NewReader(output), strings.NewReader(answer), options)
			if err != nil {
				r.Fatal(err)
			}
			return mismatch == nil
		}
		if !accepted(Options{}) {
			return
		}
		found, err := findLeniencies(strings.NewReader(output), strings.NewReader(answer), Options{})
		if err != nil {
			r.Fatal(err)
		}
		said := false
		for _, f := range found {
			said = said || f.Kind == ForgivenCase
		}
		if want := !accepted(Options{CaseSensitive: true}); said != want {
			r.Fatalf("said %v, the flag rejects: %v", said, want)
		}
	})
}

func TestNothingButCaseDiffers(t *testing.T) {
	for _, test := range []struct {
		output, answer string
		want           bool
	}{
		{"yes\nNO\n", "YES\nno\n", true},
		{"yes\n2\n", "YES\n1\n", false},
		{"1\n", "2\n", false},
		{"yes\n", "YES\nNO\n", false},
	} {
		outcome := checkBuiltin(t, test.output, test.answer, []string{CaseFlag})
		if outcome.Accepted || outcome.Difference.CaseOnly != test.want {
			t.Errorf("%q for %q: accepted %v, case only %v, want %v", test.output, test.answer, outcome.Accepted, outcome.Difference, test.want)
		}
	}
}
