package work

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Futures caches expensive results by their inputs, and tracks those being computed. So a page that is requested again
// does not start over, and one that cannot wait comes back.
type Futures[T any] struct {
	mutex   sync.Mutex
	known   map[string]*future[T]
	order   []string // the oldest first
	closed  bool
	running sync.WaitGroup
}

type future[T any] struct {
	done  chan struct{} // closed when the other fields are set
	value T
	err   error
}

const (
	// keptFindings is how many results are kept.
	keptFindings = 256
	// ShortWait is how long a page waits before it says what it waits for.
	ShortWait = 1500 * time.Millisecond
	// LongWait is how long a request waits that needs the result to continue.
	LongWait = 50 * time.Second
)

// ErrPreparing reports a result that is not known yet.
var ErrPreparing = errors.New("it is being prepared")

// Get returns the result of work if it is ready in time, else errPreparing, and the work continues. A failure is
// returned once: the next call starts again.
func (s *Futures[T]) Get(ctx, lifetime context.Context, key string, patience time.Duration, work func(context.Context) (T, error)) (T, error) {
	f, err := s.begin(lifetime, key, work)
	if err != nil {
		return *new(T), err
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-f.done:
		if f.err != nil {
			s.forget(key, f)
		}
		return f.value, f.err
	case <-late.C:
		return *new(T), ErrPreparing
	case <-ctx.Done():
		return *new(T), ctx.Err()
	}
}

func (s *Futures[T]) begin(lifetime context.Context, key string, work func(context.Context) (T, error)) (*future[T], error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.closed {
		return nil, ErrEnding
	}
	if f := s.known[key]; f != nil {
		return f, nil
	}
	f := &future[T]{done: make(chan struct{})}
	if s.known == nil {
		s.known = map[string]*future[T]{}
	}
	s.known[key] = f
	s.order = append(s.order, key)
	if len(s.order) > keptFindings {
		delete(s.known, s.order[0])
		s.order = slices.Delete(s.order, 0, 1)
	}
	s.running.Go(func() {
		defer close(f.done)
		f.value, f.err = work(lifetime)
	})
	return f, nil
}

func (s *Futures[T]) forget(key string, f *future[T]) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.known[key] == f {
		delete(s.known, key)
		s.order = slices.DeleteFunc(s.order, func(other string) bool { return other == key })
	}
}

// Wait returns when no work is running; no new work starts.
func (s *Futures[T]) Wait() {
	s.mutex.Lock()
	s.closed = true
	s.mutex.Unlock()
	s.running.Wait()
}
