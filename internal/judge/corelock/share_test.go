package corelock

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// share opens a Share that plays a process of its own: locks belong to files as they were opened.
func share(t *testing.T, dir string) *Share {
	t.Helper()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestProcessesChooseDifferentCores(t *testing.T) {
	dir := t.TempDir()
	all := []int{4, 5, 6}
	first := share(t, dir)
	for i, want := range [][]int{{4}, {5, 6}, {4, 5}, {6}} {
		s := first
		if i > 0 {
			s = share(t, dir)
		}
		if got := s.Claim(all, len(want)); !slices.Equal(got, want) {
			t.Errorf("process %d gets %v, want %v", i, got, want)
		}
	}
	_ = first.Close()
	if got := share(t, dir).Claim(all, 1); !slices.Equal(got, []int{4}) {
		t.Errorf("after the end of the first one the next gets %v, want its core", got)
	}
	if got := share(t, dir).Claim([]int{-1, -1}, 2); !slices.Equal(got, []int{-1, -1}) {
		t.Errorf("of cores that cannot be told apart it gets %v", got)
	}
}

// Three processes use two cores, and now and then one of them wants the machine to itself. None waits for ever,
// although all of them always have something to run.
func TestNoTwoProcessesRunOnACore(t *testing.T) {
	dir := t.TempDir()
	var (
		wait    sync.WaitGroup
		on      [3][2]atomic.Int32 // how many runs of a process are on a core
		running atomic.Int32
		alone   atomic.Int32
	)
	for process := range on {
		s := share(t, dir)
		for worker := range 4 {
			wait.Go(func() {
				for i := range 30 {
					if worker == 0 && i%10 == 0 {
						leave, err := s.Alone(t.Context())
						if err != nil {
							t.Error(err)
							return
						}
						alone.Add(1)
						if n := running.Load(); n > 0 {
							t.Errorf("%d run beside one that has the machine to itself", n)
						}
						leave()
					}
					core := (worker + i) % 2
					leave, err := s.Enter(t.Context(), core)
					if err != nil {
						t.Error(err)
						return
					}
					running.Add(1)
					on[process][core].Add(1)
					for other := range on {
						if other != process && on[other][core].Load() > 0 {
							t.Errorf("processes %d and %d run on core %d", other, process, core)
						}
					}
					time.Sleep(100 * time.Microsecond)
					on[process][core].Add(-1)
					running.Add(-1)
					leave()
				}
			})
		}
	}
	wait.Wait()
	if alone.Load() != 9 {
		t.Errorf("the machine was had alone %d times, want 9", alone.Load())
	}
}

func TestWhoeverGivesUpWaitingHoldsNothing(t *testing.T) {
	dir := t.TempDir()
	first, second := share(t, dir), share(t, dir)
	leave, err := first.Enter(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for name, wait := range map[string]func(context.Context) (func(), error){
		"core":    func(ctx context.Context) (func(), error) { return second.Enter(ctx, 0) },
		"machine": second.Alone,
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if _, err := wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: got %v, want that it waits", name, err)
		}
		cancel()
	}
	leave()
	for _, s := range []*Share{first, second} {
		leave, err := s.Alone(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		leave()
		if leave, err = s.Enter(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		leave()
	}
}

func TestACoreIsBorrowedWhileItIsIdle(t *testing.T) {
	dir := t.TempDir()
	first, second := share(t, dir), share(t, dir)
	all := []int{0, 1, 2} // no process claims the last one
	if a, b := first.Claim(all, 1), second.Claim(all, 1); a[0] != 0 || b[0] != 1 {
		t.Fatalf("they have %v and %v", a, b)
	}
	none := func(int) bool { return false }
	core, leave, ok := second.Borrow(none)
	if !ok || core != 0 {
		t.Fatalf("borrowed %d, %t; want that of the first one", core, ok)
	}
	if _, _, again := second.Borrow(func(core int) bool { return core == 0 }); again {
		t.Error("the core is borrowed twice, or one without an owner is")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := first.Enter(ctx, 0); err == nil {
		t.Error("the owner of a core runs beside its borrower")
	}
	leave()
	for what, wait := range map[string]func() (func(), error){
		"runs there":      func() (func(), error) { return first.Enter(t.Context(), 0) },
		"has the machine": func() (func(), error) { return first.Alone(t.Context()) },
	} {
		leave, err := wait()
		if err != nil {
			t.Fatal(err)
		}
		if _, _, ok := second.Borrow(none); ok {
			t.Errorf("it is borrowed while its owner %s", what)
		}
		leave()
	}
}
