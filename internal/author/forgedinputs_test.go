package author

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

func TestForgedFiles(t *testing.T) {
	const text = "3 10\n4 0 5\n"
	want := map[string]string{
		"nothing in it":                         "",
		"a blank at the beginning":              " 3 10\n4 0 5\n",
		"a blank at the end of a line":          "3 10 \n4 0 5\n",
		"two blanks between words":              "3  10\n4 0 5\n",
		"an empty line at the end":              "3 10\n4 0 5\n\n",
		"no newline at the end":                 "3 10\n4 0 5",
		"CRLF at the ends of lines":             "3 10\r\n4 0 5\r\n",
		"a leading zero":                        "03 10\n4 0 5\n",
		"a plus sign":                           "+3 10\n4 0 5\n",
		"a number of thirty digits":             "123456789012345678901234567890 10\n4 0 5\n",
		"a further word at the end":             "3 10\n4 0 5\n1\n",
		"the first and the last word exchanged": "5 10\n4 0 3\n",
	}
	for _, change := range forgedFiles {
		if got := string(change.make([]byte(text))); change.level != problem.Error && got != want[change.name] {
			t.Errorf("%s: %q, want %q", change.name, got, want[change.name])
		}
	}
	for _, change := range forgedFiles[3:] {
		if got := change.make([]byte("0")); got != nil && !strings.HasSuffix(change.name, "the end") && !strings.HasSuffix(change.name, "the beginning") && change.name[:4] != "CRLF" {
			t.Errorf("%s of a lone zero: %q, want none", change.name, got)
		}
	}
}

// Validators are tried on changes of inputs and answers that one of them must refuse.
func TestVerifyTriesValidators(t *testing.T) {
	strict := regexp.MustCompile(`^(0|[1-9][0-9]{0,5})( (0|[1-9][0-9]{0,5}))*\n$`)
	words := regexp.MustCompile(`^\s*\+?\d+(\s+\+?\d+)*\s*$`)
	for _, test := range []struct {
		name    string
		answers bool
		accepts func(program, made string) bool
		want    []string
	}{
		{"strict", false, func(_, made string) bool { return strict.MatchString(made) && made == "1 2\n" }, nil},
		{"everything", false, func(string, string) bool { return true }, []string{
			"input_trials error: input_validators/v.py: it accepts every input: junk, other white space, leading zeros, signs, other ends of lines",
		}},
		{"one of two looks", false, func(program, made string) bool {
			return program != "input_validators/v.py" || strict.MatchString(made)
		}, []string{"input_trials note: data/sample-1.in: no input validator refuses it with the first and the last word exchanged"}},
		{"junk", false, func(_, made string) bool { return !strings.ContainsAny(made, "12") }, []string{
			"input_trials error: data/sample-1.in: no input validator refuses it with nothing in it, other words in it",
		}},
		{"words alone", false, func(_, made string) bool { return words.MatchString(made) && len(made) < 20 }, []string{
			"input_trials warning: data/sample-1.in: no input validator refuses it with a blank at the beginning, a blank at the end of a line, " +
				"two blanks between words, an empty line at the end, no newline at the end, CRLF at the ends of lines, a leading zero, " +
				"a plus sign, a further word at the end",
			"input_trials note: data/sample-1.in: no input validator refuses it with the first and the last word exchanged",
		}},
		{"answers", true, func(program, made string) bool { return program == "answer_validators/a.py" }, []string{
			"answer_trials error: answer_validators/a.py: it accepts every answer: junk, other white space, leading zeros, signs, other ends of lines",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newPackage(t)
			for _, c := range p.Data.AllCases() {
				suite.Write(t, c.Input, "1 2\n")
				suite.Write(t, c.Answer, "3 4\n")
			}
			p.InputValidators = []problem.Program{{Name: "input_validators/v.py"}, {Name: "input_validators/w.py"}}
			if test.answers {
				p.AnswerValidators = []problem.Program{{Name: "answer_validators/a.py"}}
			}
			f, err := verify(t, p, newJudge(), &fakeValidator{accepts: test.accepts}, Options{Jobs: 2})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, text := range f.texts() {
				if strings.Contains(text, "_trials ") {
					got = append(got, text)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("faults differ (-want +got):\n%s", diff)
			}
		})
	}
}
