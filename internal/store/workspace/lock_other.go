//go:build !unix

package workspace

import (
	"errors"
	"os"
	"strings"
)

// newLock makes a new lock in a directory. These systems neither rename nor remove open files, which is lock enough.
func newLock(parent, prefix string) (*lock, error) {
	file, err := os.CreateTemp(parent, prefix+"*"+lockSuffix)
	if err != nil {
		return nil, err
	}
	return &lock{file.Name(), file}, nil
}

// takeLock takes an existing lock, or fails at once if another process holds it.
func takeLock(path string) (*lock, error) {
	taken := strings.TrimSuffix(path, unlockedSuffix) + unlockedSuffix
	if err := os.Rename(path, taken); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(taken, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	return &lock{taken, file}, nil
}

func (l *lock) release() error { return l.file.Close() }

func (l *lock) remove() error { return errors.Join(l.file.Close(), os.Remove(l.path)) }
