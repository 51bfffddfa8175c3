package runner

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/job"
)

func testPool(slots int) *pool {
	p := &pool{}
	for range slots {
		p.add(&slot{})
	}
	return p
}

// queue holds work that waits for a pool, and the order in which it is served.
type queue struct {
	t    *testing.T
	wait sync.WaitGroup

	mu    sync.Mutex
	order []string
}

// join returns when the work waits for the pool.
func (q *queue) join(name string, do func(work func(*slot) error) error) {
	q.wait.Go(func() {
		err := do(func(*slot) error {
			q.mu.Lock()
			q.order = append(q.order, name)
			q.mu.Unlock()
			time.Sleep(time.Second)
			return nil
		})
		if err != nil {
			q.t.Error(err)
		}
	})
	synctest.Wait()
}

// served waits until all work is done.
func (q *queue) served() []string {
	q.wait.Wait()
	return q.order
}

func TestBackgroundWorkWaitsForTheUrgent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := testPool(1)
		held, err := p.acquire(t.Context(), urgent)
		if err != nil {
			t.Fatal(err)
		}
		q := queue{t: t}
		want := func(name string, priority priority) {
			q.join(name, func(work func(*slot) error) error { return p.with(t.Context(), priority, work) })
		}
		want("background", background)
		want("first", urgent)
		want("second", urgent)
		p.release(held)
		order := q.served()
		if len(order) != 3 || order[0] != "first" || order[1] != "second" || order[2] != "background" {
			t.Errorf("order = %v, want first, second, background", order)
		}
	})
}

func TestSmallerTurnsComeFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := testPool(1)
		held, err := p.acquire(t.Context(), urgent)
		if err != nil {
			t.Fatal(err)
		}
		q := queue{t: t}
		want := func(name string, turns ...int) {
			ctx := t.Context()
			for _, n := range turns {
				ctx = job.WithPriority(ctx, n)
			}
			q.join(name, func(work func(*slot) error) error { return p.with(ctx, urgent, work) })
		}
		want("third, second part", 3, 2)
		want("third, first part", 3, 1)
		want("second", 2)
		want("second again", 2)
		want("first", 1, 7)
		want("without")
		q.join("alone in the second", func(work func(*slot) error) error { return p.alone(job.WithPriority(t.Context(), 2), work) })
		p.release(held)
		order := q.served()
		wanted := []string{
			"without", "first", "alone in the second", "second", "second again", "third, first part", "third, second part",
		}
		if diff := cmp.Diff(wanted, order); diff != "" {
			t.Errorf("order differs (-want +got):\n%s", diff)
		}
	})
}

func TestSeriesThatRunsLetsOthersGoFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := testPool(2)
		all := []*series{{}, {}, {}}
		acquire := func(of int) *slot {
			s, err := p.acquireNext(job.WithPriority(t.Context(), of), urgent, all[of])
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		first, other := acquire(1), acquire(1)
		q := queue{t: t}
		next := func(name string, of int) {
			q.join(name, func(work func(*slot) error) error {
				s := acquire(of)
				defer p.release(s)
				return work(s)
			})
		}
		next("first, third part", 1)
		next("first, fourth part", 1)
		next("second", 2)
		q.join("needed, later", func(work func(*slot) error) error { return p.with(job.WithPriority(t.Context(), 3), urgent, work) })
		q.join("needed, later still", func(work func(*slot) error) error {
			return p.with(job.WithPriority(job.WithPriority(t.Context(), 4), 0), urgent, work)
		})
		p.release(first)
		time.Sleep(time.Second / 2)
		p.release(other)
		wanted := []string{"second", "first, third part", "needed, later", "first, fourth part", "needed, later still"}
		if diff := cmp.Diff(wanted, q.served()); diff != "" {
			t.Errorf("order differs (-want +got):\n%s", diff)
		}
	})
}

func TestAloneWaitsForAllAndKeepsThemOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := testPool(3)
		var running, most atomic.Int32
		var wait sync.WaitGroup
		work := func(*slot) error {
			most.Store(max(most.Load(), running.Add(1)))
			time.Sleep(time.Second)
			running.Add(-1)
			return nil
		}
		for range 10 {
			wait.Go(func() {
				if err := p.with(t.Context(), urgent, work); err != nil {
					t.Error(err)
				}
			})
			wait.Go(func() {
				err := p.alone(t.Context(), func(s *slot) error {
					if n := running.Load(); n != 0 {
						t.Errorf("%d others run", n)
					}
					return work(s)
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if most.Load() < 2 {
			t.Error("nothing ran at the same time")
		}
		if len(p.idle) != 3 {
			t.Errorf("%d slots are free in the end, want 3", len(p.idle))
		}
	})
}

// While the programs in a slot wait, its core serves another slot. The pool knows which slots were disturbed when
// they compute again.
func TestWaitingTakesNoSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		made := 0
		p := &pool{extend: func(*slot) (*slot, error) { made++; return &slot{}, nil }}
		for range 2 {
			p.add(&slot{})
		}
		acquire := func() *slot {
			t.Helper()
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			s, _ := p.acquire(ctx, urgent)
			return s
		}
		first, second := acquire(), acquire()
		if s := acquire(); s != nil {
			t.Fatal("a third slot on two cores")
		}
		first.activity.change(1, 0, true)
		first.activity.change(1, 0, true)
		first.activity.change(0, 1, false)
		if s := acquire(); s != nil {
			t.Fatal("one of two programs computes, and the slot counts as waiting")
		}
		first.activity.change(0, 1, false)
		third := acquire()
		if third == nil || third.core != first.core || made != 1 {
			t.Fatalf("got %v after %d were made, want one on the core that computes nothing", third, made)
		}
		if s := acquire(); s != nil {
			t.Fatal("two compute on one core")
		}
		if !p.undisturbed(first) || !p.undisturbed(third) {
			t.Error("nothing computes beside anything else yet")
		}
		first.activity.change(0, -1, true)
		if p.undisturbed(first) || p.undisturbed(third) || !p.undisturbed(second) {
			t.Error("two compute on one core, and it is not noticed")
		}
		first.activity.change(-1, 0, false)
		first.activity.change(-1, -1, false)
		p.release(first)
		if s := acquire(); s != nil {
			t.Fatal("the core has a slot that computes")
		}
		alone := false
		go func() {
			_ = p.alone(t.Context(), func(s *slot) error {
				alone = true
				s.activity.change(1, 0, true)
				s.activity.change(0, 1, false)
				time.Sleep(time.Minute)
				s.activity.change(-1, -1, false)
				return nil
			})
		}()
		p.release(third)
		synctest.Wait()
		if alone {
			t.Error("alone beside a slot that is lent")
		}
		p.release(second)
		synctest.Wait()
		if s := acquire(); !alone || s != nil {
			t.Errorf("alone is %t, and %v was lent beside", alone, s)
		}
		time.Sleep(time.Hour)
		if again := acquire(); again == nil || made != 1 || len(p.idle) != 2 {
			t.Errorf("%d slots were made, %d are idle", made, len(p.idle))
		}
	})
}

func TestAcquireEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := testPool(1)
		held, err := p.acquire(t.Context(), urgent)
		if err != nil {
			t.Fatal(err)
		}
		reason := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		errs := make(chan error, 2)
		go func() { errs <- p.with(ctx, urgent, func(*slot) error { return nil }) }()
		go func() { errs <- p.alone(ctx, func(*slot) error { return nil }) }()
		synctest.Wait()
		cancel(reason)
		for range 2 {
			if err := <-errs; !errors.Is(err, reason) {
				t.Errorf("error = %v, want %v", err, reason)
			}
		}
		p.release(held)
		if _, err := p.acquire(t.Context(), background); err != nil {
			t.Error(err)
		}
	})
}

// lender is a machine on which another judge may leave a core idle.
type lender struct {
	idle atomic.Bool
	left atomic.Int32
}

func (l *lender) Enter(context.Context, int) (func(), error) { return func() {}, nil }
func (l *lender) Alone(context.Context) (func(), error)      { return func() {}, nil }

func (l *lender) Borrow(isBorrowed func(int) bool) (int, func(), bool) {
	if !l.idle.Load() || isBorrowed(7) {
		return 0, nil, false
	}
	return 7, func() { l.left.Add(1) }, true
}

// A request gets a slot on a core that another judge leaves idle, also if it does so later. An exclusive request
// waits for such a slot, too.
func TestCoresOfOthersAreBorrowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		machine := &lender{}
		p := testPool(1)
		p.share = machine
		p.guest = func(core int) (*slot, error) {
			s := &slot{}
			s.solutionBox.config.Core = core
			return s, nil
		}
		own, err := p.acquire(t.Context(), urgent)
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Minute, func() { machine.idle.Store(true) })
		begin := time.Now()
		guest, err := p.acquire(t.Context(), urgent)
		if err != nil || guest == own || time.Since(begin) < time.Minute || time.Since(begin) > time.Minute+2*pollInterval {
			t.Fatalf("a slot is borrowed after %s: %v", time.Since(begin), err)
		}
		p.release(own)
		alone := make(chan struct{})
		go func() {
			defer close(alone)
			if err := p.alone(t.Context(), func(s *slot) error { return nil }); err != nil {
				t.Error(err)
			}
		}()
		synctest.Wait()
		select {
		case <-alone:
			t.Error("the machine is held while a borrowed slot is lent")
		default:
		}
		p.release(guest)
		<-alone
		if machine.left.Load() != 1 {
			t.Errorf("what was borrowed is given back %d times", machine.left.Load())
		}
	})
}

// While all programs wait, a core gets further slots up to a bound.
func TestSlotsOfACoreAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &pool{extend: func(*slot) (*slot, error) { return &slot{}, nil }}
		p.add(&slot{})
		lent := 0
		for {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			s, err := p.acquire(ctx, urgent)
			cancel()
			if err != nil {
				break
			}
			lent++
			s.activity.change(1, 0, true)
			s.activity.change(0, 1, false)
		}
		if lent != maxSlots || len(p.all) != maxSlots {
			t.Errorf("%d slots are lent of %d, want %d", lent, len(p.all), maxSlots)
		}
		if p.looking {
			t.Error("it is looked for cores of other judges, which are not heeded")
		}
	})
}

// gate is a machine that admits a judge only when it is open.
type gate struct {
	err           error
	entered, left int
}

func (g *gate) Enter(context.Context, int) (func(), error) {
	if g.err != nil {
		return nil, g.err
	}
	g.entered++
	return func() { g.left++ }, nil
}
func (g *gate) Alone(ctx context.Context) (func(), error) { return g.Enter(ctx, -1) }
func (g *gate) Borrow(func(int) bool) (int, func(), bool) { return 0, nil, false }

// A lent slot has entered the machine, and leaves it when it is released. A judge that is not admitted leaves the
// slot to others.
func TestWhoIsLentASlotEntersTheMachine(t *testing.T) {
	machine := &gate{}
	p := testPool(1)
	p.share = machine
	for round := range 2 {
		for _, lend := range []func(do func(*slot) error) error{
			func(do func(*slot) error) error { return p.with(t.Context(), urgent, do) },
			func(do func(*slot) error) error { return p.alone(t.Context(), do) },
		} {
			machine.entered, machine.left = 0, 0
			if err := lend(func(*slot) error {
				if machine.entered != 1 || machine.left != 0 {
					t.Errorf("round %d: entered %d times, left %d times", round, machine.entered, machine.left)
				}
				return nil
			}); err != nil || machine.left != 1 {
				t.Errorf("round %d: in the end left %d times, %v", round, machine.left, err)
			}
			machine.err = errors.New("closed")
			if err := lend(func(*slot) error { return nil }); !errors.Is(err, machine.err) {
				t.Errorf("round %d: %v, want %v", round, err, machine.err)
			}
			machine.err = nil
		}
	}
	s, err := p.acquire(t.Context(), urgent)
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.acquire(ended, urgent); err == nil || p.looking {
		t.Errorf("%v; cores of others are looked for %v, although no slot can be made there", err, p.looking)
	}
	p.release(s)
}
