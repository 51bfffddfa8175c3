package cluster

import (
	"grundy/internal/cluster/bus"
	"grundy/internal/job"
)

// Lane returns the lane of a job whose user has so many other jobs waiting or running. Users with few jobs go before
// users with many, without anyone knowing the other users.
func Lane(pending int) bus.Lane {
	switch {
	case pending == 0:
		return bus.First
	case pending <= 2:
		return bus.Second
	}
	return bus.Third
}

// BulkLane returns the lane of a job that is a part of many. Jobs that others wait for, such as validations, go first,
// so that no long chain is left at the end while machines are idle.
func BulkLane(j job.Job) bus.Lane {
	switch j.(type) {
	case job.Judgement, job.Mutation:
		return bus.Long
	}
	return bus.Bulk
}
