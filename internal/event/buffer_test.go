package event_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"grundy/internal/event"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// slow is a sink that takes an event only when it is allowed to.
type slow struct {
	allow  chan struct{}
	taken  []event.Event
	closed bool
	err    error
}

func (s *slow) Event(e event.Event) {
	<-s.allow
	s.taken = append(s.taken, e)
}

func (s *slow) Close() error {
	s.closed = true
	return s.err
}

// An emitter does not wait for a sink that takes no events. When the sink goes on, no event is lost or out of order.
func TestBlockedSink(t *testing.T) {
	const many = 5000
	sink := &slow{allow: make(chan struct{}), err: fmt.Errorf("disk full")}
	buffer := event.NewBuffer(sink)
	var want []event.Event
	for i := range many {
		e := event.Test{Test: fmt.Sprintf("secret/%d", i), Output: strings.Repeat("x\xff", i%100), Index: i}
		want = append(want, e)
		buffer.Event(e) // nothing was allowed yet
	}
	close(sink.allow)
	buffer.Flush()
	if len(sink.taken) != many {
		t.Fatalf("%d of %d events after Flush", len(sink.taken), many)
	}
	last := event.Done{Reason: "done"}
	buffer.Event(last)
	if err := buffer.Close(); err == nil || err.Error() != "disk full" || !sink.closed {
		t.Errorf("error %v, closed %v", err, sink.closed)
	}
	if diff := cmp.Diff(append(want, last), sink.taken); diff != "" {
		t.Errorf("events differ (-want +got):\n%.2000s", diff)
	}
}

// In whatever rhythm events come and are taken, they come out as they went in. Some have no form as JSON.
func TestBufferKeepsEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sink := &slow{allow: make(chan struct{}, 1<<16)}
		buffer := event.NewBuffer(sink)
		var want []event.Event
		for range rapid.IntRange(0, 20).Draw(t, "steps") {
			for range rapid.IntRange(0, 200).Draw(t, "events") {
				var e event.Event = event.Start{Rerun: len(want)}
				if len(want)%97 == 96 {
					e = event.GroupDone{Group: fmt.Sprint(len(want)), Score: math.Inf(1)}
				}
				want = append(want, e)
				buffer.Event(e)
			}
			for range rapid.IntRange(0, 200).Draw(t, "allowed") {
				sink.allow <- struct{}{}
			}
		}
		close(sink.allow)
		if err := buffer.Close(); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(want, sink.taken) {
			t.Errorf("%d events went in, %d came out, or in another order", len(want), len(sink.taken))
		}
	})
}

// Without a place for a temporary file events wait in memory.
func TestBufferWithoutPlace(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()+"/missing")
	t.Setenv("TMP", t.TempDir()+"/missing")
	sink := &slow{allow: make(chan struct{})}
	buffer := event.NewBuffer(sink)
	for i := range 1000 {
		buffer.Event(event.Start{Rerun: i})
	}
	close(sink.allow)
	if err := buffer.Close(); err != nil {
		t.Error(err)
	}
	for i, e := range sink.taken {
		if e != (event.Start{Rerun: i}) {
			t.Fatalf("event %d is %v", i, e)
		}
	}
	if len(sink.taken) != 1000 {
		t.Errorf("%d events", len(sink.taken))
	}
}

func TestTee(t *testing.T) {
	open := make(chan struct{})
	close(open)
	one, two := &slow{allow: open, err: fmt.Errorf("one")}, &slow{allow: open, err: fmt.Errorf("two")}
	tee := event.Tee{one, event.NewBuffer(two)}
	tee.Event(event.Start{})
	if err := tee.Close(); err == nil || err.Error() != "one\ntwo" || len(one.taken) != 1 || len(two.taken) != 1 {
		t.Errorf("error %v, events %v and %v", err, one.taken, two.taken)
	}
}

func BenchmarkBuffer(b *testing.B) {
	open := make(chan struct{})
	close(open)
	buffer := event.NewBuffer(&slow{allow: open})
	e := event.Test{Test: "secret/1"}
	for b.Loop() {
		buffer.Event(e)
	}
	if err := buffer.Close(); err != nil {
		b.Error(err)
	}
}
