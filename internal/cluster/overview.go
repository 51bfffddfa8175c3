package cluster

import (
	"context"

	"grundy/internal/cluster/bus"
)

// Overview is how a hub stands.
type Overview struct {
	Workers []Announcement
	Queues  []bus.Queue
	Parts   []bus.Part
}

// Look looks how a hub stands. Only its owner may.
func Look(ctx context.Context, b *bus.Bus) (o Overview, err error) {
	if o.Workers, err = Workers(ctx, b); err != nil {
		return o, err
	}
	if o.Queues, err = b.Queues(ctx); err != nil {
		return o, err
	}
	o.Parts, err = b.Parts(ctx)
	return o, err
}

// Dead is how many jobs were given up.
func (o Overview) Dead() (jobs int) {
	for _, p := range o.Parts {
		if p.Name == bus.DeadPart {
			jobs += p.Messages
		}
	}
	return jobs
}

// Slots is how many programs all workers run at a time.
func (o Overview) Slots() (slots int) {
	for _, w := range o.Workers {
		slots += w.Slots
	}
	return slots
}

// Waiting is how many jobs have no worker yet.
func (o Overview) Waiting() (jobs int) {
	for _, q := range o.Queues {
		jobs += q.Waiting
	}
	return jobs
}

// Running is how many jobs have a worker.
func (o Overview) Running() (jobs int) {
	for _, q := range o.Queues {
		jobs += q.Running
	}
	return jobs
}
