package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"grundy/internal/cluster/bus"
	"grundy/internal/job"
)

// Dead is a job that was given up because workers crashed over it.
type Dead struct {
	// ID is its name, and Person the user who submitted it.
	ID, Person string
	At         time.Time
	// Problem is the id of its problem, and What the submission, or the kind of job.
	Problem, What string
	Reason        string
	// Worker is the worker that gave it up.
	Worker string

	lies    bus.Dead
	version int
	order   []byte
}

// shownID is how many characters of a job's name users see.
const shownID = 12

// Short returns the beginning of the job's name, as users see it.
func (d Dead) Short() string { return d.ID[:min(shownID, len(d.ID))] }

// deadLetter is what the hub stores about a job that was given up.
type deadLetter struct {
	Order                 []byte // as it was submitted, in that version of the protocol
	Protocol              int
	Problem, What, Reason string
	Maker                 workerInfo
}

// whatOf describes the subject of a job for users.
func whatOf(j job.Job) string {
	if judgement, ok := j.(job.Judgement); ok {
		return judgement.Name
	}
	return job.Kind(j)
}

// DeadLetters lists the jobs that were given up, the oldest first. Only the owner of a hub may call it.
func DeadLetters(ctx context.Context, b *bus.Bus) ([]Dead, error) {
	found, err := b.Dead(ctx)
	if err != nil {
		return nil, err
	}
	var all []Dead
	for _, d := range found {
		var e deadLetter
		if err := json.Unmarshal(d.Note, &e); err != nil {
			return nil, fmt.Errorf("read the record of the job %s: %w", d.ID, err)
		}
		all = append(all, Dead{
			ID: d.ID, Person: d.Person, At: d.At, Problem: e.Problem, What: e.What, Reason: e.Reason, Worker: e.Maker.Machine,
			lies: d, version: e.Protocol, order: e.Order,
		})
	}
	return all, nil
}

// Retry submits a job again.
func (d Dead) Retry(ctx context.Context, b *bus.Bus) error {
	return b.Revive(ctx, d.lies, d.version, d.order)
}
