//go:build unix

package runner

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// freeSpace is what can still be written below a folder, in bytes.
func freeSpace(dir string) (uint64, error) {
	var fsys unix.Statfs_t
	if err := unix.Statfs(dir, &fsys); err != nil {
		return 0, fmt.Errorf("look for space in %s: %w", dir, err)
	}
	return uint64(fsys.Bavail) * uint64(fsys.Bsize), nil
}
