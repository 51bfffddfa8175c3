package runner

import (
	"sync/atomic"
	"time"

	"grundy/internal/event"
)

// usage sums what the programs of a judge use.
type usage struct{ submissions, programs, compilers, alone atomic.Int64 }

// Usage returns what all programs that the judge has run have used.
func (j *Judge) Usage() event.Usage {
	return event.Usage{
		Submissions: time.Duration(j.used.submissions.Load()), Programs: time.Duration(j.used.programs.Load()),
		Compilers: time.Duration(j.used.compilers.Load()), Alone: time.Duration(j.used.alone.Load()),
	}
}
