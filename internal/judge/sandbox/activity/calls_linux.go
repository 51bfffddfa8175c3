package activity

import "golang.org/x/sys/unix"

// call says how a thread waits in a system call.
type call struct {
	kind     kind
	timeout  timeout
	argument int // that holds the timeout
}

type kind int

const (
	reading kind = iota // from the descriptor in the first argument
	polling             // for any of several descriptors
	inside              // for what happens within the program
	birth               // for a child that borrows the memory of its parent
)

type timeout int

const (
	never        timeout = iota // it has none
	milliseconds                // negative for none
	pointer                     // to a time, null for none
	futexTime                   // as futex(2) has it, depending on the operation
)

// everywhere are the calls of all architectures.
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
