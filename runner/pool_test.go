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

func TestBackgroundWorkWaitsForTheUrgent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := testPool(1)
		held, err := p.acquire(t.Context(), urgent)
		if err != nil {
			t.Fatal(err)
		}
		var order []string
		var wait sync.WaitGroup
		want := func(name string, priority priority) {
			wait.Go(func() {
				err := p.with(t.Context(), priority, func(*slot) error {
					order = append(order, name)
					time.Sleep(time.Second)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		want("background", background)
		want("first", urgent)
		want("second", urgent)
		p.release(held)
		wait.Wait()
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
		var order []string
		var wait sync.WaitGroup
		want := func(name string, turns ...int) {
			ctx := t.Context()
			for _, n := range turns {
				ctx = job.InTurn(ctx, n)
			}
			wait.Go(func() {
				err := p.with(ctx, urgent, func(*slot) error {
					order = append(order, name)
					time.Sleep(time.Second)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		want("third, second part", 3, 2)
		want("third, first part", 3, 1)
		want("second", 2)
		want("second again", 2)
		want("first", 1, 7)
		want("without")
		wait.Go(func() {
			err := p.alone(job.InTurn(t.Context(), 2), func(*slot) error {
				order = append(order, "alone in the second")
				time.Sleep(time.Second)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		p.release(held)
		wait.Wait()
		wanted := []string{
			"without", "first", "alone in the second", "second", "second again", "third, first part", "third, second part",
		}
		if diff := cmp.Diff(wanted, order); diff != "" {
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
