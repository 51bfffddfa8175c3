package cache

import (
	"os"

	"grundy/internal/base/fsutil"
)

// lockFolder waits for the lock of a directory, exclusive or shared. On file systems without locks it locks nothing.
func lockFolder(dir string, alone bool) (*os.File, error) {
	file, err := fsutil.OpenLock(dir)
	if err != nil {
		return nil, err
	}
	fsutil.Await(file, !alone)
	return file, nil
}
