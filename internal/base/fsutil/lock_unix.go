//go:build unix

package fsutil

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Lock locks a file until it is closed or the process ends, or fails at once with ErrLocked when somebody else has it
// locked. Where the file system knows no locks, as some of networks, nobody is kept out.
func Lock(file *os.File) error {
	if !Try(file, false) {
		return ErrLocked
	}
	return nil
}

// Await locks a file as Lock does once nobody else has it locked; those that share it have it together.
func Await(file *os.File, shared bool) {
	how := unix.LOCK_EX
	if shared {
		how = unix.LOCK_SH
	}
	for errors.Is(unix.Flock(int(file.Fd()), how), unix.EINTR) {
	}
}

// Try is Await that does not wait; false when it would have to.
func Try(file *os.File, shared bool) bool {
	how := unix.LOCK_EX
	if shared {
		how = unix.LOCK_SH
	}
	return !errors.Is(unix.Flock(int(file.Fd()), how|unix.LOCK_NB), unix.EWOULDBLOCK)
}

// Unlock ends what Lock or Await began.
func Unlock(file *os.File) { _ = unix.Flock(int(file.Fd()), unix.LOCK_UN) }
