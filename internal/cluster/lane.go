package cluster

import "grundy/internal/cluster/bus"

// Lane is that of a job of somebody who has so many others that wait or are being done: who asks for one thing goes before who
// asked for many, and nobody has to know who else there is.
func Lane(pending int) bus.Lane {
	switch {
	case pending == 0:
		return bus.First
	case pending <= 2:
		return bus.Second
	}
	return bus.Third
}
