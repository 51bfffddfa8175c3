package cluster

import (
	"grundy/internal/cluster/bus"
	"grundy/internal/job"
)

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

// BulkLane is that of a job which is a part of many. Those that wait for each other, such as the words of validators, go first, so
// that in the end nothing is left that cannot fill all machines.
func BulkLane(j job.Job) bus.Lane {
	switch j.(type) {
	case job.Judgement, job.Mutation:
		return bus.Long
	}
	return bus.Bulk
}
