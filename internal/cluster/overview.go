package cluster

import (
	"context"

	"grundy/internal/base/bytesize"
	"grundy/internal/cluster/bus"
)

// Overview is the status of a hub.
type Overview struct {
	Workers []Announcement
	// Only the owner sees Queues and Parts.
	Queues []bus.Queue
	Parts  []bus.Part
	// Own is how many jobs of a user are unfinished, without bulk work. The owner sees the jobs of all users instead.
	Own int
}

// Look returns the status of a hub, as far as the member may see it.
func Look(ctx context.Context, b *bus.Bus) (o Overview, err error) {
	if o.Workers, err = Workers(ctx, b); err != nil {
		return o, err
	}
	if b.Role() == bus.Person {
		o.Own, err = b.Pending(ctx)
		return o, err
	}
	if o.Queues, err = b.Queues(ctx); err != nil {
		return o, err
	}
	o.Parts, err = b.Parts(ctx)
	return o, err
}

// Dead returns how many jobs were given up.
func (o Overview) Dead() (jobs int) {
	for _, p := range o.Parts {
		if p.Name == bus.DeadPart {
			jobs += p.Messages
		}
	}
	return jobs
}

// Store returns the size of each part of the store that is not empty.
func (o Overview) Store() []string {
	var parts []string
	for _, p := range o.Parts {
		if p.Bytes > 0 {
			parts = append(parts, bytesize.Size(p.Bytes).Measured()+" of "+p.Name)
		}
	}
	return parts
}

// Slots returns how many programs all workers together run at a time.
func (o Overview) Slots() (slots int) {
	for _, w := range o.Workers {
		slots += w.Slots
	}
	return slots
}

// Waiting returns how many jobs have no worker yet.
func (o Overview) Waiting() (jobs int) {
	for _, q := range o.Queues {
		jobs += q.Waiting
	}
	return jobs
}

// Running returns how many jobs have a worker.
func (o Overview) Running() (jobs int) {
	for _, q := range o.Queues {
		jobs += q.Running
	}
	return jobs
}
