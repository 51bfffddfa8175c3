//go:build amd64 || arm64

package backend

import (
	"context"
	"errors"
	"os"
	"syscall"
	"testing"

	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/process"
)

// answers is a host with one box, whose n-th run ends as given.
type answers struct {
	box
	tier   sandbox.Tier
	n      int
	result sandbox.Result
	err    error
	runs   []sandbox.Spec
}

func (a *answers) Open(context.Context, sandbox.Config) (sandbox.Box, error) { return a, nil }

func (a *answers) Tier() sandbox.Tier { return a.tier }

func (a *answers) Close() error {
	a.box.closed++
	return nil
}

func (a *answers) Run(_ context.Context, spec sandbox.Spec) (sandbox.Result, error) {
	a.runs = append(a.runs, spec)
	if len(a.runs) == a.n {
		return a.result, a.err
	}
	if spec.Export != "" {
		return sandbox.Result{}, os.WriteFile(spec.Export+"/"+programName, nil, 0o600)
	}
	return sandbox.Result{}, nil
}

func TestTrial(t *testing.T) {
	refused := errors.New("refused")
	unstarted := &sandbox.StartError{Command: "./program", Err: syscall.EACCES}
	for _, test := range []struct {
		name   string
		tier   sandbox.Tier
		n      int // the run that ends like this
		result sandbox.Result
		err    error
		want   error
		text   string
	}{
		{name: "it passes", tier: sandbox.Rootless},
		{"no compiler", sandbox.Rootless, 1, sandbox.Result{}, refused, refused, "try a run like a compiler's or a submission's: refused"},
		{"no checker", sandbox.Rootless, 2, sandbox.Result{}, refused, refused, "try a run like a checker's: refused"},
		{
			"a program that cannot be executed", sandbox.Rootless, 1,
			sandbox.Result{},
			unstarted, syscall.EACCES,
			`try a run like a compiler's or a submission's: start "./program": permission denied`,
		},
		{"one in a folder for files without isolation", sandbox.NotIsolated, 1, sandbox.Result{}, unstarted, nil, ""},
		{
			"a filter that kills", sandbox.Rootless, 2,
			sandbox.Result{Exit: -1, Signal: int(syscall.SIGSYS)},
			nil, syscall.ENOSYS,
			`try a run like a checker's: the program ended with exit code -1, signal 31, breach ""`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			scratch, a := t.TempDir(), &answers{tier: test.tier, n: test.n, result: test.result, err: test.err}
			proven, err := prove(t.Context(), a, scratch, sandbox.Config{Name: "0"})
			if !errors.Is(err, test.want) || err != nil && err.Error() != test.text {
				t.Errorf("got %v, want %s", err, test.text)
			}
			if left, err := os.ReadDir(scratch); err != nil || len(left) > 0 {
				t.Errorf("left: %v, %v", left, err)
			}
			if test.text != "" {
				if proven != nil || a.box.closed != 2 { // the box and the host
					t.Errorf("of a host that failed something is left open: %d", a.box.closed)
				}
				return
			}
			if box, err := proven.Open(t.Context(), sandbox.Config{Name: "0"}); err != nil || box != sandbox.Box(a) || a.box.closed > 0 {
				t.Errorf("got %v, %v, want the box of the trial", box, err)
			}
		})
	}
}

func TestTrialWithoutIsolation(t *testing.T) {
	host, err := prove(t.Context(), process.New(t.TempDir()), t.TempDir(), sandbox.Config{Name: "0"})
	if err != nil {
		t.Fatal(err)
	}
	if err := host.Close(); err != nil {
		t.Error(err)
	}
}
