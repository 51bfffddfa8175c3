package probe

import (
	"context"
	"errors"
	"testing"
	"time"
)

// scaled is a machine that takes so many times as long for each kind of work.
func scaled(integers, branches, chase, bandwidth, allocation, interpreter float64) Figures {
	times := func(share float64) time.Duration { return time.Duration(share * float64(20*time.Millisecond)) }
	return Figures{"1", times(integers), times(branches), times(chase), times(bandwidth), times(allocation), times(interpreter)}
}

func TestMachinesAreAlikeWhenAllFiguresAre(t *testing.T) {
	reference := scaled(1, 1, 1, 1, 1, 1)
	other := reference
	other.Version = "2"
	for _, test := range []struct {
		name            string
		figures         Figures
		like, drifted   bool
		slowdown, delta float64
		kind            string
	}{
		{"the same", reference, true, false, 0, 0, ""},
		{"somewhat slower", scaled(1.069, 1.06, 1, 1.05, 1.01, 1), true, false, 0.069, 1e-6, "integers"},
		{"somewhat faster", scaled(0.94, 0.935, 0.99, 1, 1, 0.931), true, false, 0, 0, ""},
		{"slower memory", scaled(1, 1, 1.08, 1, 1, 1), false, false, 0.08, 1e-6, "memory chase"},
		{"faster memory", scaled(1, 1, 1, 0.92, 1, 1), false, false, 0, 0, ""},
		{"a slower interpreter", scaled(1, 1, 1, 1, 1, 1.2), false, true, 0.2, 1e-6, "interpreter"},
		{"faster in one, slower in another", scaled(0.5, 1, 1, 1, 1.101, 1), false, true, 0.101, 1e-6, "allocation"},
		{"half as fast", scaled(2, 2, 2, 2, 2, 2), false, true, 1, 1e-6, "integers"},
		{"other work", other, false, false, 0, 0, ""},
		{"nothing known", Figures{}, false, false, 0, 0, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := test.figures.Like(reference); got != test.like {
				t.Errorf("alike is %t, want %t", got, test.like)
			}
			if got := test.figures.Drifted(reference); got != test.drifted {
				t.Errorf("drifted is %t, want %t", got, test.drifted)
			}
			share, kind := test.figures.Slowdown(reference)
			if share < test.slowdown-test.delta || share > test.slowdown+test.delta || kind != test.kind {
				t.Errorf("slower by %f in %q, want %f in %q", share, kind, test.slowdown, test.kind)
			}
		})
	}
}

func TestBestTakesTheLeastOfEach(t *testing.T) {
	one, other := scaled(1, 2, 3, 4, 5, 6), scaled(6, 5, 4, 3, 2, 1)
	if got, want := one.Best(other), scaled(1, 2, 3, 3, 2, 1); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	other.Version = "2"
	if got := one.Best(other); got != one {
		t.Errorf("figures of other work count: %v", got)
	}
}

// The work computes something: the same each time it begins again, by its own rules.
func TestTheWorkIsDone(t *testing.T) {
	for name, work := range map[string]func() func() uint64{"integers": newIntegers, "branches": newBranches, "allocation": newAllocation, "interpreter": newInterpreter} {
		one, other := work()(), work()()
		if one != other || one == 0 {
			t.Errorf("%s computes %d and then %d", name, one, other)
		}
	}
	if got, want := newAllocation()(), uint64(trees*(2<<treeDepth-1)); got != want {
		t.Errorf("%d nodes were made, want %d", got, want)
	}
	work, seen := newChase(), map[uint64]bool{}
	for range 5 {
		seen[work()] = true
	}
	if len(seen) != 5 {
		t.Error("the chase goes round in a small circle")
	}
}

func TestMeasure(t *testing.T) {
	figures, err := Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range figures.list() {
		if f.time <= 1 {
			t.Errorf("%s took %v", f.name, f.time)
		}
	}
	t.Log(figures)
	ended, end := context.WithCancelCause(t.Context())
	reason := errors.New("ended")
	end(reason)
	if _, err := Measure(ended); !errors.Is(err, reason) {
		t.Errorf("got %v, want that it ended", err)
	}
}
