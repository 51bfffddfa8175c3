package runner

import (
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// lastWords bounds how long the judge delays the end of a side's output from the other while that side may be about
// to end; see dialogue.awaitEnd.
const lastWords = 2 * time.Second

// tap is the judge's end of a pipe that a program writes to. The reader holds it from taking data out of the pipe
// until it has passed the data on.
type tap struct {
	pipe     *os.File
	holding  sync.Mutex
	finished bool
}

func newTap(pipe *os.File) *tap { return &tap{pipe: pipe} }

// read waits for data. It holds the tap from the moment it takes data out of the pipe.
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

// release ends the hold after the data was passed on.
func (t *tap) release() { t.holding.Unlock() }

// finish releases the pipe, which has nothing more to pass on.
func (t *tap) finish() {
	t.finished = true
	t.holding.Unlock()
}

// hold keeps the data in the pipe until release. It fails while another goroutine holds the tap.
func (t *tap) hold() bool { return t.holding.TryLock() }

// isEmpty reports whether the pipe is empty but not closed. The caller must hold the tap.
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
