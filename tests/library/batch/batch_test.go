package batch_test

import (
	"os/exec"
	"strings"
	"testing"

	"grundy/tests/library/batch"
)

const root = "../../.."

// start starts a program of testdata, or of the repository.
func start(t *testing.T, source string) *batch.Program {
	t.Helper()
	var command *exec.Cmd
	if strings.HasSuffix(source, ".py") {
		if _, err := exec.LookPath("python3"); err != nil {
			t.Skip("needs python3: ", err)
		}
		command = batch.Python([]string{"python3", "-I"}, root+"/"+source)
	} else {
		binary, err := batch.Build(t.Context(), root, t.TempDir(), source)
		if err != nil {
			t.Fatal(err)
		}
		command = exec.Command(binary, source)
	}
	program, err := batch.Start(command)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := program.Close(); err != nil {
			t.Error(err)
		}
	})
	return program
}

// TestCallsAreLikeStarts calls programs that count their calls in variables: no state survives a call.
func TestCallsAreLikeStarts(t *testing.T) {
	for _, source := range []string{"tests/library/batch/testdata/count.go", "tests/library/batch/testdata/count.py"} {
		t.Run(source, func(t *testing.T) {
			program := start(t, source)
			for _, tt := range []struct {
				stdin, arg     string
				exit           int
				stdout, stderr string
			}{
				{"a b c", "", 0, "1 call, 3 words\n", ""},
				{"a b", "3", 3, "1 call, 2 words\n", "as told\n"},
				{"", "", 0, "1 call, 0 words\n", ""},
				{"a", "", 0, "1 call, 1 words\n", ""},
			} {
				got, err := program.Run(batch.Request{Args: strings.Fields(tt.arg), Stdin: []byte(tt.stdin)})
				if err != nil {
					t.Fatal(err)
				}
				if got.Exit != tt.exit || string(got.Stdout) != tt.stdout || string(got.Stderr) != tt.stderr {
					t.Errorf("%q with %q: got %d, %q, %q, want %d, %q, %q", tt.stdin, tt.arg, got.Exit, got.Stdout, got.Stderr, tt.exit, tt.stdout, tt.stderr)
				}
			}
			got, err := program.Run(batch.Request{Args: []string{"crash"}})
			if err != nil || got.Exit == 0 || !strings.Contains(string(got.Stderr), "index out of range") {
				t.Errorf("a crash: got %d, %q, %v", got.Exit, got.Stderr, err)
			}
		})
	}
}

// TestValidatorsEndTheirCall checks that programs that package testlib ends answer as well.
func TestValidatorsEndTheirCall(t *testing.T) {
	validator := start(t, "problems/nim/input_validators/validate.go")
	for _, tt := range []struct {
		stdin string
		want  int
	}{{"1\n5\n", 42}, {"1\n5", 43}, {"1\n5\n", 42}} {
		if got, err := validator.Run(batch.Request{Stdin: []byte(tt.stdin)}); err != nil || got.Exit != tt.want {
			t.Errorf("%q: got %d, %v, want %d", tt.stdin, got.Exit, err, tt.want)
		}
	}
}

func TestRewriteFaults(t *testing.T) {
	if _, err := batch.Rewrite("a.go", "package main\nfunc main() {"); err == nil || !strings.Contains(err.Error(), "a.go:2") {
		t.Errorf("got error %v, want one that names a.go:2", err)
	}
}
