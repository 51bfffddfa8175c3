package fsutil

import (
	"io/fs"
	"os"
	"path/filepath"
)

// RemoveAll removes a file or directory, even if a program removed the permissions that this requires.
func RemoveAll(name string) error {
	if os.RemoveAll(name) == nil {
		return nil
	}
	_ = filepath.WalkDir(name, func(path string, entry fs.DirEntry, _ error) error {
		if entry != nil && entry.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(name)
}
