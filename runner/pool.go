package runner

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"grundy/internal/job"
)

// pool hands out slots: to judgements by their turns, in each turn in the order in which they came, and to background work
// what they leave free.
type pool struct {
	mu  sync.Mutex
	all []*slot
	// idle holds the free slots. The last one released is lent first: its boxes are open.
	idle    []*slot
	waiting []*request // the next one to be served first
}

// priority is how soon a slot is wanted.
type priority int

const (
	urgent     priority = iota
	background          // when nobody urgent waits
)

// request is somebody who waits for a slot, or for all of them.
type request struct {
	want    priority
	turn    []int
	alone   bool
	granted chan *slot // has room for the one slot; whoever is alone holds the others as well
}

// before orders those who wait.
func (r *request) before(other *request) int {
	return cmp.Or(cmp.Compare(r.want, other.want), slices.Compare(r.turn, other.turn))
}

// add puts in a new slot.
func (p *pool) add(s *slot) {
	p.all = append(p.all, s)
	p.idle = append(p.idle, s)
}

// acquire waits for a slot. It must be released.
func (p *pool) acquire(ctx context.Context, want priority) (*slot, error) {
	return p.wait(ctx, &request{want: want, turn: job.Turn(ctx), granted: make(chan *slot, 1)}, p.release)
}

// wait queues a request until it is granted; giveBack takes what was granted too late.
func (p *pool) wait(ctx context.Context, r *request, giveBack func(*slot)) (*slot, error) {
	p.mu.Lock()
	next := slices.IndexFunc(p.waiting, func(other *request) bool { return r.before(other) < 0 })
	if next < 0 {
		next = len(p.waiting)
	}
	p.waiting = slices.Insert(p.waiting, next, r)
	p.serve()
	p.mu.Unlock()
	select {
	case s := <-r.granted:
		return s, nil
	case <-ctx.Done():
	}
	p.mu.Lock()
	if i := slices.Index(p.waiting, r); i >= 0 {
		p.waiting = slices.Delete(p.waiting, i, i+1)
		p.serve() // whoever wants to be alone may have held others up
	}
	p.mu.Unlock()
	select {
	case s := <-r.granted:
		giveBack(s)
	default:
	}
	return nil, context.Cause(ctx)
}

// serve grants what can be granted. Whoever wants to be alone lets the slots run empty when the turn comes; those who want
// that too go next, since the slots are empty then. The caller holds the lock.
func (p *pool) serve() {
	for len(p.waiting) > 0 && len(p.idle) > 0 {
		next := 0
		if len(p.idle) == len(p.all) {
			first := p.waiting[0]
			next = max(0, slices.IndexFunc(p.waiting, func(r *request) bool { return r.alone && r.before(first) == 0 }))
		}
		r := p.waiting[next]
		if r.alone && len(p.idle) < len(p.all) {
			return
		}
		p.waiting = slices.Delete(p.waiting, next, next+1)
		last := len(p.idle) - 1
		s := p.idle[last]
		p.idle = p.idle[:last]
		if r.alone {
			p.idle = nil
		}
		r.granted <- s
	}
}

func (p *pool) release(s *slot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, s)
	p.serve()
}

// releaseAll ends being alone with a slot, which is lent first again.
func (p *pool) releaseAll(s *slot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = slices.DeleteFunc(slices.Clone(p.all), func(other *slot) bool { return other == s })
	p.idle = append(p.idle, s)
	p.serve()
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
	r := &request{turn: job.Turn(ctx), alone: true, granted: make(chan *slot, 1)}
	s, err := p.wait(ctx, r, p.releaseAll)
	if err != nil {
		return err
	}
	defer p.releaseAll(s)
	return do(s)
}

// close closes all slots; none may be lent.
func (p *pool) close() error {
	var errs []error
	for _, s := range p.all {
		errs = append(errs, s.close())
	}
	return errors.Join(errs...)
}
