package prebuilt_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"testing"

	"grundy/internal/games/prebuilt"
	"grundy/problems"
)

// TestPrograms starts the test's own executable as programs of the library, with their arguments and input.
func TestPrograms(t *testing.T) {
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		program, args, stdin string
		exit                 int
		stdout               string
	}{
		{"nim/input_validators/validate.go", "", "2\n3 5\n", 42, ""},
		{"nim/input_validators/validate.go", "", "2\n3 5 \n", 43, ""},
		{"nimduel/generators/heaps.go", "balanced 2 0 1", "", 0, "2\n0 0\n"},
		{"knights/submissions/accepted/knights.go", "", "1\n1\n0 4\n", 0, ""}, // its variables have values of their own
		{"nim/submissions/accepted/nim.go", "", "3\n3 4 5\n", 0, "FIRST 1 1"},
	} {
		source, err := fs.ReadFile(problems.Library, test.program)
		if err != nil {
			t.Fatal(err)
		}
		argument, found := prebuilt.Find(source)
		if !found {
			t.Errorf("%s: not found", test.program)
			continue
		}
		command := exec.CommandContext(t.Context(), own, append([]string{argument}, strings.Fields(test.args)...)...)
		command.Dir = t.TempDir() // generators write answers beside the input
		var stdout, stderr bytes.Buffer
		command.Stdin, command.Stdout, command.Stderr = strings.NewReader(test.stdin), &stdout, &stderr
		if err := command.Run(); command.ProcessState == nil {
			t.Fatal(err)
		}
		if got := command.ProcessState.ExitCode(); got != test.exit || !strings.HasPrefix(stdout.String(), test.stdout) {
			t.Errorf("%s %s with %q: exit code %d, printed %q, want %d, %q; it said %s",
				test.program, test.args, test.stdin, got, &stdout, test.exit, test.stdout, &stderr)
		}
	}
}

// TestChanged: a source that differs in one byte is not found.
func TestChanged(t *testing.T) {
	source, err := fs.ReadFile(problems.Library, "nim/input_validators/validate.go")
	if err != nil {
		t.Fatal(err)
	}
	if argument, found := prebuilt.Find(append(source, '\n')); found {
		t.Errorf("found %s for a changed source", argument)
	}
}
