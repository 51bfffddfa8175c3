package event

import "time"

// Throttle decides when to report progress: after a tenth of a second, then each time that as much time has passed again,
// and once a second in the long run. The worker keeps it, and each renderer draws what it needs of the reports.
type Throttle struct{ started, told time.Time }

// The bounds of the time between two progress reports.
const (
	leastPause = 100 * time.Millisecond
	mostPause  = time.Second
)

// NewThrottle returns the rhythm of work that began at the given time.
func NewThrottle(started time.Time) Throttle { return Throttle{started, started} }

// Due reports whether a report is due, and assumes that it is made then.
func (r *Throttle) Due(now time.Time) bool {
	pause := min(max(r.told.Sub(r.started), leastPause), mostPause)
	if now.Sub(r.told) < pause {
		return false
	}
	r.told = now
	return true
}
