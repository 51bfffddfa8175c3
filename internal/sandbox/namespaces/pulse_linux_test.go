package namespaces

import (
	"testing"
	"time"
)

func TestPulse(t *testing.T) {
	const ms = time.Millisecond
	var p pulse
	for i, look := range []struct {
		wall, cpu time.Duration
		waiting   bool
	}{
		{50 * ms, 50 * ms, false},
		{100 * ms, 100 * ms, false},
		{200 * ms, 101 * ms, false},
		{300 * ms, 102 * ms, false},
		{350 * ms, 102 * ms, false},
		{400 * ms, 102 * ms, true},
		{500 * ms, 104 * ms, true},
		{560 * ms, 160 * ms, true}, // too soon to tell
		{600 * ms, 190 * ms, false},
		{700 * ms, 190 * ms, false},
	} {
		before := p.waiting
		changed := p.look(look.wall, look.cpu)
		if p.waiting != look.waiting || changed != (before != look.waiting) {
			t.Errorf("look %d at %v: waiting %t, changed %t; want waiting %t", i, look.wall, p.waiting, changed, look.waiting)
		}
	}
}
