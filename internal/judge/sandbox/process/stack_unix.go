//go:build linux || darwin

package process

import (
	"errors"
	"sync"

	"golang.org/x/sys/unix"

	"grundy/internal/judge/sandbox"
)

// stack is held while a program is started, since the program inherits the judge's stack limit.
var stack sync.Mutex

// startWith starts a program with its final stack limit. The C library takes the size of thread stacks from the limit
// at the start, and the kernel reserves that much room below the stack.
func startWith(limits sandbox.Limits, start func() error) error {
	stack.Lock()
	defer stack.Unlock()
	var own unix.Rlimit
	err := unix.Getrlimit(unix.RLIMIT_STACK, &own)
	raised := unix.Rlimit{Cur: min(uint64(limits.Stack()), own.Max), Max: own.Max}
	if err != nil || raised.Cur <= own.Cur || unix.Setrlimit(unix.RLIMIT_STACK, &raised) != nil {
		return start()
	}
	return errors.Join(start(), unix.Setrlimit(unix.RLIMIT_STACK, &own))
}
