package namespaces

import (
	"time"

	"golang.org/x/sys/unix"
)

// crowded is how late a look at the program is when too many processes compete for the core.
const crowded = 10 * time.Millisecond

// coreEscape lets an init without priority over programs leave the core that it shares with them. Among hundreds of
// processes it would get a hundredth of the time that it needs to see and end them.
type coreEscape struct {
	thread     int // the serving thread
	home, away unix.CPUSet
	inside     bool
}

// newCoreEscape returns a refuge on these cores for the calling thread, or nil if the thread may already run on all of
// them.
func newCoreEscape(cores []int) (*coreEscape, error) {
	r := &coreEscape{thread: unix.Gettid()}
	if err := unix.SchedGetaffinity(0, &r.home); err != nil {
		return nil, err
	}
	for _, core := range cores {
		r.away.Set(core)
	}
	if r.away.Count() <= r.home.Count() {
		return nil, nil
	}
	return r, nil
}

// seek leaves the core if a look was that late. The keeper moves the serving thread, which may not move itself.
func (r *coreEscape) seek(k *helperThread, late time.Duration) error {
	if r == nil || r.inside || late < crowded {
		return nil
	}
	r.inside = true
	return k.do(func() error { return unix.SchedSetaffinity(r.thread, &r.away) })
}

// leave returns to the core before the next program starts, since a program is born where the init runs.
func (r *coreEscape) leave(k *helperThread) error {
	if r == nil || !r.inside {
		return nil
	}
	r.inside = false
	return k.do(func() error { return unix.SchedSetaffinity(r.thread, &r.home) })
}
