package activity

import (
	"testing"
	"time"

	"grundy/internal/judge/sandbox"
)

func TestWaitingByTime(t *testing.T) {
	const ms = time.Millisecond
	p := New(Run{})
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
		p.Look(look.wall, look.cpu)
		if p.Waiting != look.waiting {
			t.Errorf("look %d at %v: waiting %t, want %t", i, look.wall, p.Waiting, look.waiting)
		}
	}
}

// The time of a beat in which a program does not compute is idle, excused, or neither.
func TestAccount(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		name          string
		found         threadStates
		idle, excused time.Duration
	}{
		{"no core", threadStates{state: sandbox.Computes, delay: 70 * ms}, 0, 70 * ms},
		{"four threads without a core", threadStates{state: sandbox.Computes, delay: 300 * ms}, 0, 90 * ms},
		{"no core, then sleep", threadStates{state: sandbox.Waits, delay: 60 * ms}, 30 * ms, 60 * ms},
		{"no input", threadStates{state: sandbox.Reads, input: true, delay: 60 * ms}, 0, 90 * ms},
		{"stuck without input", threadStates{state: sandbox.Stuck, input: true}, 0, 90 * ms},
		{"stuck in something else", threadStates{state: sandbox.Stuck, delay: 60 * ms}, 30 * ms, 60 * ms},
	} {
		p := New(Run{})
		p.account(test.found, 90*ms)
		if p.Idle != test.idle || p.Excused != test.excused {
			t.Errorf("%s: idle %v, excused %v; want %v, %v", test.name, p.Idle, p.Excused, test.idle, test.excused)
		}
	}
}

// A wait for a processor that took several beats is reported in the last one, and excuses no other time.
func TestAccountOfALongWait(t *testing.T) {
	const ms = time.Millisecond
	p := New(Run{})
	for i, beat := range []struct {
		found         threadStates
		idle, excused time.Duration // total
	}{
		{threadStates{state: sandbox.Waits}, 100 * ms, 0},
		{threadStates{state: sandbox.Computes}, 100 * ms, 0},
		{threadStates{state: sandbox.Computes}, 100 * ms, 0},
		{threadStates{state: sandbox.Computes, delay: 250 * ms}, 100 * ms, 250 * ms},
		{threadStates{state: sandbox.Waits, delay: 900 * ms}, 100 * ms, 400 * ms},
		{threadStates{state: sandbox.Waits, delay: 10 * ms}, 190 * ms, 410 * ms},
	} {
		p.account(beat.found, 100*ms)
		if p.Idle != beat.idle || p.Excused != beat.excused {
			t.Errorf("beat %d: idle %v, excused %v; want %v, %v", i, p.Idle, p.Excused, beat.idle, beat.excused)
		}
	}
}
