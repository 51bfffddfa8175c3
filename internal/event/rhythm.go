package event

import "time"

// Rhythm decides when to report progress: after a tenth of a second, then each time that as much time has passed again,
// and once a second in the long run. The worker keeps it, and each renderer draws what it needs of the reports.
type Rhythm struct{ started, told time.Time }

// The bounds of the time between two progress reports.
const (
	leastPause = 100 * time.Millisecond
	mostPause  = time.Second
)

// NewRhythm returns the rhythm of work that began at the given time.
func NewRhythm(started time.Time) Rhythm { return Rhythm{started, started} }

// Due reports whether a report is due, and assumes that it is made then.
func (r *Rhythm) Due(now time.Time) bool {
	pause := min(max(r.told.Sub(r.started), leastPause), mostPause)
	if now.Sub(r.told) < pause {
		return false
	}
	r.told = now
	return true
}
