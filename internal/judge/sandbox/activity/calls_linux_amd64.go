package activity

import (
	"maps"

	"golang.org/x/sys/unix"
)

var calls = func() map[int]call {
	all := maps.Clone(everywhere)
	all[unix.SYS_POLL] = call{polling, milliseconds, 2}
	all[unix.SYS_EPOLL_WAIT] = call{polling, milliseconds, 3}
	all[unix.SYS_SELECT] = call{polling, pointer, 4}
	all[unix.SYS_PAUSE] = call{kind: inside}
	all[unix.SYS_VFORK] = call{kind: birth}
	return all
}()

// instantOnArch are those of instantCalls that only this architecture has.
var instantOnArch = []int{unix.SYS_FORK, unix.SYS_MKNOD, unix.SYS_CHMOD}
