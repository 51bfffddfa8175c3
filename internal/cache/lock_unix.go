//go:build unix

package cache

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lockFolder waits for the lock of a folder, which one may hold alone or many may share. Where folders cannot be locked it
// is no lock.
func lockFolder(dir string, alone bool) (*os.File, error) {
	file, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	how := unix.LOCK_SH
	if alone {
		how = unix.LOCK_EX
	}
	for errors.Is(unix.Flock(int(file.Fd()), how), unix.EINTR) {
	}
	return file, nil
}
