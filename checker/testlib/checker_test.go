package testlib

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grundy/tests/suite"
)

// divisor accepts a proper divisor of the input, printed after "yes". The answer file holds how many there are.
func divisor(c *Checker) {
	n := c.Input.Int("n", 1, 100)
	c.Input.End()
	count := c.Answer.Int("count", 0, 100)
	if c.Output.OneOf("verdict", "yes", "no") == "no" {
		if count > 0 {
			c.Tell("look again")
			c.Reject("there are %d divisors", count)
		}
		return
	}
	if x := c.Output.Int("divisor", 2, n-1); n%x != 0 {
		c.Reject("%d does not divide %d", x, n)
	}
	if len(c.Args) > 0 {
		c.AcceptMultiplier(0.125)
	}
}

func TestCheck(t *testing.T) {
	tests := []struct {
		name, input, answer, output string
		args                        []string
		exit                        int
		feedback                    map[string]string
	}{
		{name: "accepted", input: "12\n", answer: "4\n", output: "yes 4\n", exit: exitAccepted},
		{name: "white space and case", input: "12", answer: "4", output: "\r\n\t YES\v\f\n\n +04", exit: exitAccepted},
		{
			name: "a share of the score", input: "12\n", answer: "4\n", output: "yes 4", args: []string{"half"}, exit: exitAccepted,
			feedback: map[string]string{"score_multiplier.txt": "0.125\n"},
		},
		{
			name: "rejected", input: "12\n", answer: "4\n", output: "yes 5", exit: exitRejected,
			feedback: map[string]string{"judgemessage.txt": "5 does not divide 12\n"},
		},
		{
			name: "rejected with a word to the team", input: "12\n", answer: "4\n", output: "no", exit: exitRejected,
			feedback: map[string]string{"judgemessage.txt": "there are 4 divisors\n", "teammessage.txt": "look again\n"},
		},
		{
			name: "out of bounds", input: "12\n", answer: "4\n", output: "yes\n\n12\n", exit: exitRejected,
			feedback: map[string]string{"judgemessage.txt": "output, line 3: divisor: want an integer from 2 to 11, got \"12\"\n"},
		},
		{
			name: "other word", input: "12\n", answer: "4\n", output: "maybe", exit: exitRejected,
			feedback: map[string]string{"judgemessage.txt": "output, line 1: verdict: want yes or no, got \"maybe\"\n"},
		},
		{
			name: "empty", input: "12\n", answer: "4\n", output: " \n", exit: exitRejected,
			feedback: map[string]string{"judgemessage.txt": "output, line 2: verdict: want yes or no, got end of file\n"},
		},
		{
			name: "ends early", input: "12\n", answer: "4\n", output: "yes", exit: exitRejected,
			feedback: map[string]string{"judgemessage.txt": "output, line 1: divisor: want an integer from 2 to 11, got end of file\n"},
		},
		{
			name: "says more", input: "12\n", answer: "4\n", output: "yes 4\n4", exit: exitRejected,
			feedback: map[string]string{"judgemessage.txt": "output, line 2: want nothing more, got \"4\"\n"},
		},
		{
			name: "long nonsense is cut", input: "12\n", answer: "4\n", output: strings.Repeat("z", 1<<20), exit: exitRejected,
			feedback: map[string]string{
				"judgemessage.txt": "output, line 1: verdict: want yes or no, got \"" + strings.Repeat("z", 40) + "\"…\n",
			},
		},
		{
			name: "as long as is shown", input: "12\n", answer: "4\n", output: strings.Repeat("z", 40), exit: exitRejected,
			feedback: map[string]string{
				"judgemessage.txt": "output, line 1: verdict: want yes or no, got \"" + strings.Repeat("z", 40) + "\"\n",
			},
		},
		{
			name: "longer than any word may be", input: "12\n", answer: "4\n", output: strings.Repeat("z", longestWord+1), exit: exitRejected,
			feedback: map[string]string{"judgemessage.txt": "output, line 1: want words of at most 16777216 bytes, got a longer one\n"},
		},
		{
			name: "faulty input", input: "twelve\n", answer: "4\n", output: "yes 4", exit: exitFailed,
			feedback: map[string]string{"judgemessage.txt": "input, line 1: n: want an integer from 1 to 100, got \"twelve\"\n"},
		},
		{
			name: "input with more than it should have", input: "12 13\n", answer: "4\n", output: "yes 4", exit: exitFailed,
			feedback: map[string]string{"judgemessage.txt": "input, line 1: want nothing more, got \"13\"\n"},
		},
		{
			name: "faulty answer", input: "12\n", answer: "", output: "yes 4", exit: exitFailed,
			feedback: map[string]string{"judgemessage.txt": "answer, line 1: count: want an integer from 0 to 100, got end of file\n"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			feedback := t.TempDir() + "/"
			args := append([]string{write(t, dir, "1.in", test.input), write(t, dir, "1.ans", test.answer), feedback}, test.args...)
			if got := judge(args, strings.NewReader(test.output), divisor); got != test.exit {
				t.Errorf("exit code %d, want %d", got, test.exit)
			}
			entries, err := os.ReadDir(feedback)
			if err != nil {
				t.Fatal(err)
			}
			for _, entry := range entries {
				if _, wanted := test.feedback[entry.Name()]; !wanted {
					t.Errorf("unexpected feedback %s", entry.Name())
				}
			}
			for name, want := range test.feedback {
				got, err := os.ReadFile(filepath.Join(feedback, name))
				if err != nil || string(got) != want {
					t.Errorf("%s = %q, %v, want %q", name, got, err, want)
				}
			}
		})
	}
}

func TestCheckBlamesTheJudge(t *testing.T) {
	dir := t.TempDir()
	input := write(t, dir, "1.in", "12\n")
	answer := write(t, dir, "1.ans", "4\n")
	tests := []struct {
		name string
		args []string
	}{
		{"no arguments", nil},
		{"no feedback folder", []string{input, answer}},
		{"no input", []string{filepath.Join(dir, "2.in"), answer, dir}},
		{"no answer", []string{input, filepath.Join(dir, "2.ans"), dir}},
		{"feedback folder is missing", []string{input, answer, filepath.Join(dir, "missing")}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := judge(test.args, strings.NewReader("yes 5"), divisor); got != exitFailed {
				t.Errorf("exit code %d, want %d", got, exitFailed)
			}
		})
	}
}

func TestCheckerScoresAndAcceptsAtOnce(t *testing.T) {
	dir := t.TempDir()
	args := []string{write(t, dir, "1.in", "3\n"), write(t, dir, "1.ans", "\n"), dir}
	if got := judge(args, strings.NewReader("7 and more"), func(c *Checker) { c.AcceptScore(12.25) }); got != exitAccepted {
		t.Errorf("exit code %d, want %d", got, exitAccepted)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "score.txt")); err != nil || string(got) != "12.25\n" {
		t.Errorf("score.txt = %q, %v", got, err)
	}
	if got := judge(args, strings.NewReader("7 and more"), (*Checker).Accept); got != exitAccepted {
		t.Errorf("exit code %d, want %d", got, exitAccepted)
	}
	if got := judge(args, strings.NewReader(""), func(c *Checker) { c.Fail("no such thing") }); got != exitFailed {
		t.Errorf("exit code %d, want %d", got, exitFailed)
	}
}

func TestTokensReadsWhatIsThere(t *testing.T) {
	tokens := newTokens("output", strings.NewReader(" 1 2\n\x00é 3 "), func(format string, args ...any) {
		t.Errorf(format, args...)
	})
	if got := tokens.Ints("x", 2, 1, 2); got[0] != 1 || got[1] != 2 {
		t.Errorf("Ints = %v, want [1 2]", got)
	}
	if got := tokens.Word("word"); got != "\x00é" {
		t.Errorf("Word = %q", got)
	}
	if !tokens.More() || tokens.Int("x", 3, 3) != 3 || tokens.More() {
		t.Error("want one more word, then none")
	}
	tokens.End()
	longest := newTokens("output", strings.NewReader(strings.Repeat("z", longestWord)), func(format string, args ...any) {
		t.Errorf(format, args...)
	})
	if got := longest.Word("word"); len(got) != longestWord {
		t.Errorf("of the longest word %d bytes were read, want %d", len(got), longestWord)
	}
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	return suite.Write(t, filepath.Join(dir, name), text)
}
