package namespaces

import "time"

// lap is the time that a step of a run took.
type lap struct {
	Step string
	Time time.Duration
}

// stopwatch takes the times of a run's steps. A nil one takes none.
type stopwatch struct {
	last time.Time
	laps []lap
}

// lap ends the step that began with the last lap.
func (s *stopwatch) lap(step string) {
	if s == nil {
		return
	}
	now := time.Now()
	s.laps = append(s.laps, lap{step, now.Sub(s.last)})
	s.last = now
}
