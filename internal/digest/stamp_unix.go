//go:build unix

package digest

import (
	"io/fs"

	"golang.org/x/sys/unix"
)

// stampOf looks at a file, or at the one that a link leads to.
func stampOf(path string) (stamp, error) {
	var info unix.Stat_t
	for {
		err := unix.Stat(path, &info)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return stamp{}, &fs.PathError{Op: "stat", Path: path, Err: err}
		}
		return stamp{
			size: info.Size, modified: info.Mtim.Nano(), changed: info.Ctim.Nano(),
			inode: uint64(info.Ino), device: uint64(info.Dev),
		}, nil
	}
}
