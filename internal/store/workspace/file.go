package workspace

import (
	"errors"
	"io/fs"
	"os"

	"grundy/internal/base/hint"
)

// Readable checks that a user's file can be read as a file.
func Readable(file string) error {
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return hint.Errorf("check the path, or name an existing file", "%s: no such file", file)
	case err != nil:
		return err
	case info.IsDir():
		return hint.Errorf("name a file in it", "%s: this is a directory, not a file", file)
	}
	opened, err := os.Open(file)
	if err != nil {
		return hint.Errorf("make it readable: chmod u+r FILE", "%s: %w", file, errors.Unwrap(err))
	}
	return opened.Close()
}
