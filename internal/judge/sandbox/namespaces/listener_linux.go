package namespaces

import (
	"errors"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// Shared anonymous pages that no process maps any more stay as long as any part of their mapping does, and belong to
// no process. The same holds for pages in named pipes, which /proc lists like any other file. Where no cgroup counts
// memory, programs have to ask for both: the kernel stops the caller until the init has answered
// (seccomp_unotify(2)). The answer depends only on numbers in registers, which cannot change meanwhile. The thread
// with the filter never asks, since the init creates neither.

// askedArguments are the rules for them. They precede the rules that refuse.
var askedArguments = []argument{
	{unix.SYS_MMAP, low(3), bpf.JumpEqual, unix.MAP_SHARED | unix.MAP_ANONYMOUS, ask, mapKind | unix.MAP_ANONYMOUS | unix.MAP_HUGETLB},
	{unix.SYS_MKNODAT, low(2), bpf.JumpEqual, unix.S_IFIFO, ask, unix.S_IFMT},
	{mknod, low(1), bpf.JumpEqual, unix.S_IFIFO, ask, unix.S_IFMT},
}

// listenerCalls are the requests of ioctl(2) by which the init answers. Programs have no descriptor for them and
// cannot get one: a process has one listener for all its filters.
var listenerCalls = []argument{
	{unix.SYS_IOCTL, low(1), bpf.JumpEqual, unix.SECCOMP_IOCTL_NOTIF_RECV, allow, 0},
	{unix.SYS_IOCTL, low(1), bpf.JumpEqual, unix.SECCOMP_IOCTL_NOTIF_SEND, allow, 0},
}

// listener answers requests of programs. A nil listener never gets any.
type listener struct {
	fd      int
	watcher *watcher
	plain   *plainBox // nil in a box with namespaces
}

// question is struct seccomp_notif with its struct seccomp_data.
type question struct {
	id                 uint64
	thread, flags      uint32
	call               int32
	architecture       uint32
	instructionPointer uint64
	arguments          [6]uint64
}

// reaction is struct seccomp_notif_resp.
type reaction struct {
	id    uint64
	value int64
	errno int32
	flags uint32
}

// descriptor returns a descriptor that becomes readable when a program asks, or -1 if programs never ask.
func (l *listener) descriptor() int {
	if l == nil {
		return -1
	}
	return l.fd
}

// mostTogether bounds the requests that one count of processes serves: a signal lets a program ask again before the answer.
const mostTogether = 256

// answer answers a request. If it has to count processes for that, it first takes all such requests that wait: a count takes
// far longer than an answer, and serves each program that has asked before it. A program that asked may have been killed
// meanwhile.
func (l *listener) answer() error {
	var asked []question
	for more := true; more; {
		var q question
		if err := l.control(unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&q)); err != nil {
			if err = ignoreGone(err); err != nil || len(asked) == 0 {
				return err
			}
			break
		}
		asked = append(asked, q)
		more = l.plain.mustCount(&q) && len(asked) < mostTogether && l.pending()
	}
	if l.plain.mustCount(&asked[0]) {
		l.plain.count()
	}
	for i := range asked {
		if err := l.react(&asked[i]); err != nil {
			return err
		}
	}
	return nil
}

// pending reports whether a request waits.
func (l *listener) pending() bool {
	poll := []unix.PollFd{{Fd: int32(l.fd), Events: unix.POLLIN}}
	n, err := unix.Poll(poll, 0)
	return err == nil && n > 0 && poll[0].Revents&unix.POLLIN != 0
}

// react decides about a request and sends the answer.
func (l *listener) react(q *question) error {
	goesOn, errno := l.decide(q)
	r := reaction{id: q.id, errno: -int32(errno)}
	if goesOn {
		r = reaction{id: q.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
	}
	// A program without an answer waits for ever.
	return ignoreGone(uninterrupted(func() error { return l.control(unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&r)) }))
}

// decide says whether a call may go on, or else with which error it ends.
func (l *listener) decide(q *question) (goesOn bool, errno unix.Errno) {
	switch q.call {
	case unix.SYS_MMAP:
		return l.watcher.share(q.arguments[1]), unix.ENOMEM
	case unix.SYS_MKNODAT, mknod:
		return l.watcher.share(uint64(pipeBuffer)), unix.ENOMEM
	}
	return l.plain.answer(q)
}

func (l *listener) control(request uintptr, argument unsafe.Pointer) error {
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(l.fd), request, uintptr(argument)); errno != 0 {
		return errno
	}
	return nil
}

func ignoreGone(err error) error {
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EINTR) {
		return nil
	}
	return err
}
