package namespaces

import (
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/activity"
)

// newsPrefix begins the messages by which the init tells during a run what the program does. No reply begins like that: its
// first number would be negative.
var newsPrefix = []byte("says")

// news is what a beat has found.
type news struct {
	// Turned tells that the program has begun to wait or to compute, which Waiting says.
	Turned, Waiting bool
	State           sandbox.State
	// At is that of the report, on the system's monotonic clock: that of a process begins with it. Lasted is the time since Since.
	At, Lasted time.Duration
}

func (n *news) transfer(w *wire) {
	w.flag(&n.Turned)
	w.flag(&n.Waiting)
	number(w, &n.State)
	number(w, &n.At)
	number(w, &n.Lasted)
}

// heart is a pulse and what was told of it.
type heart struct {
	pulse   *activity.Pulse
	reports bool // are wanted
	waiting bool
	state   sandbox.State
}

// beat has the pulse look, and tells the judge of it.
func (w *worker) beat(h *heart, wall, cpu time.Duration) {
	before := ownTime()
	if h.pulse.Look(wall, cpu) {
		w.tell(h)
		w.meter.spent(ownTime() - before)
	}
}

// ownTime is the CPU time of the calling thread.
func ownTime() time.Duration {
	var used unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &used) // there always is one
	return time.Duration(used.Nano())
}

// tell sends the judge what a beat has found, if it is new or may be awaited. A judge that is gone is noticed elsewhere.
func (w *worker) tell(h *heart) {
	found := h.pulse.Report
	n := news{
		Turned: h.pulse.Waiting != h.waiting, Waiting: h.pulse.Waiting,
		State: found.State, At: onSystemClock(found.At), Lasted: found.At.Sub(found.Since),
	}
	if !n.Turned && (!h.reports || n.State == sandbox.Computes && h.state == sandbox.Computes) {
		return
	}
	h.waiting, h.state = n.Waiting, n.State
	_ = w.socket.send(append(newsPrefix[:len(newsPrefix):len(newsPrefix)], encode(&n)...))
}

// report translates what was told for the judge.
func (n *news) report() sandbox.Report {
	at := onOwnClock(n.At)
	return sandbox.Report{State: n.State, At: at, Since: at.Add(-n.Lasted)}
}

// What passes between the two readings of the clocks makes a moment earlier than it was, never later: what somebody is found to
// have had before he did would be wrong.

func onSystemClock(t time.Time) time.Duration {
	now := systemClock()
	return now - time.Since(t)
}

func onOwnClock(t time.Duration) time.Time {
	now := time.Now()
	return now.Add(t - systemClock())
}

func systemClock() time.Duration {
	var now unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &now) // there always is one
	return time.Duration(now.Nano())
}
