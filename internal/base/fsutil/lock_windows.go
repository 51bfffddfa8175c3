package fsutil

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// OpenLock opens the file that is locked when a directory is: one in it, since directories have no locks here.
func OpenLock(dir string) (*os.File, error) {
	return os.OpenFile(filepath.Join(dir, ".lock"), os.O_RDWR|os.O_CREATE, 0o600)
}

// Lock locks a file until it is closed or the process ends. It fails at once with ErrLocked if another process
// holds the lock. On file systems without locks it excludes no process.
func Lock(file *os.File) error {
	if !Try(file, false) {
		return ErrLocked
	}
	return nil
}

// Await waits until no other process holds the lock, and then locks the file as Lock does. A shared
// lock may have several holders.
func Await(file *os.File, shared bool) {
	flags := uint32(windows.LOCKFILE_EXCLUSIVE_LOCK)
	if shared {
		flags = 0
	}
	_ = windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, new(windows.Overlapped))
}

// Try is Await without waiting; it returns false if it would have to wait.
func Try(file *os.File, shared bool) bool {
	flags := uint32(windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY)
	if shared {
		flags = windows.LOCKFILE_FAIL_IMMEDIATELY
	}
	err := windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, new(windows.Overlapped))
	return !errors.Is(err, windows.ERROR_LOCK_VIOLATION)
}

// Unlock releases a lock of Lock or Await.
func Unlock(file *os.File) {
	_ = windows.UnlockFileEx(windows.Handle(file.Fd()), 0, 1, 0, new(windows.Overlapped))
}

// HasRangeLocks reports whether files in a directory can be locked range by range: the system's own file systems all can.
func HasRangeLocks(string) bool { return true }
