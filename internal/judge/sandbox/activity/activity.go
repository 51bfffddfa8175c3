package activity

import (
	"time"

	"grundy/internal/judge/sandbox"
)

// beat is the time after which a look becomes a beat. A program waits after quietBeats quiet beats in a row, so that
// a short pause for input on its way or for a core does not count as waiting. In a quiet beat the program computes
// for at most a fiftieth.
const (
	sampleInterval = 100 * time.Millisecond
	quietBeats     = 3
	quietShare     = 50
	// busyShare: a program that computed for more than 1/busyShare of a beat needs no census.
	busyShare = 2
	// calmShare: a program that computed for at most 1/calmShare of a beat counts as waiting throughout.
	calmShare = 10
)

// Activity follows one run.
type Activity struct {
	run    Run
	census *census // nil until it is needed, since few runs last that long

	// Waiting reports that the program has not computed for some beats.
	Waiting bool
	// Idle is the total time in which no thread of the program computed, wanted to compute, or waited for its
	// standard input.
	Idle time.Duration
	// Excused is the total time that the program is not charged for: it waited for a processor, for its standard input,
	// or for the judge.
	Excused time.Duration
	// Report is the result of the last beat.
	Report sandbox.Report

	wall, cpu time.Duration // at the last beat
	wanting   time.Duration // total time in which it wanted to compute, did not, and is not excused
	quiet     int           // in a row
}

// Run describes a run to a pulse.
type Run struct {
	Limits  sandbox.Limits
	Started time.Time
	// Input names the pipe or terminal that is standard input, as InputName does. It is empty for other inputs.
	Input string
	// Reports says that the caller wants to know what the program does.
	Reports bool
	// Horizon is that of sandbox.Spec.
	Horizon time.Duration
	// Processes lists the processes of the run.
	Processes func() []int
}

// asks reports whether the caller needs to know what the threads do.
func (r *Run) asks() bool { return r.Limits.Idle > 0 || r.Reports }

// New begins to follow a run.
func New(run Run) *Activity {
	return &Activity{run: run}
}

// Look records the wall and CPU time since the start, and reports whether this look was a beat.
func (p *Activity) Look(wall, cpu time.Duration) bool {
	passed, used := wall-p.wall, cpu-p.cpu
	if passed < sampleInterval {
		return false
	}
	p.wall, p.cpu = wall, cpu
	quiet := used*quietShare <= passed
	found := threadStates{at: time.Now()}
	if p.run.asks() && used*busyShare <= passed {
		if p.census == nil {
			p.census = newCensus(p.run)
		}
		found = p.census.take()
		quiet = quiet && (found.state != sandbox.Computes || found.blind)
	}
	p.account(found, passed-used)
	if quiet {
		p.quiet++
	} else {
		p.quiet = 0
	}
	p.Waiting = p.quiet >= quietBeats
	if used*calmShare > passed || p.Report.State == sandbox.Computes || found.state == sandbox.Computes {
		p.Report.Since = found.at
	}
	p.Report.State, p.Report.At = found.state, found.at
	return true
}

// account attributes the part of a beat in which the program did not compute. The kernel reports a wait for a
// processor only when it is over, which may be some beats later.
func (p *Activity) account(found threadStates, spare time.Duration) {
	delayed := min(spare, found.delay)
	late := min(p.wanting, found.delay-delayed)
	p.wanting -= late
	p.Excused += late
	switch {
	case found.asks:
		p.Excused += spare
	case found.state == sandbox.Computes:
		p.Excused += delayed
		p.wanting += spare - delayed
	case found.input:
		p.Excused += spare
	default:
		p.Excused += delayed
		p.Idle += spare - delayed
	}
}

// threadStates is the result of a census.
type threadStates struct {
	state sandbox.State
	// input reports that standard input could end a wait, though not necessarily the one that the program is stuck
	// in.
	input bool
	// asks reports that a thread waits for the judge to allow a system call.
	asks bool
	// blind reports that the kernel does not show what the program waits for.
	blind bool
	// delay sums how long threads have waited for a processor since the last census.
	delay time.Duration
	// at is a moment of the run. Anything sent to a sleeping thread before it would have woken the thread.
	at time.Time
}
