package namespaces

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/sys/unix"

	"grundy/internal/sandbox"
)

// Box is the judge's end of a sandbox.
type Box struct {
	socket   socket
	receiver *receiver
	pid      int // of the init
	group    *cgroupDirs
	anchor   string

	laps []lap // of the last run, when setup.Timed

	mu     sync.Mutex // one run at a time
	broken error      // why no more runs are possible
	closed bool
}

// Run performs one run; see sandbox.Box.
func (b *Box) Run(ctx context.Context, spec sandbox.Spec) (sandbox.Result, error) {
	defer sandbox.Release(spec)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.broken != nil {
		return sandbox.Result{}, b.broken
	}
	if ctx.Err() != nil {
		return sandbox.Result{}, context.Cause(ctx)
	}
	req, files, release, err := translate(spec)
	if err != nil {
		return sandbox.Result{}, fmt.Errorf("sandbox: %w", err)
	}
	defer release()
	data := encode(req)
	if len(data) > maxMessage {
		return sandbox.Result{}, fmt.Errorf("sandbox: command line and environment take %d bytes, more than %d", len(data), maxMessage)
	}
	if err := b.socket.send(data, files...); err != nil {
		return sandbox.Result{}, b.fail(err)
	}
	// The message holds copies of its own now.
	sandbox.Release(spec)
	sent := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		_ = b.socket.send(cancelMessage)
		close(sent)
	})
	answer, err := b.receive(spec.Waiting)
	b.laps = answer.Laps
	if !stop() {
		<-sent // or it might reach the next run
	}
	switch {
	case err != nil:
		return sandbox.Result{}, b.fail(err)
	case answer.Error != "":
		return sandbox.Result{}, fmt.Errorf("sandbox: %s", answer.Error)
	case answer.Cancelled:
		return answer.Result, context.Cause(ctx)
	}
	return answer.Result, nil
}

// fail remembers that the init is gone.
func (b *Box) fail(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, unix.EPIPE) {
		err = errors.New("the sandbox's first process has died")
	}
	b.broken = fmt.Errorf("sandbox: %w", err)
	return b.broken
}

// receive waits for the answer, and passes on what the init tells before it.
func (b *Box) receive(waiting func(bool)) (reply, error) {
	var answer reply
	for {
		data, files, err := b.socket.receive(b.receiver)
		closeAll(files)
		if err != nil {
			return answer, err
		}
		waits := string(data) == string(waitingMessage)
		if !waits && string(data) != string(computingMessage) {
			return answer, decode(&answer, data)
		}
		if waiting != nil {
			waiting(waits)
		}
	}
}

// Path tells where programs see a file below a mount.
func (b *Box) Path(mount sandbox.Mount, elem ...string) string {
	return filepath.Join(append([]string{boxPath(mount)}, elem...)...)
}

// Close ends the init, and with it everything in its namespaces.
func (b *Box) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil
	}
	b.closed = true
	if b.broken == nil {
		b.broken = errors.New("sandbox: the box is closed")
	}
	errs := []error{b.socket.close(), unix.Kill(b.pid, unix.SIGKILL)}
	for {
		if _, err := unix.Wait4(b.pid, nil, 0, nil); !errors.Is(err, unix.EINTR) {
			errs = append(errs, err)
			break
		}
	}
	return errors.Join(append(errs, b.group.remove(), os.Remove(b.anchor))...)
}

// translate makes the request for a spec. The descriptors stay valid until release is called.
func translate(spec sandbox.Spec) (req *request, files []int, release func(), err error) {
	release = func() {}
	req = &request{
		Args: spec.Args, Env: spec.Env, Copies: spec.Copies, ReadOnlyWork: spec.ReadOnlyWork, Limits: spec.Limits,
		ExportLimit: spec.ExportLimit,
	}
	for _, mount := range spec.Mounts {
		req.Mounts = append(req.Mounts, bind{Host: mount.Host, Path: boxPath(mount), Writable: mount.Writable})
	}
	if path := spec.Stdin.Path(); path != "" {
		if req.StdinPath, err = filepath.Abs(path); err != nil {
			return nil, nil, release, err
		}
	}
	add := func(file *os.File) bool {
		if file == nil {
			return false
		}
		files = append(files, int(file.Fd()))
		return true
	}
	req.StdinPipe, req.Stdout, req.Stderr = add(spec.Stdin.Pipe()), add(spec.Stdout), add(spec.Stderr)
	if spec.Export != "" {
		dir, err := os.Open(spec.Export)
		if err != nil {
			return nil, nil, release, err
		}
		release = func() { dir.Close() }
		req.Export = add(dir)
	}
	return req, files, release, nil
}
