package fsutil

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Fresh makes a world-readable file for a program's output and replaces the file of that name. It is a new file,
// so it does not inherit what another program did to its standard streams: their modes, times and locks, for
// instance.
func Fresh(name string) (*os.File, error) {
	const mode = 0o644
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("remove the output of an earlier program: %w", err)
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return nil, fmt.Errorf("make a file for output: %w", err)
	}
	// The umask may have removed bits. Checking is many times cheaper than changing.
	info, err := file.Stat()
	if err == nil && info.Mode().Perm() != mode {
		err = file.Chmod(mode)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("make a file for output: %w", err), file.Close())
	}
	return file, nil
}

// Renew replaces a file by a fresh one. If it fails, the file is closed and the next attempt may succeed.
func Renew(file **os.File) error {
	name := (*file).Name()
	_ = (*file).Close() // its content is no longer needed
	renewed, err := Fresh(name)
	if err == nil {
		*file = renewed
	}
	return err
}
