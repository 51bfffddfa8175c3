//go:build unix

package cache

import (
	"os"

	"grundy/internal/base/fsutil"
)

// lockFolder waits for the lock of a folder, which one may hold alone or many may share. Where folders cannot be locked it
// is no lock.
func lockFolder(dir string, alone bool) (*os.File, error) {
	file, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	fsutil.Await(file, !alone)
	return file, nil
}
