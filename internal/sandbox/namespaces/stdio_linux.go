package namespaces

import "golang.org/x/sys/unix"

// A program shares the open files that are its standard streams with the judge, which goes on using them: for the
// checker, and for the next run. What belongs to the open file and not to the descriptor would last: status flags
// (with O_DIRECT left behind, the next program's small writes fail), locks, leases, for which whoever opens the file next
// waits the better part of a minute, and the owner of asynchronous messages, in which a program could leave the next one a
// note.

// statusFlags are those of the streams that the judge has lent; -1 stands for a stream that it has not.
type statusFlags [3]int

func readFlags(stdio streams) statusFlags {
	flags := statusFlags{-1, -1, -1}
	for i, fd := range stdio.fds {
		if !stdio.lent[i] {
			continue
		}
		if got, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0); err == nil {
			flags[i] = got
		}
	}
	return flags
}

// restore takes back what a program did to open files that were lent. What fails was not done: removing what is not
// there is an error for leases.
func (f statusFlags) restore(stdio streams) {
	for i, fd := range stdio.fds {
		if !stdio.lent[i] || f[i] < 0 {
			continue
		}
		_, _ = unix.FcntlInt(uintptr(fd), unix.F_SETFL, f[i])
		_, _ = unix.FcntlInt(uintptr(fd), unix.F_SETLEASE, unix.F_UNLCK)
		_, _ = unix.FcntlInt(uintptr(fd), unix.F_SETOWN, 0)
		_ = unix.Flock(fd, unix.LOCK_UN)
	}
}
