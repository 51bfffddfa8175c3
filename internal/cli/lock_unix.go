//go:build unix

package cli

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// lockFile takes the lock of a file, which it makes if need be, or fails at once when somebody holds it.
func lockFile(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// newLock makes a file that is locked as soon as it can be seen: between making and locking it, whoever sweeps would take
// it for one that a crash left behind.
func newLock(path string) (*os.File, error) {
	file, err := lockFile(path + ".new")
	if err != nil {
		return nil, err
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return nil, errors.Join(err, os.Remove(file.Name()), file.Close())
	}
	return file, nil
}

// ownPrivate makes sure that nobody else put a folder of this name where everybody may.
func ownPrivate(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !info.IsDir() || !ok || int(stat.Uid) != os.Geteuid() || info.Mode().Perm()&0o022 != 0 {
		return fmt.Errorf("%s is not this user's own folder: remove it, or set TMPDIR", dir)
	}
	return nil
}
