//go:build unix

package workspace

import (
	"errors"
	"os"
	"strings"

	"golang.org/x/sys/unix"

	"grundy/internal/base/hint"
)

// newLock makes a new lock in a directory. The file is locked as soon as it has its final name. Before that, a sweeping
// process may take it for the leftover of a crash; then newLock makes another one.
func newLock(parent, prefix string) (*lock, error) {
	const tries = 100
	for try := 1; ; try++ {
		file, err := os.CreateTemp(parent, prefix+"*"+lockSuffix+unlockedSuffix)
		if err != nil {
			return nil, err
		}
		path := strings.TrimSuffix(file.Name(), unlockedSuffix)
		if err = flock(file); err == nil {
			err = os.Rename(file.Name(), path)
		}
		if err == nil {
			return &lock{path, file}, nil
		}
		file.Close()
		swept := os.Remove(file.Name()) != nil || errors.Is(err, unix.EWOULDBLOCK)
		if !swept || try == tries {
			return nil, hint.With("set TMPDIR to a directory of your own on a local disk", err)
		}
	}
}

// takeLock takes an existing lock, or fails at once if another process holds it.
func takeLock(path string) (*lock, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	if err := flock(file); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &lock{path, file}, nil
}

func flock(file *os.File) error { return unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) }

func (l *lock) release() error { return l.file.Close() }

func (l *lock) remove() error { return errors.Join(os.Remove(l.path), l.file.Close()) }
