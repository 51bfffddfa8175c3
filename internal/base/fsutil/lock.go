package fsutil

import "errors"

// ErrLocked tells that somebody else has a file locked.
var ErrLocked = errors.New("somebody else has it locked; wait until that has ended")
