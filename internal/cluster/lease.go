package cluster

import (
	"context"
	"sync/atomic"
	"time"

	"grundy/internal/cluster/bus"
	"grundy/internal/job"
)

// unknownPatience is how long a job may say nothing of which nothing is known yet: its package is being fetched.
const unknownPatience = 30 * time.Minute

// lease keeps a job for this worker as long as it says something now and then. Nobody else would take a job that hangs.
type lease struct {
	attempt  *attempt
	patience time.Duration
	bound    atomic.Int64
}

// set changes how long the job may say nothing.
func (l *lease) set(patience time.Duration) {
	l.attempt.heard.Store(time.Now().UnixNano())
	l.bound.Store(int64(patience))
}

// keep renews the lease until stop is called, and ends the job when it hangs.
func (l *lease) keep(end context.CancelCauseFunc) (stop func()) {
	l.set(l.patience)
	over := make(chan struct{})
	go func() {
		for {
			select {
			case <-time.After(bus.LeaseTime() / 3):
			case <-over:
				return
			}
			if time.Since(time.Unix(0, l.attempt.heard.Load())) > time.Duration(l.bound.Load()) {
				end(errHung)
				return
			}
			l.attempt.task.Renew()
		}
	}()
	return func() { close(over) }
}

// patience is how long a job may say nothing: it waits for other jobs and its turn, builds programs, and runs one as often as a case
// needs that.
func patience(dir string, j job.Job) time.Duration {
	const base = 5 * time.Minute
	p, err := job.Open(dir)
	if err != nil {
		return base // the child says what is wrong
	}
	once := 20 * (p.Limits.Time + time.Second)
	whole := time.Duration(len(p.Data.AllCases())) * once
	switch j := j.(type) {
	case job.Judgement:
		return base + max(once, 20*j.Options.TimeLimit)
	case job.Search:
		return base + j.Time + time.Duration(max(j.Count, 1))*once
	case job.Mutation:
		return base + time.Duration(len(j.Mutants))*whole
	}
	return base + once
}
