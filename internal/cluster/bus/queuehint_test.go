package bus

import (
	"testing"
	"testing/synctest"
	"time"
)

// A worker asks a lane without hints only from time to time.
func TestLanesAreAskedThatMayHaveAJob(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := queueHints{news: make(chan struct{}, 1)}
		r.about([]string{"any-p0", "any-p1"})
		asked := func(lane string, want bool) {
			t.Helper()
			if got := r.worthAsking(lane); got != want {
				t.Errorf("%s is asked: %t, want %t", lane, got, want)
			}
		}
		asked("any-p0", true) // nothing is known of it yet
		r.deny("any-p0")
		asked("any-p0", false)
		time.Sleep(PollTime)
		asked("any-p0", true) // another worker may have lost one
		r.tell("any-p0")
		if len(r.news) != 1 {
			t.Error("that something was told is no news")
		}
		r.deny("any-p0")
		asked("any-p0", true) // it may not have learnt of it
		time.Sleep(rumourTime + 1)
		asked("any-p0", true)
		r.deny("any-p0")
		asked("any-p0", false)
		r.deny("any-p1")
		r.tellAll()
		asked("any-p0", true)
		asked("any-p1", true)
		r.tell("another")
		asked("another", false)
	})
}
