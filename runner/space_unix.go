//go:build unix

package runner

import (
	"errors"
	"fmt"
	"io/fs"
	"math"

	"golang.org/x/sys/unix"
)

// freeSpace returns how many bytes can still be written below a directory.
func freeSpace(dir string) (uint64, error) {
	var fsys unix.Statfs_t
	err := unix.Statfs(dir, &fsys)
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, fs.ErrPermission) {
		return math.MaxUint64, nil // a filter of system calls denies the query
	}
	if err != nil {
		return 0, fmt.Errorf("look for space in %s: %w", dir, err)
	}
	return uint64(fsys.Bavail) * uint64(fsys.Bsize), nil
}
