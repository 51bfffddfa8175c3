package workspace

import (
	"errors"
	"io/fs"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
)

// WriteOutput writes the file that a command makes for its user. It replaces an existing one only if replace is set.
func WriteOutput(file string, data []byte, replace bool) error {
	write := fsutil.Create
	if replace {
		write = fsutil.Replace
	}
	err := write(file, 0o644, fsutil.Text(data))
	if errors.Is(err, fs.ErrExist) {
		return hint.Errorf("--force replaces it, -o FILE gives it another name", "%s exists already", file)
	}
	return err
}
