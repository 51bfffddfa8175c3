package process

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/fsutil"
	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/activity"
)

// Box runs programs in directories below its own.
type Box struct {
	dir string

	mu     sync.Mutex // serialises runs
	closed bool
}

// Path returns the path on the host, since nothing is mounted. For a writable mount it is that of a copy.
func (b *Box) Path(mount sandbox.Mount, elem ...string) string {
	path := mount.Host
	if mount.Writable {
		path = filepath.Join(b.dir, sharedName)
	}
	return filepath.Join(append([]string{path}, elem...)...)
}

// sharedName is the directory of the box that takes the place of a writable mount.
const sharedName = "shared"

// Close removes the box's directory.
func (b *Box) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	return fsutil.RemoveAll(b.dir)
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
	work, err := os.MkdirTemp(b.dir, sandbox.WorkPrefix)
	if err != nil {
		return sandbox.Result{}, err
	}
	// An escaped process may still write there. Close then tries again to remove the rest.
	defer func() { _ = fsutil.RemoveAll(work) }()
	if err := copyIn(spec.Copies, work); err != nil {
		return sandbox.Result{}, err
	}
	if spec.ReadOnlyWork {
		if err := os.Chmod(work, 0o555); err != nil {
			return sandbox.Result{}, err
		}
	}
	giveBack, err := b.lend(spec)
	if err != nil {
		return sandbox.Result{}, err
	}
	if spec.Env, err = b.ownTemporary(spec.Env); err != nil {
		return sandbox.Result{}, err
	}
	result, err := execute(ctx, spec, work)
	if err != nil {
		return result, err
	}
	if spec.Export != "" && result.Exit == 0 && result.Breach == sandbox.NoBreach {
		e := exporter{most: maxExported, limit: spec.ExportLimit}
		err = e.export(work, spec.Export)
	}
	if err == nil {
		err = giveBack()
	}
	if errors.Is(err, errExportLimit) {
		err = nil
		if result.Breach == sandbox.NoBreach {
			result.Breach = sandbox.OutputBreach
		}
	}
	return result, err
}

// ownTemporary redirects variables that lead to /tmp to a new directory.
func (b *Box) ownTemporary(env []string) ([]string, error) {
	dir := filepath.Join(b.dir, "tmp")
	if err := fsutil.RemoveAll(dir); err != nil {
		return nil, err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	return sandbox.OwnTemporary(env, dir), nil
}

// lend copies the host's directory of a writable mount. giveBack replaces the original by the copy.
func (b *Box) lend(spec sandbox.Spec) (giveBack func() error, err error) {
	i := slices.IndexFunc(spec.Mounts, func(m sandbox.Mount) bool { return m.Writable })
	if i < 0 {
		return func() error { return nil }, nil
	}
	host, shared := spec.Mounts[i].Host, b.Path(spec.Mounts[i])
	if err := fsutil.RemoveAll(shared); err != nil {
		return nil, err
	}
	return func() error {
		before, err := os.ReadDir(host)
		if err != nil {
			return err
		}
		for _, entry := range before {
			if err := os.RemoveAll(filepath.Join(host, entry.Name())); err != nil {
				return err
			}
		}
		if info, err := os.Lstat(shared); err != nil || !info.IsDir() || os.Chmod(shared, 0o700) != nil {
			return nil
		}
		e := exporter{most: sandbox.MaxReturned, limit: spec.Limits.Output}
		return errors.Join(e.export(shared, host), fsutil.RemoveAll(shared))
	}, copyTree(host, shared, 0)
}

// execute starts the program and follows it to its end.
func execute(ctx context.Context, spec sandbox.Spec, work string) (sandbox.Result, error) {
	if len(spec.Args) == 0 {
		return sandbox.Result{}, errors.New("no command")
	}
	path, err := lookup(spec.Args[0], spec.Env, work)
	if err != nil {
		return sandbox.Result{}, &sandbox.StartError{Command: spec.Args[0], Err: err}
	}
	stdin := cmp.Or(spec.Stdin.Pipe(), spec.Stdin.File())
	if spec.Stdin.Path() != "" {
		if stdin, err = openInput(spec.Stdin.Path()); err != nil {
			return sandbox.Result{}, err
		}
		defer stdin.Close()
	}
	cmd := &exec.Cmd{
		Path: path, Args: spec.Args, Dir: work,
		// nil would mean the judge's own environment.
		Env:         append([]string{}, spec.Env...),
		SysProcAttr: groupAttr(),
	}
	// Pass only files, so that Wait waits for the program and not for other processes that hold its streams. A nil
	// *os.File in an interface would not be nil.
	if stdin != nil {
		cmd.Stdin = stdin
	}
	if spec.Stdout != nil {
		cmd.Stdout = spec.Stdout
	}
	if spec.Stderr != nil {
		cmd.Stderr = spec.Stderr
	}
	input := ""
	if stdin != nil {
		input = activity.InputName(int(stdin.Fd()))
	}
	started := time.Now()
	if cmd, err = start(cmd, spec.Limits); err != nil {
		return sandbox.Result{}, &sandbox.StartError{Command: spec.Args[0], Err: err}
	}
	sandbox.Release(spec)
	w := &watch{cmd: cmd, spec: spec, started: started, input: input}
	return w.follow(ctx)
}

// openInput opens a file for reading. Opening a named pipe would block until it has a writer.
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

// start starts a command. If a process that another goroutine has just forked still holds a newly written executable
// open (golang/go#22315), start tries again.
func start(cmd *exec.Cmd, limits sandbox.Limits) (*exec.Cmd, error) {
	const tries = 3000 // on a busy machine the other process may have to wait for long
	for try := 1; ; try++ {
		again := *cmd
		err := startWith(limits, again.Start)
		if withoutSession(cmd, err) {
			continue
		}
		if err == nil || try == tries || !isBusy(err) {
			return &again, err
		}
		time.Sleep(time.Millisecond)
	}
}

// outputHit reports whether a standard stream that is a file exceeded the limit.
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
