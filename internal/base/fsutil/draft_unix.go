//go:build unix

package fsutil

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lockDraft locks a new directory. Where directories cannot be locked, as on some network file systems, only the
// age of drafts decides when they are swept.
func lockDraft(dir string) (*os.File, error) {
	file, err := os.Open(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, errLost
	}
	if err != nil {
		return nil, err
	}
	err = unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if _, gone := os.Stat(dir); errors.Is(err, unix.EWOULDBLOCK) || errors.Is(gone, os.ErrNotExist) {
		return nil, errors.Join(errLost, file.Close())
	}
	return file, nil
}

// takeDraft locks a draft whose maker is gone.
func takeDraft(dir string) (*os.File, error) {
	file, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}
