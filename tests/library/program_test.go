package library_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grundy/tests/library/batch"
)

// root is the repository, relative to the working directory of go test.
const root = "../.."

// program is a command line to which arguments can be added.
type program []string

// outcome is the result of a program's run.
type outcome struct {
	stdout string
	stderr string
	exit   int
}

// String quotes everything, for the message of a failing test.
func (o outcome) String() string {
	return fmt.Sprintf("exit code %d\nstandard output:\n%s\nstandard error:\n%s", o.exit, o.stdout, o.stderr)
}

// run waits for the program; an end without an exit code fails the test.
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

// grundyProgram is the program itself: this test binary under its name (TestMain).
func grundyProgram(t *testing.T) program {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(t.TempDir(), grundy)
	if err := os.Symlink(self, binary); err != nil {
		t.Fatal(err)
	}
	return program{binary}
}

// goProgram builds a program of a single file, named from the root of the repository. Files are built by name because
// patterns do not match below problems.
func goProgram(t *testing.T, source string) program {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "program.exe")
	// The build needs no version, and git rejects a repository of another user.
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-buildvcs=false", "-o", binary, "./"+source)
	build.Dir = root
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", source, err, out)
	}
	return program{binary}
}

// batched is a program that handles all inputs of a test in one process.
type batched struct{ *batch.Program }

func (p batched) run(t *testing.T, stdin string, args ...string) outcome {
	t.Helper()
	answer, err := p.Run(batch.Request{Args: args, Stdin: []byte(stdin)})
	if err != nil {
		t.Fatalf("%v\ninput:\n%s", err, stdin)
	}
	return outcome{string(answer.Stdout), string(answer.Stderr), answer.Exit}
}

// inBatch starts programs in Go or Python, named from the root of the repository.
func inBatch(t *testing.T, sources ...string) map[string]batched {
	t.Helper()
	compiled := slices.DeleteFunc(slices.Clone(sources), func(source string) bool { return filepath.Ext(source) != ".go" })
	binary, err := batch.Build(t.Context(), root, t.TempDir(), compiled...)
	if err != nil {
		t.Fatal(err)
	}
	programs := map[string]batched{}
	for _, source := range sources {
		command := exec.Command(binary, source)
		if filepath.Ext(source) == ".py" {
			command = batch.Python(python(t), filepath.Join(root, source))
		}
		started, err := batch.Start(command)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := started.Close(); err != nil && !t.Failed() {
				t.Error(err)
			}
		})
		programs[source] = batched{started}
	}
	return programs
}

// python is the interpreter itself: the python3 in PATH may be a script that looks for one. Without additional
// packages (-I -S) it is the same on all machines.
func python(t *testing.T) []string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "python3", "-c", "import sys; print(sys.executable)").Output()
	if err != nil {
		t.Skip("needs python3: ", err)
	}
	return []string{strings.TrimSpace(string(out)), "-I", "-S"}
}
