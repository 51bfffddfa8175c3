package cluster

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"grundy/internal/cluster/bus"
	"grundy/internal/job"
)

// unknownPatience is how long a job may be silent before anything is known about it: its package is being fetched.
const unknownPatience = 30 * time.Minute

// lease keeps a job for this worker as long as the job shows activity. No other worker takes a job that hangs.
type lease struct {
	attempt  *attempt
	patience time.Duration
	bound    atomic.Int64
}

// set changes how long the job may be silent.
func (l *lease) set(patience time.Duration) {
	l.attempt.reportActivity()
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
			if time.Since(*l.attempt.heard.Load()) > time.Duration(l.bound.Load())+l.attempt.worker.othersTime(l.attempt) {
				end(errHung)
				return
			}
			l.attempt.task.Renew()
		}
	}()
	return func() { close(over) }
}

// timeBudget is the time that a package allows: once for one run of a submission, whole for the runs on all cases.
type timeBudget struct{ once, whole time.Duration }

// timeBudgets contains those of packages, by name. The child also opens the packages; the worker opens each only once,
// because a large one takes a while.
type timeBudgets struct {
	mu    sync.Mutex
	known map[string]timeBudget
}

// maxStints bounds how many are kept, so that a worker does not grow with the number of packages it has seen.
const maxStints = 1000

// of returns the stint of a package in a directory, or the zero value if the package cannot be opened: the child
// reports why.
func (s *timeBudgets) of(name, dir string) timeBudget {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, found := s.known[name]; found {
		return known
	}
	p, err := job.Open(dir)
	if err != nil {
		return timeBudget{}
	}
	once := 20 * (p.Limits.Time + time.Second)
	if s.known == nil || len(s.known) == maxStints {
		s.known = map[string]timeBudget{}
	}
	s.known[name] = timeBudget{once, time.Duration(len(p.Data.AllCases())) * once}
	return s.known[name]
}

// most returns how long a job may occupy the slots while others wait for them.
func (s timeBudget) most(j job.Job) time.Duration {
	if judgement, ok := j.(job.Judgement); ok && s.once > 0 {
		return s.whole / s.once * max(s.once, 20*judgement.Options.TimeLimit)
	}
	return s.patience(j)
}

// patience returns how long a job may be silent when nothing runs beside it. It waits for other jobs and its turn,
// builds programs, and runs a program as often as a case needs.
func (s timeBudget) patience(j job.Job) time.Duration {
	const base = 5 * time.Minute
	switch j := j.(type) {
	case job.Judgement:
		return base + max(s.once, 20*j.Options.TimeLimit)
	case job.Search:
		return base + j.Time + time.Duration(max(j.Count, 1))*s.once
	case job.Mutation:
		return base + time.Duration(len(j.Mutants))*s.whole
	case job.Execution:
		return base + 20*j.TimeLimit
	case job.Exploration:
		return base + time.Duration(max(len(j.Inputs), 1))*max(s.once, 20*j.Program.Options.TimeLimit)
	}
	return base + s.once
}
