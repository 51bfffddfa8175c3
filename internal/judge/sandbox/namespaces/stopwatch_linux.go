package namespaces

import "time"

// lap is the duration of a step of a run.
type lap struct {
	Step string
	Time time.Duration
}

// stopwatch measures the steps of a run. A nil stopwatch measures nothing.
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
