//go:build unix

package runner

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// minimumSpace is what must be left on the disk for an output to count as complete.
const minimumSpace = 64 << 10

// checkSpace tells a program that wrote too little from a disk that took no more.
func checkSpace(dir string) error {
	var fsys unix.Statfs_t
	if err := unix.Statfs(dir, &fsys); err != nil {
		return err
	}
	if free := uint64(fsys.Bavail) * uint64(fsys.Bsize); free < minimumSpace {
		return fmt.Errorf("no space left in %s, where outputs are kept: free some, or set TMPDIR to a folder elsewhere", dir)
	}
	return nil
}
