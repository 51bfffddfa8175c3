package namespaces

import "time"

// The messages by which the init tells during a run that the program waits, and that it computes again.
var (
	waitingMessage   = []byte("waiting")
	computingMessage = []byte("computing")
)

// beat is how often a look tells whether a program computes, and quietBeats how many quiet ones in a row make it wait: what
// is on its way, or merely has no core for a moment, is not called waiting. In a quiet beat it computes for a fiftieth at most.
const (
	beat       = 100 * time.Millisecond
	quietBeats = 3
	quietShare = 50
)

// pulse tells whether the program of a run waits, by the CPU time that looks find.
type pulse struct {
	wall, cpu time.Duration // at the last beat
	quiet     int           // beats in a row
	waiting   bool
}

// look takes note of the times since the start and tells whether waiting has changed.
func (p *pulse) look(wall, cpu time.Duration) (changed bool) {
	passed := wall - p.wall
	if passed < beat {
		return false
	}
	if (cpu-p.cpu)*quietShare > passed {
		p.quiet = 0
	} else {
		p.quiet++
	}
	p.wall, p.cpu = wall, cpu
	before := p.waiting
	p.waiting = p.quiet >= quietBeats
	return p.waiting != before
}

// tell sends the judge what a look found. A judge that is gone is noticed elsewhere.
func (w *worker) tell(p *pulse, wall, cpu time.Duration) {
	switch {
	case !p.look(wall, cpu):
	case p.waiting:
		_ = w.socket.send(waitingMessage)
	default:
		_ = w.socket.send(computingMessage)
	}
}
