package event_test

import (
	"slices"
	"testing"
	"time"

	"grundy/internal/event"
)

func TestRhythm(t *testing.T) {
	started := time.Unix(0, 0)
	rhythm := event.NewThrottle(started)
	var told []time.Duration
	for at := time.Duration(0); at <= 5*time.Second; at += 50 * time.Millisecond {
		if rhythm.Due(started.Add(at)) {
			told = append(told, at/time.Millisecond)
		}
	}
	if want := []time.Duration{100, 200, 400, 800, 1600, 2600, 3600, 4600}; !slices.Equal(told, want) {
		t.Errorf("told after %d ms, want %d", told, want)
	}
}
