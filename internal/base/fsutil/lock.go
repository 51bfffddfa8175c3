package fsutil

import "errors"

// ErrLocked says that another process holds the lock of a file.
var ErrLocked = errors.New("another process has locked it; wait until it has ended")
