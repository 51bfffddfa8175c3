package bus

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Dead is a job that was given up.
type Dead struct {
	Person, ID string
	At         time.Time // when it was given up, by the hub's clock
	Note       []byte    // the note of the worker that gave it up

	tokens []string // of the job's subject, after the first one
}

// MarkDead stores a note about a job that is given up, for the owner.
func (t *Task) MarkDead(ctx context.Context, note []byte) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	if _, err := t.bus.js.Publish(ctx, "dead"+strings.TrimPrefix(t.message.Subject, "job"), note); err != nil {
		return t.bus.asking("give up a job", inStore(err))
	}
	return nil
}

// Dead lists the jobs that were given up, the oldest first. Only the owner may call it.
func (b *Bus) Dead(ctx context.Context) ([]Dead, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	stream, err := b.js.Stream(ctx, deadStream)
	if err != nil {
		return nil, b.asking("look for jobs that were given up", err)
	}
	var all []Dead
	for sequence := stream.CachedInfo().State.FirstSeq; ; sequence++ {
		m, err := stream.GetMsg(ctx, sequence, jetstream.WithGetMsgSubject("dead.>"))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return all, nil
		}
		if err != nil {
			return nil, b.asking("look for jobs that were given up", err)
		}
		sequence = m.Sequence
		if tokens := strings.Split(m.Subject, "."); len(tokens) == 5 && !wasAnswer(m.Header) {
			all = append(all, Dead{Person: tokens[3], ID: tokens[4], At: m.Time, Note: m.Data, tokens: tokens[1:]})
		}
	}
}

// Revive submits a job again that was given up, as if its user did; its earlier result no longer counts. Only the owner
// may call it.
func (b *Bus) Revive(ctx context.Context, d Dead, version int, order []byte) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	if err := b.purge(ctx, resultsStream, subject("result", d.Person, d.ID)); err != nil {
		return err
	}
	// If we are killed here, the owner may call it again: a job that waits already stays as it is.
	if _, err := b.js.PublishMsg(ctx, jobMessage("job."+subject(d.tokens...), strconv.Itoa(version), order)); err != nil && !isThere(err) {
		return b.asking("hand in a job", inStore(err))
	}
	if err := b.purge(ctx, deadStream, "dead."+subject(d.tokens...)); err != nil {
		return err
	}
	return b.conn.Publish(subject("wake", d.tokens[0]), []byte(d.tokens[1]))
}

// purge removes the messages with a subject from a stream.
func (b *Bus) purge(ctx context.Context, name, subject string) error {
	stream, err := b.js.Stream(ctx, name)
	if err == nil {
		err = stream.Purge(ctx, jetstream.WithPurgeSubject(subject))
	}
	if err != nil {
		return b.asking("take "+subject+" out of "+name, err)
	}
	return nil
}
