package runner

import (
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// lastWords bounds the time in which neither side is told that the other has closed its output, while that one may be about to
// end; see dialogue.patience.
const lastWords = 2 * time.Second

// tap is the judge's end of a pipe that a program writes to. It is held while something that was read from it has not been
// passed on.
type tap struct {
	pipe     *os.File
	holding  sync.Mutex
	finished bool
}

func newTap(pipe *os.File) *tap { return &tap{pipe: pipe} }

// read waits for what comes next, and from the moment at which it takes that out of the pipe it holds the tap.
func (t *tap) read(buffer []byte) (n int, err error) {
	held := false
	conn, err := t.pipe.SyscallConn()
	if err == nil {
		var failure error
		err = conn.Read(func(fd uintptr) (done bool) {
			t.holding.Lock()
			for {
				if n, failure = unix.Read(int(fd), buffer); !errors.Is(failure, unix.EINTR) {
					break
				}
			}
			if errors.Is(failure, unix.EAGAIN) {
				t.holding.Unlock()
				return false
			}
			held = true
			return true
		})
		err = errors.Join(err, failure)
	}
	if !held {
		t.holding.Lock()
	}
	if err == nil && n == 0 {
		err = io.EOF
	}
	return max(n, 0), err
}

// release lets go of what was read, which was passed on.
func (t *tap) release() { t.holding.Unlock() }

// finish lets go of the pipe, whose end was passed on.
func (t *tap) finish() {
	t.finished = true
	t.holding.Unlock()
}

// hold keeps what is in the pipe there, until release. It fails while somebody else holds the tap.
func (t *tap) hold() bool { return t.holding.TryLock() }

// isEmpty tells whether nothing is in the pipe, and it has not ended. The tap must be held.
func (t *tap) isEmpty() bool {
	if t.finished {
		return true
	}
	conn, err := t.pipe.SyscallConn()
	if err != nil {
		return false
	}
	empty := false
	err = conn.Control(func(fd uintptr) {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 0)
		empty = err == nil && n == 0
	})
	return err == nil && empty
}
