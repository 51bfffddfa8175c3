//go:build !nohub

package cluster

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"grundy/internal/cluster/bus"
	"grundy/internal/cluster/probe"
	"grundy/tests/suite"
)

// as is a machine that takes so many times as long for everything, and more for memory.
func as(share, memory float64) probe.Figures {
	work := time.Duration(share * float64(20*time.Millisecond))
	return probe.Figures{
		Version: "1", Integers: work, Branches: work, Bandwidth: work, Allocation: work, Interpreter: work,
		Chase: time.Duration(memory * float64(work)),
	}
}

// hubOf is a hub of the test, with invitations for members.
func hubOf(t *testing.T) (invite func(name string, role bus.Role) bus.Access) {
	t.Helper()
	options := bus.Options{Listen: "127.0.0.1:0", Store: t.TempDir(), Log: quiet}
	hub, err := bus.Serve(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(hub.Close)
	return func(name string, role bus.Role) bus.Access {
		t.Helper()
		access, err := options.Invite(name, role, bus.Quota{})
		if err != nil {
			t.Fatal(err)
		}
		return access
	}
}

var quiet = slog.New(slog.DiscardHandler)

// join connects a member, which the hub takes in within a second.
func join(t *testing.T, a bus.Access) *bus.Bus {
	t.Helper()
	for begin := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		b, err := bus.Connect(t.Context(), a, "a test", quiet)
		if err == nil {
			t.Cleanup(b.Close)
			return b
		}
		if time.Since(begin) > time.Minute {
			t.Fatal(err)
		}
	}
}

// measuring is a worker whose machine has these figures, the last ones for ever.
func measuring(b *bus.Bus, name string, figures ...probe.Figures) *Worker {
	return &Worker{Bus: b, Name: name, Log: quiet, Probe: func(context.Context, bool) (probe.Figures, error) {
		f := figures[0]
		if len(figures) > 1 {
			figures = figures[1:]
		}
		return f, nil
	}}
}

func TestMachinesThatAreAlikeAreOfOneClass(t *testing.T) {
	invite := hubOf(t)
	lab, gym := join(t, invite("lab", bus.Worker)), join(t, invite("gym", bus.Worker))
	newer := as(1, 1)
	newer.Version = "2"
	for _, test := range []struct {
		name    string
		worker  *Worker
		class   string
		asked   string // --class
		figures probe.Figures
	}{
		{"the first is a class of its own", measuring(lab, "lab 7.example", as(1, 1)), "lab-7-example", "", as(1, 1)},
		{"the same once more", measuring(lab, "lab 7.example", as(1.03, 1)), "lab-7-example", "", as(1.03, 1)},
		{"another one that is alike", measuring(gym, "gym", as(0.96, 1)), "lab-7-example", "", as(0.96, 1)},
		{"a slower one", measuring(gym, "gym", as(1.2, 1)), "gym", "", as(1.2, 1)},
		{"one with slower memory, of the same name", measuring(gym, "gym", as(1, 1.1)), "gym-2", "", as(1, 1.1)},
		{"one that was disturbed at first", measuring(lab, "cellar", as(1.5, 1.5), as(1.01, 1.3)), "cellar", "", as(1.01, 1.3)},
		{"one that was disturbed twice", measuring(lab, "attic", as(1.9, 1), as(1.8, 1), as(1.19, 1)), "gym", "", as(1.19, 1)},
		{"one that is told", measuring(gym, "gym", as(3, 1)), "contest", "contest", as(3, 1)},
		{"one that is like that", measuring(lab, "lab", as(3.1, 1)), "contest", "", as(3.1, 1)},
		{"one that is told and unlike", measuring(lab, "lab", as(1, 1)), "contest", "contest", as(1, 1)},
		{"one whose figures do not compare", measuring(lab, "cellar", newer), "cellar", "", newer},
		{"one whose class is that of another one", measuring(lab, "gym", newer), "cellar", "", newer},
	} {
		test.worker.Class = test.asked
		if err := test.worker.findClass(t.Context()); err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if test.worker.class != test.class || test.worker.figures != test.figures {
			t.Errorf("%s: class %q by %v, want %q by %v", test.name, test.worker.class, test.worker.figures, test.class, test.figures)
		}
	}
}

// Machines that begin at the same time agree on one class.
func TestAlikeMachinesThatBeginAtOnce(t *testing.T) {
	suite.NeedsAll(t, "waits for a hub that takes members in")
	invite := hubOf(t)
	var workers []*Worker
	for _, name := range []string{"a", "b", "c", "d"} {
		workers = append(workers, measuring(join(t, invite(name, bus.Worker)), name, as(1, 1)))
	}
	var wait sync.WaitGroup
	for _, w := range workers {
		wait.Go(func() {
			if err := w.findClass(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	for _, w := range workers[1:] {
		if w.class != workers[0].class {
			t.Errorf("%s is of the class %s, and %s of %s", w.Name, w.class, workers[0].Name, workers[0].class)
		}
	}
}

// A machine that becomes slower is told from others of its class until it is as fast as before.
func TestAMachineThatBecomesSlower(t *testing.T) {
	w := measuring(join(t, hubOf(t)("lab", bus.Worker)), "lab", as(1, 1), as(1.3, 1), as(1.09, 1), as(1.3, 1), as(1.12, 1), as(1.15, 1), as(1, 1))
	if err := w.findClass(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := w.info()
	for i, test := range []struct {
		slower string
		like   bool
	}{
		{"", true}, // measured twice, since the first time it was disturbed
		{"slower by 12 % than when it joined: integers", false},
		{"", true},
	} {
		w.measureAgain(t.Context())
		if m := w.info(); m.Slower.String() != test.slower || (m.Like == before.Like) != test.like || m.Class != "lab" {
			t.Errorf("%d: it is %q, in %s of %s; before %s", i, m.Slower, m.Like, m.Class, before.Like)
		}
	}
}
