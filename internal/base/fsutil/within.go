package fsutil

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// ErrOutside says that a link leads out of the directory that a file belongs to.
var ErrOutside = errors.New("leads out of its directory")

// IsBelow reports whether a path is a directory or lies below it, by the names alone. Neither is changed by links.
func IsBelow(dir, path string) bool {
	below, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(below)
}

// Absolute makes a path absolute if the current directory is known; "" stays.
func Absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil && path != "" {
		return whole
	}
	return path
}

// OpenWithin opens a regular file for reading. A name below dir must stay there: links are followed as long as
// they do not lead out, even if they are changed concurrently. Other names are opened without this check.
func OpenWithin(dir, name string) (*os.File, error) {
	relative, err := filepath.Rel(dir, name)
	if dir == "" || err != nil || !filepath.IsLocal(relative) {
		return regular(os.OpenFile(name, readOnly, 0))
	}
	file, err := openBelow(dir, relative)
	if err == nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return regular(file, err)
	}
	// A link may lead back into the directory by way of the outside, as absolute ones do.
	real, below, resolveErr := ResolveWithin(dir, name)
	if resolveErr != nil {
		return nil, resolveErr
	}
	return regular(openBelow(real, below))
}

// ReadWithin reads a file that OpenWithin opens.
func ReadWithin(dir, name string) ([]byte, error) {
	file, err := OpenWithin(dir, name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}

// ResolveWithin follows all links of a name. It returns the real directory, and the file's name below
// it.
func ResolveWithin(dir, name string) (real, below string, err error) {
	if real, err = filepath.EvalSymlinks(dir); err != nil {
		return "", "", err
	}
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "", "", err
	}
	if below, err = filepath.Rel(real, target); err != nil || !filepath.IsLocal(below) {
		return "", "", &fs.PathError{Op: "open", Path: name, Err: ErrOutside}
	}
	return real, below, nil
}

// RepositoryOf returns the directory of the Git repository that holds a directory, or the directory itself if there is
// none.
func RepositoryOf(dir string) string {
	for above := dir; ; above = filepath.Dir(above) {
		if _, err := os.Lstat(filepath.Join(above, ".git")); err == nil {
			return above
		}
		if above == filepath.Dir(above) {
			return dir
		}
	}
}

// readOnly does not wait for the writer of a named pipe.
const readOnly = os.O_RDONLY | syscall.O_NONBLOCK

func openBelow(dir, name string) (*os.File, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.OpenFile(name, readOnly, 0)
}

// regular returns an opened file if it is a regular one, and closes it otherwise.
func regular(file *os.File, err error) (*os.File, error) {
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file", file.Name())
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}
