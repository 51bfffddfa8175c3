package activity

import (
	"time"

	"grundy/internal/judge/sandbox"
)

// beat is how often a look tells what a program does, and quietBeats how many quiet ones in a row make it wait: what is on its
// way, or merely has no core for a moment, is not called waiting. In a quiet beat it computes for a fiftieth at most.
const (
	beat       = 100 * time.Millisecond
	quietBeats = 3
	quietShare = 50
	// busyShare is the part of a beat that, spent on computing, makes a look at the threads pointless.
	busyShare = 2
	// calmShare is the part that it may spend and still be said to have waited all the time.
	calmShare = 10
)

// Pulse follows one run.
type Pulse struct {
	run    Run
	census *census // nil until it is needed, as few runs last so long

	// Waiting tells that the program has not computed for some beats.
	Waiting bool
	// Idle is the time so far in which no thread of the program computed, wanted to, or waited for its standard input.
	Idle time.Duration
	// Excused is the time so far that is no fault of the program: it waited for a processor, or for its standard input.
	Excused time.Duration
	// Report is what the last beat found.
	Report sandbox.Report

	wall, cpu time.Duration // at the last beat
	wanting   time.Duration // so far, in which it wanted to compute and did not, and which is not excused
	quiet     int           // beats in a row
}

// Run is what a pulse needs to know of a run.
type Run struct {
	Limits  sandbox.Limits
	Started time.Time
	// Input names the pipe or terminal that is standard input, as InputName does; it is empty where that is neither.
	Input string
	// Reports tells that somebody wants to know what the program does.
	Reports bool
	// Horizon is that of sandbox.Spec.
	Horizon time.Duration
	// Processes lists those of the run.
	Processes func() []int
}

// asks tells whether anybody asks what threads do.
func (r *Run) asks() bool { return r.Limits.Idle > 0 || r.Reports }

// New begins to follow a run.
func New(run Run) *Pulse {
	return &Pulse{run: run}
}

// Look takes note of the wall and CPU time since the start, and tells whether that was a beat.
func (p *Pulse) Look(wall, cpu time.Duration) bool {
	passed, used := wall-p.wall, cpu-p.cpu
	if passed < beat {
		return false
	}
	p.wall, p.cpu = wall, cpu
	quiet := used*quietShare <= passed
	found := finding{at: time.Now()}
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

// account says what became of the time of a beat in which the program did not compute. The kernel tells of a wait for a
// processor when it is over, which may be some beats later.
func (p *Pulse) account(found finding, spare time.Duration) {
	delayed := min(spare, found.delay)
	late := min(p.wanting, found.delay-delayed)
	p.wanting -= late
	p.Excused += late
	switch {
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

// finding is what a census found.
type finding struct {
	state sandbox.State
	// input tells that standard input could end a wait. A program may be stuck in another.
	input bool
	// blind tells that nothing is known of what the program waits for.
	blind bool
	// delay is for how long threads waited for a processor since the last census, added up.
	delay time.Duration
	// at is a moment of the run. What a thread that sleeps was told before it would have woken it.
	at time.Time
}
