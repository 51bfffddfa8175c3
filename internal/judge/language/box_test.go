package language_test

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"grundy/internal/judge/sandbox"
)

// box runs programs on the host, in a fresh directory, without any isolation or limit.
type box struct {
	t    *testing.T
	runs []sandbox.Spec
	// force, if not nil, replaces the facts of a run.
	force *sandbox.Result
}

func (b *box) Path(mount sandbox.Mount, elem ...string) string {
	return filepath.Join(append([]string{mount.Host}, elem...)...)
}

func (b *box) Close() error { return nil }

func (b *box) Run(ctx context.Context, spec sandbox.Spec) (sandbox.Result, error) {
	b.runs = append(b.runs, spec)
	work := b.t.TempDir()
	for _, c := range spec.Copies {
		if err := os.CopyFS(filepath.Join(work, c.To), os.DirFS(c.Host)); err != nil {
			return sandbox.Result{}, err
		}
	}
	if b.force != nil {
		return *b.force, nil
	}
	command := exec.CommandContext(ctx, spec.Args[0], spec.Args[1:]...)
	command.Dir, command.Env = work, spec.Env
	if spec.Stdout != nil {
		command.Stdout = spec.Stdout
	}
	if spec.Stderr != nil {
		command.Stderr = spec.Stderr
	}
	if path := spec.Stdin.Path(); path != "" {
		file, err := os.Open(path)
		if err != nil {
			return sandbox.Result{}, err
		}
		defer file.Close()
		command.Stdin = file
	}
	start := time.Now()
	err := command.Run()
	for attempt := 0; errors.Is(err, syscall.ETXTBSY) && attempt < 50; attempt++ { // golang/go#22315
		time.Sleep(10 * time.Millisecond)
		again := exec.CommandContext(ctx, spec.Args[0], spec.Args[1:]...)
		again.Dir, again.Env, again.Stdin, again.Stdout, again.Stderr = work, spec.Env, command.Stdin, command.Stdout, command.Stderr
		command, err = again, again.Run()
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return sandbox.Result{}, err
	}
	result := sandbox.Result{Exit: command.ProcessState.ExitCode(), Wall: time.Since(start)}
	if status, ok := command.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		result.Signal = int(status.Signal())
	}
	if result.Exit == 0 && spec.Export != "" {
		// os.CopyFS does not overwrite, and the directory is empty.
		return result, os.CopyFS(spec.Export, os.DirFS(work))
	}
	return result, ctx.Err()
}

// capture runs a spec with the given input and returns what it printed.
func (b *box) capture(spec sandbox.Spec, input string) (string, sandbox.Result, error) {
	b.t.Helper()
	in := filepath.Join(b.t.TempDir(), "in")
	if err := os.WriteFile(in, []byte(input), 0o600); err != nil {
		b.t.Fatal(err)
	}
	out, err := os.Create(filepath.Join(b.t.TempDir(), "out"))
	if err != nil {
		b.t.Fatal(err)
	}
	defer out.Close()
	spec.Stdin, spec.Stdout, spec.Stderr = sandbox.FromPath(in), out, out
	result, err := b.Run(b.t.Context(), spec)
	if err != nil {
		return "", result, err
	}
	if _, err := out.Seek(0, io.SeekStart); err != nil {
		b.t.Fatal(err)
	}
	text, err := io.ReadAll(out)
	return string(text), result, err
}
