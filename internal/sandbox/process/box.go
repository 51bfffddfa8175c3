package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"grundy/internal/bytesize"
	"grundy/internal/sandbox"
)

// Box runs programs in folders below its own.
type Box struct {
	dir string

	mu     sync.Mutex // one run at a time
	closed bool
}

// Path is the path on the host: nothing is mounted.
func (b *Box) Path(mount sandbox.Mount, elem ...string) string {
	return filepath.Join(append([]string{mount.Host}, elem...)...)
}

// Close removes the box's folder.
func (b *Box) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	return removeTree(b.dir)
}

// Run performs one run; see sandbox.Box.
func (b *Box) Run(ctx context.Context, spec sandbox.Spec) (sandbox.Result, error) {
	defer sandbox.Release(spec)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return sandbox.Result{}, errors.New("sandbox: the box is closed")
	}
	if ctx.Err() != nil {
		return sandbox.Result{}, context.Cause(ctx)
	}
	result, err := b.run(ctx, spec)
	if err != nil && !errors.Is(err, context.Cause(ctx)) {
		return result, fmt.Errorf("sandbox: %w", err)
	}
	return result, err
}

func (b *Box) run(ctx context.Context, spec sandbox.Spec) (sandbox.Result, error) {
	work, err := os.MkdirTemp(b.dir, "work-")
	if err != nil {
		return sandbox.Result{}, err
	}
	// What cannot be removed now, because an escaped process still writes there, Close tries again.
	defer func() { _ = removeTree(work) }()
	if err := copyIn(spec.Copies, work); err != nil {
		return sandbox.Result{}, err
	}
	if spec.ReadOnlyWork {
		if err := os.Chmod(work, 0o555); err != nil {
			return sandbox.Result{}, err
		}
	}
	result, err := execute(ctx, spec, work)
	if err != nil || spec.Export == "" || result.Exit != 0 || result.Breach != sandbox.NoBreach {
		return result, err
	}
	e := exporter{limit: spec.ExportLimit}
	err = e.export(work, spec.Export)
	if errors.Is(err, errExportLimit) {
		result.Breach, err = sandbox.OutputBreach, nil
	}
	return result, err
}

// execute starts the program and sees it to its end.
func execute(ctx context.Context, spec sandbox.Spec, work string) (sandbox.Result, error) {
	if len(spec.Args) == 0 {
		return sandbox.Result{}, errors.New("no command")
	}
	path, err := lookup(spec.Args[0], spec.Env, work)
	if err != nil {
		return sandbox.Result{}, err
	}
	stdin := spec.Stdin.Pipe()
	if spec.Stdin.Path() != "" {
		if stdin, err = openInput(spec.Stdin.Path()); err != nil {
			return sandbox.Result{}, err
		}
		defer stdin.Close()
	}
	cmd := &exec.Cmd{
		Path: path, Args: spec.Args, Dir: work,
		// Not nil, which would mean the judge's own environment.
		Env:         append([]string{}, spec.Env...),
		SysProcAttr: groupAttr(),
	}
	// Only files, so that Wait waits for the program and not for whoever else holds its streams. A nil *os.File in an
	// interface would not be nil.
	if stdin != nil {
		cmd.Stdin = stdin
	}
	if spec.Stdout != nil {
		cmd.Stdout = spec.Stdout
	}
	if spec.Stderr != nil {
		cmd.Stderr = spec.Stderr
	}
	started := time.Now()
	if cmd, err = start(cmd); err != nil {
		return sandbox.Result{}, err
	}
	sandbox.Release(spec)
	w := &watch{cmd: cmd, spec: spec, started: started}
	return w.follow(ctx)
}

// openInput opens a file for reading. Opening a named pipe would block until somebody writes.
func openInput(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("input %s is not a regular file", path)
	}
	return os.Open(path)
}

// start starts a command. A freshly written executable may still be open in a process that another goroutine has just
// forked (golang/go#22315), which passes.
func start(cmd *exec.Cmd) (*exec.Cmd, error) {
	const tries = 100
	for try := 1; ; try++ {
		again := *cmd
		err := again.Start()
		if err == nil || try == tries || !isBusy(err) {
			return &again, err
		}
		time.Sleep(time.Millisecond)
	}
}

// outputHit tells whether a standard stream that is a file went past the limit.
func outputHit(spec sandbox.Spec) bool {
	if spec.Limits.Output == 0 {
		return false
	}
	for _, file := range []*os.File{spec.Stdout, spec.Stderr} {
		if file == nil {
			continue
		}
		info, err := file.Stat()
		if err == nil && info.Mode().IsRegular() && bytesize.Size(info.Size()) > spec.Limits.Output {
			return true
		}
	}
	return false
}
