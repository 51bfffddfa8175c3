package testlib

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestPrograms: messages of whole programs go to standard error, at most one line.
func TestPrograms(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		program, args, stdin string
		exit                 int
		stdout, stderr       string
	}{
		{"generator", "equal 1 0 seed word", "", 0, "word\n", ""},
		{"generator", "equal 6", "", 1, "", "argument 2: n: want an integer from 1 to 5, got \"6\"\n"},
		{"validator", "", "9\n", 42, "", ""},
		{"validator", "", "0\n", 43, "", "line 1, column 1: n: want an integer from 1 to 9, got \"0\"\n"},
		{"visualizer", os.DevNull + " " + os.DevNull, "", 1, "", "too hard\n"},
	} {
		var stdout, stderr bytes.Buffer
		cmd := exec.Command(self, strings.Fields(test.args)...)
		cmd.Env = append(os.Environ(), "TESTLIB_PROGRAM="+test.program)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(test.stdin), &stdout, &stderr
		if got := exitCode(t, cmd); got != test.exit {
			t.Errorf("%s %s: exit code %d, want %d", test.program, test.args, got, test.exit)
		}
		if !strings.HasSuffix(stdout.String(), test.stdout) || test.stdout == "" && stdout.Len() > 0 {
			t.Errorf("%s %s: printed %q, want %q at the end", test.program, test.args, &stdout, test.stdout)
		}
		if got := stderr.String(); got != test.stderr {
			t.Errorf("%s %s: said %q, want %q", test.program, test.args, got, test.stderr)
		}
	}
}
