package namespaces

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
)

// The judge and the init of a box talk over a socket of packets. Each packet is one message, with open files
// attached.

// maxMessage bounds a packet. It stays below the kernel's default for socket buffers.
const maxMessage = 160 << 10

// setup is the first message, from the judge to the init.
type setup struct {
	// Anchor is an existing directory over which the init mounts its root. Nothing is written to it.
	Anchor string
	// DropTo is the user and group of programs, or 0 if the init is not root.
	DropTo int
	// Cores is how many processors programs of this box can use at once.
	Cores int
	// Allowed are the numbers of the processors that the judge may run on.
	Allowed []int
	// Cgroup says which directories of control groups come with the message, in the order of its fields.
	Cgroup cgroupKind
	// Tier is copied into results.
	Tier sandbox.Tier
	// Counted is the event whose count is reported as the number of instructions, where it can be counted.
	Counted event
	// Timed requests the times of each run's steps.
	Timed bool
	// Plain is a box without namespaces, in a directory below Anchor.
	Plain bool
	// Landlock is the newest version to use of the kernel's, or 0 for any.
	Landlock int
}

// request asks for a run. Files follow in the order of the fields that announce them.
type request struct {
	Args, Env    []string
	Mounts       []bind
	Copies       []sandbox.Copy
	ReadOnlyWork bool
	// StdinOffset is where standard input begins in its file. StdinPath is the file's path if it is too large to be
	// copied.
	StdinOffset int64
	StdinPath   string
	Limits      sandbox.Limits
	ExportLimit bytesize.Size
	Reports     bool // requested, see sandbox.Spec.Report
	Horizon     time.Duration
	// Shared is the host's directory that the program gets a copy of, and whose changes come back, or "".
	Shared string
	// StdoutPath and StderrPath are the paths of these files below the judge's scratch directory, or "" for others.
	StdoutPath, StderrPath string

	// The directory that Shared names comes last.
	StdinFile, StdinPipe, Stdout, Stderr, Export bool
}

// bind shows a directory of the host at a path of the box, read-only.
type bind struct {
	Host, Path  string
	Direct, Own bool // see sandbox.Mount
}

// reply answers a setup or a request.
type reply struct {
	// Error is a failure of the sandbox, not of the program.
	Error string
	// Errno is the number of the system's error behind it, or 0.
	Errno int
	// Unstarted reports that the program could not be executed, for the reason Errno. The box remains usable.
	Unstarted bool
	Cancelled bool
	Result    sandbox.Result
	Laps      []lap // when setup.Timed
}

// cancelMessage asks to end the current run. If the init took it for a request, it would be a truncated one.
var cancelMessage = []byte("cancel")

// socket is one end of the connection.
type socket struct{ fd int }

// send writes one packet. An init cannot send files: its filter refuses that.
func (s socket) send(data []byte, files ...int) error {
	call, write := "sendto", func() error { return unix.Sendto(s.fd, data, unix.MSG_NOSIGNAL, nil) }
	if len(files) > 0 {
		rights := unix.UnixRights(files...)
		call, write = "sendmsg", func() error { return unix.Sendmsg(s.fd, data, rights, nil, unix.MSG_NOSIGNAL) }
	}
	return os.NewSyscallError(call, uninterrupted(write))
}

// uninterrupted repeats a system call that a signal interrupted, such as those by which Go preempts goroutines.
func uninterrupted(call func() error) error {
	for {
		if err := call(); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// receiver holds the buffers of receive.
type receiver struct {
	data    [maxMessage]byte
	control [256]byte
}

// receive reads one message. It returns io.EOF when the other end is gone.
func (s socket) receive(r *receiver) (data []byte, files []int, err error) {
	for {
		n, controlLength, _, _, err := unix.Recvmsg(s.fd, r.data[:], r.control[:], unix.MSG_CMSG_CLOEXEC)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if errors.Is(err, unix.ECONNRESET) || err == nil && n == 0 {
			return nil, nil, io.EOF
		}
		if err != nil {
			return nil, nil, os.NewSyscallError("recvmsg", err)
		}
		if controlLength > 0 {
			messages, err := unix.ParseSocketControlMessage(r.control[:controlLength])
			if err != nil {
				return nil, nil, err
			}
			for i := range messages {
				rights, err := unix.ParseUnixRights(&messages[i])
				if err != nil {
					return nil, nil, err
				}
				files = append(files, rights...)
			}
		}
		return r.data[:n], files, nil
	}
}

func (s socket) close() error { return unix.Close(s.fd) }

func closeAll(files []int) {
	for _, fd := range files {
		unix.Close(fd)
	}
}

// openAt opens a file of the host. On network and user-space file systems a signal may interrupt that.
func openAt(dir int, path string, flags int) (fd int, err error) {
	err = uninterrupted(func() error {
		fd, err = unix.Openat(dir, path, flags|unix.O_CLOEXEC, 0)
		return err
	})
	return fd, err
}

// openBeneath opens a path of the tree that dir refers to. Absolute symbolic links are resolved within the tree.
func openBeneath(dir int, path string, flags int) (int, error) {
	return openResolved(dir, path, flags, unix.RESOLVE_IN_ROOT)
}

// openResolved is openat2(2), or the same in steps where that call is missing.
func openResolved(dir int, path string, flags int, resolve uint64) (int, error) {
	how := unix.OpenHow{Flags: uint64(flags | unix.O_CLOEXEC), Resolve: resolve}
	const tries = 100
	for try := 1; ; try++ {
		fd, err := unix.Openat2(dir, path, &how)
		switch {
		case err == nil:
			return fd, nil
		case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EPERM):
			if fd, err = openStepwise(dir, path, flags, resolve); err != nil {
				return -1, &fs.PathError{Op: "open", Path: path, Err: err}
			}
			return fd, nil
		case errors.Is(err, unix.EINTR), errors.Is(err, unix.EAGAIN) && try < tries:
			// Something on the machine was renamed or mounted meanwhile, so that a ".." might have led elsewhere.
		default:
			return -1, &fs.PathError{Op: "openat2", Path: path, Err: err}
		}
	}
}

// fatal ends the init. Then the kernel kills everything in its namespace, or the judge its session, and the judge reports
// the reason.
func fatal(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
