package fsutil

import "errors"

// ErrLocked says that another process holds the lock of a file.
var ErrLocked = errors.New("somebody else has it locked; wait until that has ended")
