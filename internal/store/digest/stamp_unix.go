//go:build unix

package digest

import (
	"io/fs"

	"golang.org/x/sys/unix"
)

// stampOf returns the stamp of a file, following links.
func stampOf(path string) (stamp, error) { return look(path, unix.Stat) }

// Stamp returns a text that changes whenever a regular file was changed.
func Stamp(path string) (string, error) {
	var mode uint32
	found, err := look(path, func(path string, info *unix.Stat_t) error {
		err := unix.Lstat(path, info)
		mode = uint32(info.Mode)
		return err
	})
	if err == nil && mode&unix.S_IFMT != unix.S_IFREG {
		err = &fs.PathError{Op: "stat", Path: path, Err: fs.ErrInvalid}
	}
	return found.String(), err
}

func look(path string, stat func(string, *unix.Stat_t) error) (stamp, error) {
	var info unix.Stat_t
	for {
		err := stat(path, &info)
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
