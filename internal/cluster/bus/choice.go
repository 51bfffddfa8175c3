package bus

import "slices"

// turnedEvery is how often workers ask the queues in reverse order, so that no queue waits forever.
const turnedEvery = 8

// Choice is the state of a worker's choice among queues. The zero value has chosen none yet.
type Choice struct{ times int }

// FairOrder returns the queues in the order in which to ask them for the next job, usually starting with the first lane.
func FairOrder[T any](c *Choice, queues []T) []T {
	if c.times++; c.times%turnedEvery != 0 {
		return queues
	}
	turned := slices.Clone(queues)
	slices.Reverse(turned)
	return turned
}
