package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"grundy/internal/cluster/bus"
	"grundy/internal/job"
)

// Dead is a job that was given up, since workers ended over it.
type Dead struct {
	// ID is its name, and Person who handed it in.
	ID, Person string
	At         time.Time
	// Problem is the id of its problem, and What the submission, or the kind of job.
	Problem, What string
	Reason        string
	// Worker gave it up.
	Worker string

	lies    bus.Dead
	version int
	order   []byte
}

// shownID is how many characters of a job's name people see.
const shownID = 12

// Short is the beginning of the job's name, as people see it.
func (d Dead) Short() string { return d.ID[:min(shownID, len(d.ID))] }

// epitaph is what the hub keeps of a job that was given up.
type epitaph struct {
	Order                 []byte // as it was handed in, in that version of the protocol
	Protocol              int
	Problem, What, Reason string
	Maker                 maker
}

// whatOf says what a job is about, for people.
func whatOf(j job.Job) string {
	if judgement, ok := j.(job.Judgement); ok {
		return judgement.Name
	}
	return job.Kind(j)
}

// Graveyard lists the jobs that were given up, the oldest first. Only the owner of a hub may see it.
func Graveyard(ctx context.Context, b *bus.Bus) ([]Dead, error) {
	found, err := b.Dead(ctx)
	if err != nil {
		return nil, err
	}
	var all []Dead
	for _, d := range found {
		var e epitaph
		if err := json.Unmarshal(d.Note, &e); err != nil {
			return nil, fmt.Errorf("read what was kept of the job %s: %w", d.ID, err)
		}
		all = append(all, Dead{
			ID: d.ID, Person: d.Person, At: d.At, Problem: e.Problem, What: e.What, Reason: e.Reason, Worker: e.Maker.Machine,
			lies: d, version: e.Protocol, order: e.Order,
		})
	}
	return all, nil
}

// Retry hands a job in anew.
func (d Dead) Retry(ctx context.Context, b *bus.Bus) error {
	return b.Revive(ctx, d.lies, d.version, d.order)
}
