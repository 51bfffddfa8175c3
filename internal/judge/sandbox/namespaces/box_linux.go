package namespaces

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"grundy/internal/base/fsutil"
	"grundy/internal/judge/sandbox"
)

// Box is the judge's end of a sandbox.
type Box struct {
	socket   socket
	words    int // pipe with what the init says when it crashes
	receiver *receiver
	pid      int              // of the init
	end      *unix.WaitStatus // of the init; nil until it is collected
	group    *cgroupDirs
	anchor   string
	plain    bool // has no namespaces

	laps []lap // of the last run, when setup.Timed

	mu     sync.Mutex // serialises runs
	broken error      // why the box can make no more runs
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
	req, files, release, err := b.translate(spec)
	defer release()
	if err != nil {
		return sandbox.Result{}, fmt.Errorf("sandbox: %w", err)
	}
	data := encode(req)
	if len(data) > maxMessage {
		return sandbox.Result{}, fmt.Errorf("sandbox: command line and environment take %d bytes, more than %d", len(data), maxMessage)
	}
	if err := b.socket.send(data, files...); err != nil {
		return sandbox.Result{}, b.fail(err)
	}
	// The sent message holds copies of its own.
	sandbox.Release(spec)
	sent := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		_ = b.socket.send(cancelMessage)
		close(sent)
	})
	answer, err := b.receive(spec)
	b.laps = answer.Laps
	if !stop() {
		<-sent // otherwise the cancellation might reach the next run
	}
	switch {
	case err != nil:
		return sandbox.Result{}, b.fail(err)
	case answer.Unstarted:
		return sandbox.Result{}, &sandbox.StartError{Command: spec.Args[0], Err: syscall.Errno(answer.Errno)}
	case answer.Error != "":
		return sandbox.Result{}, fmt.Errorf("sandbox: %w", answer.err())
	case answer.Cancelled:
		return answer.Result, context.Cause(ctx)
	}
	return answer.Result, nil
}

// fail records that the init is gone.
func (b *Box) fail(err error) error {
	b.broken = fmt.Errorf("sandbox: %w", b.explain(err))
	return b.broken
}

// explain turns the end of the connection into the reason for which the init has died.
func (b *Box) explain(err error) error {
	if !errors.Is(err, io.EOF) && !errors.Is(err, unix.EPIPE) {
		return err
	}
	var buffer [4096]byte
	n, _ := unix.Read(b.words, buffer[:])
	words, _, _ := strings.Cut(strings.TrimSpace(string(buffer[:max(n, 0)])), "\n")
	return &deathError{words, causeOf(words, b.wait())}
}

// causeOf returns the system's error for which an init has ended, or 0 if it is unknown or there was none. A filter
// of system calls may kill instead of refusing, so that an init which cannot even speak to the judge ends silently.
func causeOf(words string, status unix.WaitStatus) unix.Errno {
	if status.Signal() == unix.SIGSYS || words == "" && status.Exited() {
		return unix.ENOSYS
	}
	for _, errno := range []unix.Errno{unix.EPERM, unix.EACCES, unix.ENOSYS, unix.EINVAL} {
		if strings.HasSuffix(words, errno.Error()) {
			return errno
		}
	}
	return 0
}

// wait collects the ended init, once.
func (b *Box) wait() unix.WaitStatus {
	if b.end == nil {
		b.end = new(unix.WaitStatus)
		_ = uninterrupted(func() error { // only this process can collect it
			_, err := unix.Wait4(b.pid, b.end, 0, nil)
			return err
		})
		if b.plain {
			session(b.pid).abandoned()
		}
	}
	return *b.end
}

// deathError is the end of an init while its judge lives on.
type deathError struct {
	words string
	cause unix.Errno // see causeOf
}

func (e *deathError) Error() string {
	const died = "the sandbox's first process has died"
	switch {
	case e.words != "":
		return died + ": " + e.words
	case e.cause != 0:
		return died + ": a filter of system calls forbids what it does"
	}
	return died
}

func (e *deathError) Unwrap() error {
	if e.cause == 0 {
		return nil
	}
	return e.cause
}

// Hint distinguishes the system's limits, which end the runtime, from faults of the judge. A killed init says
// nothing.
func (e *deathError) Hint() string {
	switch {
	case e.cause != 0:
		return "grundy was started under a filter of system calls: let it allow what boxes need, or start grundy without it"
	case e.words == "":
		return "it was killed, perhaps by the kernel because memory ran out: see dmesg"
	case strings.Contains(e.words, "OS thread"), strings.Contains(e.words, "memory"):
		return "raise ulimit -u and ulimit -v: they bound the processes and the address space of this user"
	}
	return "this is a bug in grundy: please report the line above, with what grundy doctor prints"
}

// receive waits for the answer, and forwards what the init reports before it.
func (b *Box) receive(spec sandbox.Spec) (reply, error) {
	var answer reply
	for {
		data, files, err := b.socket.receive(b.receiver)
		closeAll(files)
		if err != nil {
			return answer, err
		}
		packet, isNews := bytes.CutPrefix(data, activityPrefix)
		if !isNews {
			return answer, decode(&answer, data)
		}
		var told activityReport
		if err := decode(&told, packet); err != nil {
			return answer, err
		}
		if spec.Waiting != nil && told.Turned {
			spec.Waiting(told.Waiting)
		}
		if spec.Report != nil {
			spec.Report(told.report())
		}
	}
}

// Path returns the path under which programs see a file below a mount.
func (b *Box) Path(mount sandbox.Mount, elem ...string) string {
	path := boxPath(mount)
	switch {
	case b.plain && mount.Writable:
		path = runFiles{dir: boxDir(b.anchor)}.shared()
	case b.plain:
		path = mount.Host
	}
	return filepath.Join(append([]string{path}, elem...)...)
}

// Close ends the init, and with it everything in its namespaces or session.
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
	err := errors.Join(b.socket.close(), unix.Close(b.words))
	if b.end == nil { // otherwise the number might belong to another process by now
		err = errors.Join(err, unix.Kill(b.pid, unix.SIGKILL))
		b.wait()
	}
	return errors.Join(err, b.group.remove(), fsutil.RemoveAll(b.anchor))
}

// translate turns a spec into a request. The descriptors stay valid until release is called.
func (b *Box) translate(spec sandbox.Spec) (req *request, files []int, release func(), err error) {
	in, err := openInput(spec.Stdin)
	release = func() { in.close() }
	if err != nil {
		return nil, nil, release, err
	}
	req = &request{
		Args: spec.Args, Env: spec.Env, Copies: spec.Copies, ReadOnlyWork: spec.ReadOnlyWork, Limits: spec.Limits,
		ExportLimit: spec.ExportLimit, Reports: spec.Report != nil, Horizon: spec.Horizon,
	}
	for _, mount := range spec.Mounts {
		if !mount.Writable {
			req.Mounts = append(req.Mounts, bind{mount.Host, b.Path(mount), mount.Direct, mount.Own})
			continue
		}
		if req.Shared != "" {
			return nil, nil, release, fmt.Errorf("%s and %s cannot both be writable", req.Shared, mount.Host)
		}
		req.Shared = mount.Host
	}
	req.StdinOffset, req.StdinPath = in.offset, in.path
	add := func(file *os.File) bool {
		if file == nil {
			return false
		}
		files = append(files, int(file.Fd()))
		return true
	}
	req.StdinFile, req.StdinPipe, req.Stdout, req.Stderr = add(in.file), add(in.pipe), add(spec.Stdout), add(spec.Stderr)
	scratch := filepath.Dir(b.anchor)
	req.StdoutPath, req.StderrPath = pathBelow(scratch, spec.Stdout), pathBelow(scratch, spec.Stderr)
	for _, path := range []string{spec.Export, req.Shared} {
		if path == "" {
			continue
		}
		dir, err := os.Open(path)
		if err != nil {
			return nil, nil, release, err
		}
		in.opened = append(in.opened, dir)
		add(dir)
	}
	req.Export = spec.Export != ""
	return req, files, release, nil
}

// pathBelow returns a file's path relative to a directory, or "" if the file is not below it.
func pathBelow(dir string, file *os.File) string {
	if file == nil {
		return ""
	}
	below, found := strings.CutPrefix(file.Name(), dir+"/")
	if !found {
		return ""
	}
	return below
}
