package runner

import (
	"context"
	"sync"
	"sync/atomic"

	"grundy/internal/judge/sandbox"
)

// activity counts the programs that run in a slot, and tells the pool when all of them wait.
type activity struct {
	slot *slot
	pool *pool // nil for slots that no pool lends

	mu               sync.Mutex
	running, waiting int
}

// change adds to the counts; computes tells that a program of the slot computes from now on.
func (a *activity) change(running, waiting int, computes bool) {
	if a.pool == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	before := a.resting()
	a.running += running
	a.waiting += waiting
	if now := a.resting(); now != before {
		a.pool.rest(a.slot, now)
	}
	if computes {
		a.pool.compute(a.slot)
	}
}

func (a *activity) resting() bool { return a.running > 0 && a.waiting == a.running }

// watchedBox adds up the CPU time of what runs in a box, and notes whether it waits.
type watchedBox struct {
	sandbox.Box
	cpu      *atomic.Int64
	activity *activity
}

func (b watchedBox) Run(ctx context.Context, spec sandbox.Spec) (sandbox.Result, error) {
	waiting := 0
	spec.Waiting = func(waits bool) {
		before := waiting
		waiting = 0
		if waits {
			waiting = 1
		}
		b.activity.change(0, waiting-before, !waits)
	}
	b.activity.change(1, 0, true)
	result, err := b.Box.Run(ctx, spec)
	b.activity.change(-1, -waiting, false)
	b.cpu.Add(int64(result.CPU))
	return result, err
}
