package fsutil

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Replace writes a file and replaces the one of that name only when it is complete. If the name is a device or a
// pipe, it writes into that.
func Replace(name string, mode fs.FileMode, fill func(io.Writer) error) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return writeInto(name, fill)
	}
	return write(name, mode, fill, os.Rename)
}

// writeInto writes into a file that is not a regular one.
func writeInto(name string, fill func(io.Writer) error) error {
	to, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(fill(to), to.Close())
}

// Create is Replace for a name that must be free; otherwise the error is fs.ErrExist.
func Create(name string, mode fs.FileMode, fill func(io.Writer) error) error {
	// A link, unlike a rename, fails if the name is taken.
	return write(name, mode, fill, os.Link)
}

// Add writes a file if it does not exist, and makes its directory. Taken means that another file of that name has
// different content.
func Add(name string, mode fs.FileMode, data []byte) (made, taken bool, err error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return false, false, err
	}
	err = Create(name, mode, Text(data))
	if errors.Is(err, fs.ErrExist) {
		there, err := os.ReadFile(name)
		return false, err != nil || !bytes.Equal(there, data), nil
	}
	return err == nil, false, err
}

// Text fills a file with a text.
func Text(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// Content fills a file with the content of another one, which OpenWithin opens.
func Content(dir, name string) func(io.Writer) error {
	return func(w io.Writer) error {
		source, err := OpenWithin(dir, name)
		if err != nil {
			return err
		}
		_, err = io.Copy(w, source)
		return errors.Join(err, source.Close())
	}
}

// write makes the file under a hidden name in the same directory, and then renames it with place.
func write(name string, mode fs.FileMode, fill func(io.Writer) error, place func(from, to string) error) error {
	temporary, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-")
	if err != nil {
		if at := (*fs.PathError)(nil); errors.As(err, &at) {
			at.Path = name // the caller does not know the hidden name
		}
		return err
	}
	err = errors.Join(fill(temporary), temporary.Chmod(mode), temporary.Close())
	if err == nil {
		err = place(temporary.Name(), name)
	}
	// Unlike a rename, a link leaves the hidden name behind.
	if removed := os.Remove(temporary.Name()); !errors.Is(removed, fs.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	return err
}

// Copy copies a regular file, holes as holes; flag is os.O_TRUNC, or os.O_EXCL for a name that must be free. The mode given at creation is
// subject to the umask, so it is set again.
func Copy(from, to string, flag int, mode fs.FileMode) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	copied, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|flag, mode)
	if err != nil {
		return err
	}
	return errors.Join(CopySparse(copied, source), copied.Chmod(mode), copied.Close())
}
