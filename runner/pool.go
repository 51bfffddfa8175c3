package runner

import (
	"context"
	"errors"
	"sync"
)

// pool hands out slots: to those who wait for a judgement in the order in which they came, and to background work what
// they leave free.
type pool struct {
	all []*slot
	// idle holds slots that nobody urgent was waiting for when they were released, and free a token for each. The last
	// one released is lent first: its boxes are open.
	mu   sync.Mutex
	idle []*slot
	free chan struct{}
	// urgent hands slots over directly.
	urgent chan *slot
	// exclusive holds a token for whoever collects all slots: two who did so at once would wait for each other.
	exclusive chan struct{}
}

// priority is how soon a slot is wanted.
type priority int

const (
	urgent     priority = iota
	background          // when nobody urgent waits
)

func newPool(size int) *pool {
	return &pool{free: make(chan struct{}, size), urgent: make(chan *slot), exclusive: make(chan struct{}, 1)}
}

// add puts in a new slot.
func (p *pool) add(s *slot) {
	p.all = append(p.all, s)
	p.push(s)
}

func (p *pool) push(s *slot) {
	p.mu.Lock()
	p.idle = append(p.idle, s)
	p.mu.Unlock()
	p.free <- struct{}{}
}

// pop takes a slot for which the caller took a token.
func (p *pool) pop() *slot {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := len(p.idle) - 1
	s := p.idle[last]
	p.idle = p.idle[:last]
	return s
}

// acquire waits for a slot. It must be released.
func (p *pool) acquire(ctx context.Context, want priority) (*slot, error) {
	handed := p.urgent
	if want == background {
		handed = nil
	}
	select {
	case <-p.free:
		return p.pop(), nil
	case s := <-handed:
		return s, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (p *pool) release(s *slot) {
	select {
	case p.urgent <- s:
	default:
		p.push(s)
	}
}

// with lends a slot to do.
func (p *pool) with(ctx context.Context, want priority, do func(*slot) error) error {
	s, err := p.acquire(ctx, want)
	if err != nil {
		return err
	}
	defer p.release(s)
	return do(s)
}

// alone lends a slot to do while nothing runs in any other one. The caller may not hold a slot.
func (p *pool) alone(ctx context.Context, do func(*slot) error) error {
	select {
	case p.exclusive <- struct{}{}:
		defer func() { <-p.exclusive }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	var held []*slot
	defer func() {
		for _, s := range held {
			p.release(s)
		}
	}()
	for range p.all {
		s, err := p.acquire(ctx, urgent)
		if err != nil {
			return err
		}
		held = append(held, s)
	}
	return do(held[0])
}

// close closes all slots; none may be lent.
func (p *pool) close() error {
	var errs []error
	for _, s := range p.all {
		errs = append(errs, s.close())
	}
	return errors.Join(errs...)
}
