package namespaces

import "golang.org/x/sys/unix"

// A program shares the open files that are its standard streams with the judge, which goes on using them: for the
// checker, and for the next run. What belongs to the open file and not to the descriptor would last: status flags
// (with O_DIRECT left behind, the next program's small writes fail), locks, and leases, for which whoever opens the file
// next waits the better part of a minute.

// statusFlags are those of open files, by descriptor; -1 stands for a stream that is none.
type statusFlags [3]int

func readFlags(stdio [3]int) statusFlags {
	var flags statusFlags
	for i, fd := range stdio {
		var err error
		if flags[i], err = unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0); err != nil {
			flags[i] = -1
		}
	}
	return flags
}

// restore takes back what a program did to its open files. What fails was not done: removing what is not there is an
// error for leases.
func (f statusFlags) restore(stdio [3]int) {
	for i, fd := range stdio {
		if fd < 0 || f[i] < 0 {
			continue
		}
		_, _ = unix.FcntlInt(uintptr(fd), unix.F_SETFL, f[i])
		_, _ = unix.FcntlInt(uintptr(fd), unix.F_SETLEASE, unix.F_UNLCK)
		_ = unix.Flock(fd, unix.LOCK_UN)
	}
}
