package local

import (
	"context"
	"errors"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// search tries one case after another until the solution fails.
func (e *Executor) search(ctx context.Context, p *problem.Problem, j job.Search, emit func(event.Event)) (job.Searched, error) {
	t, err := e.open(ctx, p, j.Setup)
	if err != nil {
		return job.Searched{}, err
	}
	s := &search{trial: t, job: j, emit: emit, started: time.Now()}
	s.end.Store(math.MaxInt64)
	s.under.Store(math.MaxInt64)
	if j.Under > 0 {
		s.under.Store(int64(j.Under))
	}
	if j.Count > 0 {
		s.end.Store(j.Count)
	}
	s.rhythm = event.NewThrottle(s.started)
	err = t.everywhere(ctx, s.work)
	switch {
	case err == nil && s.found != nil && j.Smallest:
		return job.Searched{Passed: s.passed, Failed: true, Found: *s.found}, nil
	case err == nil && s.found != nil:
		// How many later cases passed depends on the slots.
		return job.Searched{Passed: s.first, Failed: true, Found: *s.found}, nil
	case context.Cause(ctx) != nil:
		err = context.Cause(ctx)
	case err == nil:
		err = s.fault
	}
	return job.Searched{Passed: s.passed}, err
}

// search is one search.
type search struct {
	trial   *preparedSetup
	job     job.Search
	started time.Time
	next    atomic.Int64 // index of the case to begin next, from 0
	end     atomic.Int64 // index of the first case that need not run
	under   atomic.Int64 // size from which inputs need not be tried

	mu     sync.Mutex // guards the fields below, and emit
	emit   func(event.Event)
	rhythm event.Throttle
	passed int64
	bytes  int64
	first  int64 // index of the case of found or fault
	found  *job.Found
	fault  error
}

// work tries cases until none are left or one failed.
func (s *search) work(ctx context.Context, b *inputRunner) error {
	for {
		index := s.next.Add(1) - 1
		if index >= s.end.Load() || s.job.Time > 0 && time.Since(s.started) >= s.job.Time {
			return nil
		}
		o, making := s.trial.origin(s.job.First+index, job.After(s.job.Seed, index))
		err := b.generate(ctx, o, making)
		info, statErr := b.input.Stat()
		if statErr != nil {
			return statErr
		}
		var found *job.Found
		if err == nil {
			if info.Size() >= s.under.Load() {
				continue
			}
			found, err = b.try(ctx, o)
		}
		var fault *job.Fault
		if err != nil && !errors.As(err, &fault) {
			return err
		}
		s.note(index, info.Size(), found, err)
	}
}

// note records the result of a case.
func (s *search) note(index, size int64, found *job.Found, fault error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bytes = max(s.bytes, size)
	if found != nil && s.job.Smallest {
		if size < s.under.Load() {
			s.found = found
			s.under.Store(size)
		}
		return
	}
	if found != nil || fault != nil {
		if s.found == nil && s.fault == nil || index < s.first {
			s.first, s.found, s.fault = index, found, fault
			s.end.Store(index)
		}
		return
	}
	s.passed++
	now := time.Now()
	if s.rhythm.Due(now) {
		s.emit(s.progress(now))
	}
}

func (s *search) progress(now time.Time) event.StressProgress {
	seed := job.After(s.job.Seed, s.next.Load()-1)
	p := event.StressProgress{Cases: s.passed, Seed: seed, Bytes: s.bytes, Elapsed: now.Sub(s.started)}
	for _, g := range s.job.Setup.Generators {
		if g.Sized() {
			p.Bound = s.job.Setup.Sizes.Bound(seed)
		}
	}
	return p
}
