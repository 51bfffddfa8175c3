package event

import "time"

// Rhythm tells when to say how far some work is: after a tenth of a second, then each time that as much has passed again,
// and once a second in the long run. Whoever does the work keeps it, and each face draws what it needs of that.
type Rhythm struct{ started, told time.Time }

// The bounds of the time between two steps of progress.
const (
	leastPause = 100 * time.Millisecond
	mostPause  = time.Second
)

// NewRhythm is that of work which began at the given time.
func NewRhythm(started time.Time) Rhythm { return Rhythm{started, started} }

// Due tells whether it is time, and takes it that something is said then.
func (r *Rhythm) Due(now time.Time) bool {
	pause := min(max(r.told.Sub(r.started), leastPause), mostPause)
	if now.Sub(r.told) < pause {
		return false
	}
	r.told = now
	return true
}
