package runner

import (
	"context"
	"sync/atomic"
	"time"

	"grundy/internal/event"
	"grundy/internal/sandbox"
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

// meteredBox adds up the CPU time of what runs in a box.
type meteredBox struct {
	sandbox.Box
	cpu *atomic.Int64
}

func (b meteredBox) Run(ctx context.Context, spec sandbox.Spec) (sandbox.Result, error) {
	result, err := b.Box.Run(ctx, spec)
	b.cpu.Add(int64(result.CPU))
	return result, err
}
