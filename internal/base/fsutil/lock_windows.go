package fsutil

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// Lock locks a file until it is closed or the process ends, or fails at once with ErrLocked when somebody else has it
// locked. Where the file system knows no locks nobody is kept out.
func Lock(file *os.File) error {
	if !Try(file, false) {
		return ErrLocked
	}
	return nil
}

// Await locks a file as Lock does once nobody else has it locked; those that share it have it together.
func Await(file *os.File, shared bool) {
	flags := uint32(windows.LOCKFILE_EXCLUSIVE_LOCK)
	if shared {
		flags = 0
	}
	_ = windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, new(windows.Overlapped))
}

// Try is Await that does not wait; false when it would have to.
func Try(file *os.File, shared bool) bool {
	flags := uint32(windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY)
	if shared {
		flags = windows.LOCKFILE_FAIL_IMMEDIATELY
	}
	err := windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, new(windows.Overlapped))
	return !errors.Is(err, windows.ERROR_LOCK_VIOLATION)
}

// Unlock ends what Lock or Await began.
func Unlock(file *os.File) {
	_ = windows.UnlockFileEx(windows.Handle(file.Fd()), 0, 1, 0, new(windows.Overlapped))
}
