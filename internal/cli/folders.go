package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"grundy/internal/cache"
)

// cacheDir is where this person's cache lies. Who has no home folder has it among the temporary files.
func cacheDir() (string, error) {
	if dir := os.Getenv("GRUNDY_CACHE"); dir != "" {
		return filepath.Abs(dir)
	}
	if dir, err := cache.DefaultDir(); err == nil {
		return dir, nil
	}
	dir, err := temporaryDir()
	return filepath.Join(dir, "cache"), err
}

// unpackDir is where packages are unpacked: in the cache, or among the temporary files if that cannot be written.
func unpackDir() (string, error) {
	dir, err := cacheDir()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(dir, "problems")
	if writable(dir) {
		return dir, nil
	}
	dir, err = temporaryDir()
	return filepath.Join(dir, "problems"), err
}

// writable tells whether files can be made in a folder, which is made if need be.
func writable(dir string) bool {
	if os.MkdirAll(dir, 0o700) != nil {
		return false
	}
	probe, err := os.CreateTemp(dir, "probe-")
	if err != nil {
		return false
	}
	probe.Close()
	return os.Remove(probe.Name()) == nil
}

// temporaryDir is this person's folder among the temporary files. Nobody else can write into it.
func temporaryDir() (string, error) {
	name := "grundy"
	if runtime.GOOS != "windows" {
		name = fmt.Sprintf("grundy-%d", os.Getuid()) // the folder above is everybody's
	}
	dir := filepath.Join(temporaryRoot(), name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", &placeError{fmt.Errorf("make scratch folder: %w", err)}
	}
	if err := ownPrivate(dir); err != nil {
		return "", &placeError{err}
	}
	return dir, nil
}

// temporaryRoot is the system's folder for temporary files, one on a disk if there is a choice: in a file system that is
// kept in memory, what a program prints would count as memory that it uses.
func temporaryRoot() string {
	const onDisk = "/var/tmp"
	if runtime.GOOS == "linux" && os.Getenv("TMPDIR") == "" && writable(onDisk) {
		return onDisk
	}
	return os.TempDir()
}

// placeError tells that there is no place for temporary files.
type placeError struct{ err error }

func (e *placeError) Error() string { return e.err.Error() }
func (e *placeError) Unwrap() error { return e.err }
