package runner

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"grundy/internal/job"
)

// pool lends slots. Judgements get them by their turns, and within a turn first come, first served; background work
// gets the slots that no judgement wants. One slot computes on each core. While all programs in it wait, the pool
// lends another slot of the core, which it creates if necessary.
type pool struct {
	// extend creates another slot on the core of the given one. It is nil where waiting programs free no core.
	extend func(*slot) (*slot, error)
	// share is this process's part in the machine's cores. It is nil where other processes are ignored.
	share Share
	// equip makes what a slot needs that is lent for the first time: a run of one test case needs one slot of many.
	equip func(*slot) error
	// guest creates a slot on a core of another process.
	guest func(core int) (*slot, error)

	mu  sync.Mutex
	all []*slot
	// idle holds the free slots. The last one released is lent first, since its boxes are open.
	idle    []*slot
	waiting []*request
	// exclusive reports that one request holds all slots.
	exclusive bool
	cores     int
	// guests are slots on cores of other processes, by core. While requests wait, the pool checks regularly whether
	// such a core is idle.
	guests   map[int]*slot
	borrowed map[int]bool // the guests that are lent
	looking  bool
}

// pollInterval is how often the pool checks whether another process has left a core idle.
const pollInterval = 10 * time.Millisecond

// core is a core that slots run on.
type core struct {
	slots     int
	computing int // lent slots that compute
}

// maxSlots bounds the slots of a core, and so the memory of programs that wait.
const maxSlots = 4

// priority is how urgently a slot is wanted.
type priority int

const (
	urgent     priority = iota
	background          // only when no urgent request waits
)

// series is work whose earlier parts may make later parts unnecessary. While it holds a slot, its other requests come
// after the rest of their outer turn, so that unnecessary work costs only time that would have been idle.
type series struct{ lent int }

// request waits for one slot, or for all of them.
type request struct {
	want    priority
	turn    []int
	series  *series // nil for work that is needed in any case
	alone   bool
	granted chan *slot // has room for the one slot; an exclusive request holds the others as well
}

// before orders requests.
func (r *request) before(other *request) int {
	return cmp.Or(
		cmp.Compare(r.want, other.want), cmp.Compare(min(1, len(r.turn)), min(1, len(other.turn))), slices.Compare(r.sortKey(), other.sortKey()),
	)
}

// sortKey returns the turn of a request. Work of a series that holds a slot comes last in its outer turn.
func (r *request) sortKey() []int {
	if r.series == nil || r.series.lent == 0 {
		return r.turn
	}
	outer := max(0, len(r.turn)-1)
	return slices.Concat(r.turn[:outer], []int{math.MaxInt}, r.turn[outer:])
}

// add adds a new slot on a core of its own.
func (p *pool) add(s *slot) {
	p.cores++
	p.addTo(s, &core{})
}

func (p *pool) addTo(s *slot, c *core) {
	s.core = c
	c.slots++
	s.activity.slot, s.activity.pool = s, p
	p.all = append(p.all, s)
	p.idle = append(p.idle, s)
}

// acquire waits for a slot. The caller must release it.
func (p *pool) acquire(ctx context.Context, want priority) (*slot, error) {
	return p.acquireNext(ctx, want, nil)
}

// acquireNext waits for a slot for the next part of a series. The caller must release it.
func (p *pool) acquireNext(ctx context.Context, want priority, of *series) (*slot, error) {
	r := &request{want: want, turn: job.Priority(ctx), series: of, granted: make(chan *slot, 1)}
	return p.waitAndEnter(ctx, r, p.release, func(s *slot) (func(), error) { return p.share.Enter(ctx, s.solutionBox.config.Core) })
}

// waitAndEnter waits first for a slot of this process and then for other processes to leave the core.
func (p *pool) waitAndEnter(ctx context.Context, r *request, giveBack func(*slot), enter func(*slot) (leave func(), err error)) (*slot, error) {
	s, err := p.wait(ctx, r, giveBack)
	if err == nil && p.equip != nil {
		if err = p.equip(s); err != nil {
			giveBack(s)
			return nil, err
		}
	}
	if err != nil || p.share == nil || s.leave != nil { // a borrowed slot has already entered
		return s, err
	}
	leave, err := enter(s)
	if err != nil {
		giveBack(s)
		return nil, err
	}
	s.leave = leave
	return s, nil
}

// leaveMachine returns the slot's share of the machine to other processes.
func (s *slot) leaveMachine() {
	if s.leave != nil {
		s.leave()
		s.leave = nil
	}
}

// wait queues a request until it is granted. giveBack takes a slot that was granted after ctx ended.
func (p *pool) wait(ctx context.Context, r *request, giveBack func(*slot)) (*slot, error) {
	p.mu.Lock()
	p.waiting = append(p.waiting, r)
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
		p.serve() // an exclusive request may have held others up
	}
	p.mu.Unlock()
	select {
	case s := <-r.granted:
		giveBack(s)
	default:
	}
	return nil, context.Cause(ctx)
}

// serve grants as many requests as possible. When the turn of an exclusive request comes, serve lends no further
// slots until all are free. Other exclusive requests of equal rank go next, since the slots are free then. The caller
// holds the lock.
func (p *pool) serve() {
	for len(p.waiting) > 0 && !p.exclusive {
		slices.SortStableFunc(p.waiting, (*request).before)
		next := 0
		if len(p.idle) == len(p.all) {
			first := p.waiting[0]
			next = max(0, slices.IndexFunc(p.waiting, func(r *request) bool { return r.alone && r.before(first) == 0 }))
		}
		r := p.waiting[next]
		if r.alone && (len(p.idle) < len(p.all) || len(p.borrowed) > 0) {
			return
		}
		s := p.free()
		if s == nil {
			s = p.borrow()
		}
		if s == nil {
			p.scheduleServe()
			return
		}
		p.waiting = slices.Delete(p.waiting, next, next+1)
		s.core.computing++
		s.disturbed = false
		if s.series = r.series; s.series != nil {
			s.series.lent++
		}
		if r.alone {
			p.idle, p.exclusive = nil, true
		}
		r.granted <- s
	}
}

// free returns an idle slot on a core where nothing computes. If there is none, it creates one on a core whose
// programs wait, or returns nil.
func (p *pool) free() *slot {
	for i, s := range slices.Backward(p.idle) {
		if s.core.computing == 0 {
			p.idle = slices.Delete(p.idle, i, i+1)
			return s
		}
	}
	for _, s := range p.all {
		if p.extend == nil || s.core.computing > 0 || s.core.slots >= maxSlots {
			continue
		}
		more, err := p.extend(s)
		if err != nil {
			return nil // a slot less does no harm
		}
		p.addTo(more, s.core)
		p.idle = p.idle[:len(p.idle)-1]
		return more
	}
	return nil
}

// borrow returns a slot on a core that another process leaves idle, or nil.
func (p *pool) borrow() *slot {
	if p.share == nil || p.guest == nil {
		return nil
	}
	number, leave, ok := p.share.Borrow(func(core int) bool { return p.borrowed[core] })
	if !ok {
		return nil
	}
	s := p.guests[number]
	if s == nil {
		made, err := p.guest(number)
		if err != nil {
			leave()
			return nil // a slot less does no harm
		}
		s = made
		s.core = &core{slots: 1}
		s.activity.slot, s.activity.pool = s, p
		if p.guests == nil {
			p.guests, p.borrowed = map[int]*slot{}, map[int]bool{}
		}
		p.guests[number] = s
	}
	p.borrowed[number] = true
	s.leave = leave
	return s
}

// scheduleServe schedules a check whether another process has left a core idle.
func (p *pool) scheduleServe() {
	if p.share == nil || p.guest == nil || p.looking {
		return
	}
	p.looking = true
	time.AfterFunc(pollInterval, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.looking = false
		p.serve()
	})
}

// setResting notes that all programs in a lent slot wait, or that one computes again.
func (p *pool) setResting(s *slot, resting bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.resting = resting
	if !resting {
		s.core.computing++
		return
	}
	s.core.computing--
	p.serve()
}

// compute notes that a program in a lent slot computes. If another slot of the core was lent while it waited, each
// has disturbed the other.
func (p *pool) compute(s *slot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.core.computing < 2 {
		return
	}
	for _, other := range p.all {
		other.disturbed = other.disturbed || other.core == s.core && !other.resting
	}
}

// undisturbed reports whether a lent slot has computed alone on its core since it was lent.
func (p *pool) undisturbed(s *slot) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !s.disturbed
}

func (p *pool) release(s *slot) {
	s.leaveMachine()
	p.mu.Lock()
	defer p.mu.Unlock()
	s.core.computing--
	if s.series != nil {
		s.series.lent--
	}
	if number := s.solutionBox.config.Core; p.guests[number] == s {
		delete(p.borrowed, number)
	} else {
		p.idle = append(p.idle, s)
	}
	p.serve()
}

// releaseAll ends exclusive use. The given slot is lent first again.
func (p *pool) releaseAll(s *slot) {
	s.leaveMachine()
	p.mu.Lock()
	defer p.mu.Unlock()
	s.core.computing--
	p.exclusive = false
	p.idle = slices.DeleteFunc(slices.Clone(p.all), func(other *slot) bool { return other == s })
	p.idle = append(p.idle, s)
	p.serve()
}

// with calls do with a slot.
func (p *pool) with(ctx context.Context, want priority, do func(*slot) error) error {
	s, err := p.acquire(ctx, want)
	if err != nil {
		return err
	}
	defer p.release(s)
	return do(s)
}

// alone calls do with a slot while nothing runs in any other slot. The caller must not hold a slot.
func (p *pool) alone(ctx context.Context, do func(*slot) error) error {
	r := &request{turn: job.Priority(ctx), alone: true, granted: make(chan *slot, 1)}
	s, err := p.waitAndEnter(ctx, r, p.releaseAll, func(*slot) (func(), error) { return p.share.Alone(ctx) })
	if err != nil {
		return err
	}
	defer p.releaseAll(s)
	return do(s)
}

// close closes all slots; none may be lent. It closes them concurrently, since the kernel takes milliseconds to
// remove a box and spends most of them waiting.
func (p *pool) close() error {
	all := slices.AppendSeq(p.all, maps.Values(p.guests))
	errs := make([]error, len(all))
	var closing sync.WaitGroup
	for i, s := range all {
		closing.Go(func() { errs[i] = s.close() })
	}
	closing.Wait()
	return errors.Join(errs...)
}
