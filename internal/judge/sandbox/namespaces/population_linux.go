package namespaces

import (
	"errors"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// population are the processes of a box besides its init.
type population interface {
	list() (pids []int, err error)
	// any reports whether there are any, ended ones that wait to be collected included.
	any() bool
	// end kills all. It calls reap, which collects ended processes, until none is left.
	end(reap func(options int))
}

// namespace are all processes that the init sees.
type namespace struct{}

func (namespace) list() (pids []int, err error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		if pid, err := strconv.Atoi(entry.Name()); err == nil && pid != os.Getpid() {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}

func (namespace) any() bool { return !errors.Is(unix.Kill(-1, 0), unix.ESRCH) }

// end needs one signal to all, since a process that is being killed cannot fork.
func (namespace) end(reap func(options int)) {
	_ = unix.Kill(-1, unix.SIGKILL)
	reap(0)
}

// session are the processes of a box without namespaces: those in the session of its init, given by its number. They
// cannot leave it, since their filter keeps setsid(2) from having an effect. The number belongs to no other session as
// long as one of them lives.
type session int

func (s session) list() (pids []int, err error) {
	all, err := namespace{}.list()
	for _, pid := range all {
		if s.has(pid) {
			pids = append(pids, pid)
		}
	}
	return pids, err
}

func (s session) has(pid int) bool {
	of, err := unix.Getsid(pid)
	return err == nil && of == int(s) && pid != int(s)
}

func (s session) any() bool {
	pids, err := s.list()
	return err != nil || len(pids) > 0
}

// end repeats the signals: a process may be forking while its parent is killed.
func (s session) end(reap func(options int)) {
	const pause = 200 * time.Microsecond
	for s.signal(unix.SIGKILL, s.has) {
		reap(unix.WNOHANG)
		time.Sleep(pause)
	}
}

// signal sends a signal to the chosen ones and reports whether there were any.
func (s session) signal(number unix.Signal, chosen func(pid int) bool) (found bool) {
	pids, err := s.list()
	for _, pid := range pids {
		if chosen(pid) {
			found = true
			s.signalOne(pid, number)
		}
	}
	return found || err != nil
}

// signalOne signals a process of the session and nothing else, should the number belong to another one meanwhile.
func (s session) signalOne(pid int, number unix.Signal) error {
	process, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return err
	}
	defer unix.Close(process)
	if !s.has(pid) {
		return unix.ESRCH
	}
	return unix.PidfdSendSignal(process, number, nil, 0)
}

// abandoned ends the processes of a box whose init is gone, so that others collect them.
func (s session) abandoned() {
	const tries = 100
	for try := 0; try < tries && s.signal(unix.SIGKILL, s.has); try++ {
		time.Sleep(time.Millisecond)
	}
}
