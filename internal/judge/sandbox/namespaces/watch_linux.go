package namespaces

import (
	"errors"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/activity"
)

// ending is how a run ended.
type ending struct {
	status    unix.WaitStatus // of the first process
	breach    sandbox.Breach
	wall      time.Duration
	excused   time.Duration // from wall, see activity.Activity
	survivors int
	sweeping  bool // ends what is left
	cancelled bool
}

// watch waits for the program, stops it at its limits, and returns when no process of the run is left.
//
// The program is pinned, so its CPU time cannot grow faster than the clock. The init sleeps for the rest of the
// limit, and again for what is then left. That finds the limit within a few looks, without polling.
func (w *worker) watch(program child, run activity.Run, watch *stopwatch) ending {
	limits, started := run.Limits, run.Started
	var end ending
	poll := []unix.PollFd{
		{Fd: int32(program.pidfd), Events: unix.POLLIN},
		{Fd: int32(w.socket.fd), Events: unix.POLLIN},
		{Fd: int32(w.meter.alarm()), Events: unix.POLLIN}, // poll(2) skips negative descriptors
		{Fd: int32(w.listener.descriptor()), Events: unix.POLLIN},
	}
	running := true
	heart := &activityMonitor{pulse: activity.New(run), reports: run.Reports}
	// A program that has just begun has used nothing. Without a cgroup a look costs as much as a short run.
	due := time.Now().Add(w.patience(limits, 0, 0))
	for running {
		left := time.Until(due)
		timeout := unix.NsecToTimespec(int64(max(0, left)))
		if _, err := unix.Ppoll(poll, &timeout, nil); err != nil && !errors.Is(err, unix.EINTR) {
			fatal(os.NewSyscallError("ppoll", err))
		}
		switch {
		case poll[0].Revents != 0:
			running = false
		case poll[1].Revents != 0:
			w.control(&end)
			running = !end.cancelled
		case poll[2].Revents != 0:
			end.breach = sandbox.MemoryBreach
			running = false
		case poll[3].Revents != 0 && left > 0: // otherwise endless requests would block everything else
			if err := w.listener.answer(); err != nil {
				fatal(err)
			}
		default:
			if w.reap(program.pid, unix.WNOHANG, &end) {
				end.wall = time.Since(started)
				w.sweep(0, &end)
				return end
			}
			late := time.Since(due)
			left, end.breach = w.remaining(limits, started, heart)
			due = time.Now().Add(left)
			end.excused = heart.pulse.Excused
			running = end.breach == sandbox.NoBreach
			if !running && w.meter.exhausted() {
				end.breach = sandbox.MemoryBreach
			}
			if err := w.refuge.seek(w.keeper, late); err != nil {
				fatal(err)
			}
		}
	}
	end.wall = time.Since(started)
	watch.lap("the program")
	if poll[0].Revents != 0 {
		w.waitFor(program.pid, &end)
		w.sweep(0, &end)
	} else {
		w.sweep(program.pid, &end)
	}
	return end
}

// remaining returns how long to sleep until something may be due, or the breach that has occurred.
func (w *worker) remaining(limits sandbox.Limits, started time.Time, heart *activityMonitor) (time.Duration, sandbox.Breach) {
	wall := time.Since(started)
	if limits.Wall > 0 && wall-heart.pulse.Excused >= limits.Wall {
		return 0, sandbox.WallBreach
	}
	cpu, memoryBreached, err := w.meter.look()
	switch {
	case err != nil:
		fatal(err)
	case memoryBreached:
		return 0, sandbox.MemoryBreach
	case limits.CPU > 0 && cpu > limits.CPU:
		return 0, sandbox.CPUBreach
	}
	w.beat(heart, wall, cpu)
	if limits.Idle > 0 && heart.pulse.Idle >= limits.Idle {
		return 0, sandbox.IdleBreach
	}
	return w.patience(limits, cpu, wall-heart.pulse.Excused), sandbox.NoBreach
}

// patience returns how long nothing can be due, given what was used so far.
func (w *worker) patience(limits sandbox.Limits, cpu, wall time.Duration) time.Duration {
	left := w.meter.interval()
	if limits.Wall > 0 {
		left = min(left, limits.Wall-wall)
	}
	if limits.CPU > 0 {
		left = min(left, (limits.CPU-cpu)/time.Duration(w.setup.Cores)+time.Microsecond)
	}
	return left
}

// control handles a message of the judge during a run: a cancellation, or the end of the connection.
func (w *worker) control(end *ending) {
	data, files, err := w.socket.receive(w.receiver)
	closeAll(files)
	switch {
	case errors.Is(err, io.EOF):
		w.end(0, end)
		fatal(errors.New("the judge is gone"))
	case err != nil:
		fatal(err)
	default:
		end.cancelled = string(data) == string(cancelMessage)
	}
}

// waitFor collects one process that has ended.
func (w *worker) waitFor(pid int, end *ending) {
	var used unix.Rusage
	for {
		_, err := unix.Wait4(pid, &end.status, unix.WALL, &used)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			fatal(os.NewSyscallError("wait4", err))
		}
		w.meter.reaped(&used)
		return
	}
}

// reap collects ended processes and reports whether the first one was among them. Without WNOHANG it returns when
// none is left.
func (w *worker) reap(first, options int, end *ending) bool {
	found := false
	for {
		var (
			status unix.WaitStatus
			used   unix.Rusage
		)
		pid, err := unix.Wait4(-1, &status, options|unix.WALL, &used)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil || pid == 0: // ECHILD: no children at all
			return found
		default:
			w.meter.reaped(&used)
			if pid == first {
				end.status, found = status, true
			} else if end.sweeping && status.Signal() == unix.SIGKILL {
				end.survivors++ // not a zombie from before
			}
		}
	}
}

// sweep kills whatever is left of the run and collects it. first is the program's own process if it was not collected yet,
// otherwise 0.
func (w *worker) sweep(first int, end *ending) {
	if first == 0 && !w.people.any() {
		return
	}
	// The last moment at which the remaining processes can be measured together.
	if _, _, err := w.meter.look(); err != nil {
		fatal(err)
	}
	end.sweeping = true
	w.end(first, end)
}

// end kills whatever is left of the run and collects it.
func (w *worker) end(first int, end *ending) {
	w.people.end(func(options int) { w.reap(first, options, end) })
}
