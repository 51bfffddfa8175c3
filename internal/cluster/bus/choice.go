package bus

import "slices"

// turnedEvery is how often the queues are asked from the last to the first, so that none of them waits for ever.
const turnedEvery = 8

// Choice is how a worker chooses among queues. The zero value has chosen none yet.
type Choice struct{ times int }

// InTurn gives the queues in the order in which they are asked for the next job; those of the first lane come first.
func InTurn[T any](c *Choice, queues []T) []T {
	if c.times++; c.times%turnedEvery != 0 {
		return queues
	}
	turned := slices.Clone(queues)
	slices.Reverse(turned)
	return turned
}
