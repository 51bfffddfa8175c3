package fsutil

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Fresh makes a file for what a program prints, which everybody can read, in place of what lies under the name. It is a
// new one: whatever another program did to its standard streams, their modes, times and locks for instance, is not found.
func Fresh(name string) (*os.File, error) {
	const mode = 0o644
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("remove the output of an earlier program: %w", err)
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return nil, fmt.Errorf("make a file for output: %w", err)
	}
	// The umask may have taken bits. To look is many times cheaper than to change.
	info, err := file.Stat()
	if err == nil && info.Mode().Perm() != mode {
		err = file.Chmod(mode)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("make a file for output: %w", err), file.Close())
	}
	return file, nil
}

// Renew puts a fresh file in the place of one. If it fails, the file is closed and the next attempt may succeed.
func Renew(file **os.File) error {
	name := (*file).Name()
	_ = (*file).Close() // nothing that it holds is needed any more
	renewed, err := Fresh(name)
	if err == nil {
		*file = renewed
	}
	return err
}
