package activity

import "golang.org/x/sys/unix"

// call describes how a system call lets a thread wait.
type call struct {
	kind     kind
	timeout  timeout
	argument int // index of the one that holds the timeout
}

type kind int

const (
	reading kind = iota // waits for the descriptor in the first argument
	polling             // waits for any of several descriptors
	inside              // waits for the program's own threads
	birth               // waits for a child that borrows the parent's memory
)

type timeout int

const (
	never        timeout = iota // the call has none
	milliseconds                // negative means none
	pointer                     // to a time; null means none
	futexTime                   // as in futex(2), depending on the operation
)

// everywhere holds the calls of all architectures.
var everywhere = map[int]call{
	unix.SYS_READ:            {kind: reading},
	unix.SYS_READV:           {kind: reading},
	unix.SYS_EPOLL_PWAIT:     {polling, milliseconds, 3},
	unix.SYS_EPOLL_PWAIT2:    {polling, pointer, 3},
	unix.SYS_PPOLL:           {polling, pointer, 2},
	unix.SYS_PSELECT6:        {polling, pointer, 4},
	unix.SYS_FUTEX:           {inside, futexTime, 3},
	unix.SYS_RT_SIGTIMEDWAIT: {inside, pointer, 2},
	unix.SYS_RT_SIGSUSPEND:   {kind: inside},
	unix.SYS_WAIT4:           {kind: inside},
	unix.SYS_WAITID:          {kind: inside},
	unix.SYS_CLONE:           {kind: birth},
	unix.SYS_CLONE3:          {kind: birth},
}

// instantCalls do not sleep by themselves. A thread that sleeps in one waits for an answer of the judge, as filters of
// system calls have programs ask for some (seccomp_unotify(2)); so does one that seems to await a birth without waiting
// for a disk.
var instantCalls = append([]int{
	unix.SYS_MMAP, unix.SYS_MKNODAT, unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_UTIMENSAT, unix.SYS_KILL, unix.SYS_TKILL, unix.SYS_TGKILL,
}, instantOnArch...)
