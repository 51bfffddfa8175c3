package namespaces

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"

	"grundy/internal/bytesize"
	"grundy/internal/sandbox"
)

// The judge and the init of a box talk over a socket of packets: one message each, with open files beside it.

// maxMessage bounds a packet. It stays below the kernel's default for socket buffers.
const maxMessage = 160 << 10

// setup is the first message, from the judge to the init.
type setup struct {
	// Anchor is an existing folder over which the init mounts its root; nothing is written to it.
	Anchor string
	// DropTo is the user and group of programs, or 0 when the init is not root.
	DropTo int
	// Cores is the number of processors that programs of this box can use at once.
	Cores int
	// Allowed are the numbers of the processors that the judge may run on.
	Allowed []int
	// Cgroup tells which folders of control groups come with the message, in the order of its fields.
	Cgroup cgroupKind
	// Tier is copied into results.
	Tier sandbox.Tier
	// Counted is reported as the number of instructions, where it can be counted.
	Counted event
	// Timed asks for the times of each run's steps.
	Timed bool
}

// request asks for a run. Files come in the order of the fields that announce them.
type request struct {
	Args, Env    []string
	Mounts       []bind
	Copies       []sandbox.Copy
	ReadOnlyWork bool
	StdinPath    string
	Limits       sandbox.Limits
	ExportLimit  bytesize.Size

	StdinPipe, Stdout, Stderr, Export bool
}

// bind shows a folder of the host at a path of the box.
type bind struct {
	Host, Path string
	Writable   bool `json:",omitempty"`
}

// reply answers a setup or a request.
type reply struct {
	// Error is a failure of the sandbox, not of the program.
	Error string
	// Errno is the number of the system's error behind it, or 0.
	Errno     int
	Cancelled bool
	Result    sandbox.Result
	Laps      []lap // when setup.Timed
}

// cancelMessage asks to end the current run. As a request it would be truncated.
var cancelMessage = []byte("cancel")

// socket is one end of the connection.
type socket struct{ fd int }

// send writes one packet.
func (s socket) send(data []byte, files ...int) error {
	var rights []byte
	if len(files) > 0 {
		rights = unix.UnixRights(files...)
	}
	for {
		err := unix.Sendmsg(s.fd, data, rights, nil, unix.MSG_NOSIGNAL)
		if !errors.Is(err, unix.EINTR) {
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
			return nil, nil, err
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

// close closes the end.
func (s socket) close() error { return unix.Close(s.fd) }

func closeAll(files []int) {
	for _, fd := range files {
		unix.Close(fd)
	}
}

// openBeneath opens a path of the tree that dir stands for. Absolute symbolic links are resolved within the tree.
func openBeneath(dir int, path string, flags int) (int, error) {
	fd, err := unix.Openat2(dir, path, &unix.OpenHow{
		Flags:   uint64(flags | unix.O_CLOEXEC),
		Resolve: unix.RESOLVE_IN_ROOT,
	})
	if err != nil {
		return -1, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return fd, nil
}

// fatal ends the init; the kernel then kills everything in its namespace.
func fatal(err error) {
	fmt.Fprintf(os.Stderr, "grundy sandbox: %v\n", err)
	os.Exit(1)
}
