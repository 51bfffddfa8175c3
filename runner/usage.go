package runner

import (
	"sync/atomic"
	"time"

	"grundy/internal/event"
)

// usage adds up what the programs of a judge take.
type usage struct{ submissions, programs, compilers, alone atomic.Int64 }

// Usage is what all programs took that the judge has run so far.
func (j *Judge) Usage() event.Usage {
	return event.Usage{
		Submissions: time.Duration(j.used.submissions.Load()), Programs: time.Duration(j.used.programs.Load()),
		Compilers: time.Duration(j.used.compilers.Load()), Alone: time.Duration(j.used.alone.Load()),
	}
}
