package sandboxtest

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lock takes the locks on a file that a reader can hold, until the file is closed.
func lock(file *os.File) error {
	whole := unix.Flock_t{Type: unix.F_RDLCK}
	return errors.Join(
		unix.Flock(int(file.Fd()), unix.LOCK_SH|unix.LOCK_NB), unix.FcntlFlock(file.Fd(), unix.F_OFD_SETLK, &whole),
	)
}
