package fsutil

import (
	"errors"
	"io"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// CopySparse copies a regular file into an empty one. Holes, which take no space, stay holes.
func CopySparse(to, from *os.File) error {
	info, err := from.Stat()
	if err != nil {
		return err
	}
	const blockSize = 512 // unit of st_blocks on any file system (stat(2))
	if stat, ok := info.Sys().(*syscall.Stat_t); !ok || stat.Blocks*blockSize >= info.Size() {
		_, err := io.Copy(to, from)
		return err
	}
	for hole := int64(0); ; {
		data, err := from.Seek(hole, unix.SEEK_DATA)
		if errors.Is(err, unix.ENXIO) { // no data left
			return to.Truncate(info.Size())
		}
		if err != nil {
			return err
		}
		if hole, err = from.Seek(data, unix.SEEK_HOLE); err != nil {
			return err
		}
		if _, err := to.Seek(data, io.SeekStart); err != nil {
			return err
		}
		if _, err := io.Copy(to, io.NewSectionReader(from, data, hole-data)); err != nil {
			return err
		}
	}
}
