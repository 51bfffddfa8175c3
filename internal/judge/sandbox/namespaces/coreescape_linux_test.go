package namespaces

import (
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestRefuge: a late look moves the thread off its core, a punctual one does not, and the next program starts on the
// core.
func TestRefuge(t *testing.T) {
	cores := Allowed()
	if len(cores) < 2 {
		t.Skip("needs two processors")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, home unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.SchedSetaffinity(0, &before) }()
	home.Set(cores[0])
	if err := unix.SchedSetaffinity(0, &home); err != nil {
		t.Fatal(err)
	}
	refuge, err := newCoreEscape(cores)
	if err != nil {
		t.Fatal(err)
	}
	keeper, err := newHelperThread()
	if err != nil {
		t.Fatal(err)
	}
	defer keeper.end()
	for _, step := range []struct {
		name string
		do   func() error
		want int // processors that the thread may run on
	}{
		{"a punctual look", func() error { return refuge.seek(keeper, crowded-1) }, 1},
		{"a late look", func() error { return refuge.seek(keeper, crowded) }, len(cores)},
		{"another one", func() error { return refuge.seek(keeper, time.Minute) }, len(cores)},
		{"the next program", func() error { return refuge.leave(keeper) }, 1},
	} {
		if err := step.do(); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if got := len(Allowed()); got != step.want {
			t.Errorf("after %s the thread may run on %d processors, want %d", step.name, got, step.want)
		}
	}
	all, err := newCoreEscape(cores[:1])
	if err != nil || all != nil {
		t.Errorf("a refuge on the thread's own core: %v, %v; want none", all, err)
	}
}
