package namespaces

import (
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/activity"
)

// activityPrefix begins the messages in which the init reports during a run what the program does. No reply begins like
// that: its first number would be negative.
var activityPrefix = []byte("says")

// activityReport is the result of a beat.
type activityReport struct {
	// Turned reports that the program has begun to wait or to compute; Waiting says which.
	Turned, Waiting bool
	State           sandbox.State
	// At is that of the report, on the system's monotonic clock, since a process's own monotonic clock starts with
	// it. Lasted is the time since Since.
	At, Lasted time.Duration
}

func (n *activityReport) transfer(w *wire) {
	w.flag(&n.Turned)
	w.flag(&n.Waiting)
	number(w, &n.State)
	number(w, &n.At)
	number(w, &n.Lasted)
}

// activityMonitor is a pulse, with what the judge has been told of it.
type activityMonitor struct {
	pulse   *activity.Activity
	reports bool // requested
	waiting bool
	state   sandbox.State
}

// beat lets the pulse look, and reports the result to the judge.
func (w *worker) beat(h *activityMonitor, wall, cpu time.Duration) {
	before := ownTime()
	if h.pulse.Look(wall, cpu) {
		w.tell(h)
		w.meter.spent(ownTime() - before)
	}
}

// ownTime returns the CPU time of the calling thread.
func ownTime() time.Duration {
	var used unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &used) // this clock always exists
	return time.Duration(used.Nano())
}

// tell sends the judge the result of a beat if it is new or awaited. Other code notices that a judge is gone.
func (w *worker) tell(h *activityMonitor) {
	found := h.pulse.Report
	n := activityReport{
		Turned: h.pulse.Waiting != h.waiting, Waiting: h.pulse.Waiting,
		State: found.State, At: onSystemClock(found.At), Lasted: found.At.Sub(found.Since),
	}
	if !n.Turned && (!h.reports || n.State == sandbox.Computes && h.state == sandbox.Computes) {
		return
	}
	h.waiting, h.state = n.Waiting, n.State
	_ = w.socket.send(append(activityPrefix[:len(activityPrefix):len(activityPrefix)], encode(&n)...))
}

// report converts the news for the judge.
func (n *activityReport) report() sandbox.Report {
	at := onOwnClock(n.At)
	return sandbox.Report{State: n.State, At: at, Since: at.Add(-n.Lasted)}
}

// The time between the two readings of the clocks makes a moment earlier than it was, never later. A later moment
// would claim that the program had already received something that was sent afterwards.

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
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &now) // this clock always exists
	return time.Duration(now.Nano())
}
