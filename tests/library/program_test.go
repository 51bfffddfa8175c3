package library_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// root is the repository, seen from the folder that go test runs in.
const root = "../.."

// program is a command line to which arguments can be added.
type program []string

// outcome is what a program did.
type outcome struct {
	stdout string
	stderr string
	exit   int
}

// String quotes everything, for the message of a failing test.
func (o outcome) String() string {
	return fmt.Sprintf("exit code %d\nstandard output:\n%s\nstandard error:\n%s", o.exit, o.stdout, o.stderr)
}

// run waits for the program; what is not an exit of its own fails the test.
func (p program) run(t *testing.T, stdin string, args ...string) outcome {
	t.Helper()
	command := exec.CommandContext(t.Context(), p[0], append(p[1:len(p):len(p)], args...)...)
	var stdout, stderr bytes.Buffer
	command.Stdin, command.Stdout, command.Stderr = strings.NewReader(stdin), &stdout, &stderr
	var exit *exec.ExitError
	if err := command.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatalf("run %s: %v", strings.Join(command.Args, " "), err)
	}
	return outcome{stdout.String(), stderr.String(), command.ProcessState.ExitCode()}
}

// goProgram builds a package or a single file, named from the root of the repository. Files are built by name because
// patterns do not match below problems.
func goProgram(t *testing.T, source string) program {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "program.exe")
	// Nobody needs a version here, and git refuses a repository of somebody else.
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-buildvcs=false", "-o", binary, "./"+source)
	build.Dir = root
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", source, err, out)
	}
	return program{binary}
}

// pythonProgram is a script, named from the root of the repository, with the interpreter itself: the python3 of the path
// may be a script that looks for one, at ten times the cost. Without what is installed beside it (-I -S) it starts three
// times as fast.
func pythonProgram(t *testing.T, source string) program {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "python3", "-c", "import sys; print(sys.executable)").Output()
	if err != nil {
		t.Skipf("%s needs python3: %v", source, err)
	}
	return program{strings.TrimSpace(string(out)), "-I", "-S", filepath.Join(root, source)}
}

// anyProgram builds what is in Go, and interprets what is in Python.
func anyProgram(t *testing.T, source string) program {
	t.Helper()
	if filepath.Ext(source) == ".py" {
		return pythonProgram(t, source)
	}
	return goProgram(t, source)
}
