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
