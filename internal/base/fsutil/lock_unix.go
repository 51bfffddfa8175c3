//go:build unix

package fsutil

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// OpenLock opens the file that is locked when a directory is: the directory itself.
func OpenLock(dir string) (*os.File, error) { return os.Open(dir) }

// Lock locks a file until it is closed or the process ends. It fails at once with ErrLocked if another process
// holds the lock. On file systems without locks, such as some network ones, it excludes no process.
func Lock(file *os.File) error {
	if !Try(file, false) {
		return ErrLocked
	}
	return nil
}

// Await waits until no other process holds the lock, and then locks the file as Lock does. A shared
// lock may have several holders.
func Await(file *os.File, shared bool) {
	how := unix.LOCK_EX
	if shared {
		how = unix.LOCK_SH
	}
	for errors.Is(unix.Flock(int(file.Fd()), how), unix.EINTR) {
	}
}

// Try is Await without waiting; it returns false if it would have to wait.
func Try(file *os.File, shared bool) bool {
	how := unix.LOCK_EX
	if shared {
		how = unix.LOCK_SH
	}
	return !errors.Is(unix.Flock(int(file.Fd()), how|unix.LOCK_NB), unix.EWOULDBLOCK)
}

// Unlock releases a lock of Lock or Await.
func Unlock(file *os.File) { _ = unix.Flock(int(file.Fd()), unix.LOCK_UN) }

// HasRangeLocks reports whether files in a directory can be locked range by range, as SQLite locks its databases. Some network
// file systems refuse that. Of a directory in which no file can be made nothing is known; then the answer is true.
func HasRangeLocks(dir string) bool {
	file, err := os.CreateTemp(dir, ".locks-")
	if err != nil {
		return true
	}
	err = unix.FcntlFlock(file.Fd(), unix.F_SETLK, &unix.Flock_t{Type: unix.F_WRLCK, Len: 1})
	_ = errors.Join(file.Close(), os.Remove(file.Name())) // an empty file
	return err == nil
}
