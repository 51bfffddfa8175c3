package runner

import (
	"context"
	"sync"
	"sync/atomic"

	"grundy/internal/judge/sandbox"
)

// activity counts the programs that run in a slot and tells the pool when all of them are waiting.
type activity struct {
	slot *slot
	pool *pool // nil for slots that belong to no pool

	mu               sync.Mutex
	running, waiting int
}

// change adjusts the counts. computes reports that a program of the slot has begun to compute.
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
		a.pool.setResting(a.slot, now)
	}
	if computes {
		a.pool.compute(a.slot)
	}
}

func (a *activity) resting() bool { return a.running > 0 && a.waiting == a.running }

// watchedBox sums the CPU time of the runs in a box and notes whether they wait.
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
