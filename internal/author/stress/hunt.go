package stress

import (
	"context"
	"errors"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"grundy/internal/event"
	"grundy/internal/verdict"
)

// Limits bound a search.
type Limits struct {
	// Seed is that of the first case; the k-th case after it has the k-th seed after it.
	Seed event.Seed
	// Count is how many cases are tried at most, and Time after how long none is begun any more; 0 is unbounded.
	Count int64
	Time  time.Duration
	// Every is the time between two Progress events, 0 for none.
	Every time.Duration
}

// Hunt tries one case after another until the solution fails. The finding is nil when it does not; otherwise it is the
// first one in the order of the seeds, however many slots there are. Done is not emitted but returned. A *Fault tells of
// a generator, validator or trusted solution that is wrong; other errors are the judge's, or that of ctx.
func (t *Trial) Hunt(ctx context.Context, limits Limits, emit func(event.Event)) (*event.Finding, event.Stressed, error) {
	h := &hunt{trial: t, limits: limits, emit: emit, started: time.Now()}
	h.end.Store(math.MaxInt64)
	if limits.Count > 0 {
		h.end.Store(limits.Count)
	}
	h.told = h.started
	err := t.staff(ctx, h.work)
	done := event.Stressed{
		Problem: t.setup.Problem.ID, Solution: t.setup.Suspect.Name, Cases: h.passed, Elapsed: time.Since(h.started), Verdict: verdict.AC,
	}
	switch {
	case context.Cause(ctx) != nil && h.found == nil:
		done.Interrupted = true
		return nil, done, context.Cause(ctx)
	case err != nil:
		return nil, done, err
	case h.fault != nil:
		return nil, done, h.fault
	case h.found != nil:
		// Those behind it that passed too depend on the slots.
		done.Cases = h.first
		done.Verdict, done.Seed, done.Call = h.found.Test.Verdict, h.found.Seed, h.found.Call
		emit(h.found.Excerpt())
	}
	return h.found, done, nil
}

// hunt is one search.
type hunt struct {
	trial   *Trial
	limits  Limits
	started time.Time
	next    atomic.Int64 // index of the case to begin next, from 0
	end     atomic.Int64 // index of the first case that need not be run

	mu     sync.Mutex // of what follows, and of emit
	emit   func(event.Event)
	told   time.Time // of the last Progress
	passed int64
	bytes  int64
	first  int64 // index of what found or fault is about
	found  *event.Finding
	fault  error
}

// work tries cases until there are none left, or one failed.
func (h *hunt) work(ctx context.Context, d *desk) error {
	for {
		index := h.next.Add(1) - 1
		if index >= h.end.Load() || h.limits.Time > 0 && time.Since(h.started) >= h.limits.Time {
			return nil
		}
		found, err := d.try(ctx, index+1, plus(h.limits.Seed, index))
		var fault *Fault
		if err != nil && !errors.As(err, &fault) {
			return err
		}
		info, statErr := d.input.Stat()
		if statErr != nil {
			return statErr
		}
		h.note(index, info.Size(), found, err)
	}
}

// note takes in what came of a case.
func (h *hunt) note(index, size int64, found *event.Finding, fault error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.bytes = max(h.bytes, size)
	if found != nil || fault != nil {
		if h.found == nil && h.fault == nil || index < h.first {
			h.first, h.found, h.fault = index, found, fault
			h.end.Store(index)
		}
		return
	}
	h.passed++
	now := time.Now()
	if h.limits.Every > 0 && now.Sub(h.told) >= h.limits.Every {
		h.told = now
		h.emit(h.progress(now))
	}
}

func (h *hunt) progress(now time.Time) event.StressProgress {
	seed := plus(h.limits.Seed, h.next.Load()-1)
	p := event.StressProgress{Cases: h.passed, Seed: seed, Bytes: h.bytes, Elapsed: now.Sub(h.started)}
	for _, g := range h.trial.setup.Generators {
		if g.Sized() {
			p.Bound = h.trial.setup.Sizes.Bound(seed)
		}
	}
	return p
}
