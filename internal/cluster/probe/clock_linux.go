package probe

import (
	"time"

	"golang.org/x/sys/unix"
)

// now returns the processor time of the thread, which excludes other programs.
func now() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return time.Since(started)
	}
	return time.Duration(t.Nano())
}
