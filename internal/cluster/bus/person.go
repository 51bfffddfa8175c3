package bus

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Submit submits a job to a queue. A job that waits or runs there already stays as it is.
func (b *Bus) Submit(ctx context.Context, queue string, lane Lane, id string, order []byte) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	var err error
	if b.isMetered() {
		err = b.have(ctx, order, submitVerb, strconv.Itoa(b.speaks), queue, string(lane), id)
	} else {
		err = b.submit(ctx, queue, lane, b.member.Name, id, strconv.Itoa(b.speaks), order)
	}
	if err != nil {
		return b.asking("submit a job", err)
	}
	return nil
}

func (b *Bus) submit(ctx context.Context, queue string, lane Lane, person, id, version string, order []byte) error {
	m := jobMessage(subject("job", queue, string(lane), person, id), version, order)
	if _, err := b.js.PublishMsg(ctx, m); err != nil && !isThere(err) {
		return inStore(err)
	}
	// This wakes one of the workers that wait for jobs. It does no harm if none hears it.
	return b.conn.Publish(subject("wake", queue), []byte(lane))
}

// Pending returns how many jobs of this user wait or run, without bulk work.
func (b *Bus) Pending(ctx context.Context) (int, error) {
	unfinished, err := b.unfinished(ctx, b.member.Name, "*")
	if err != nil {
		return 0, b.asking("count jobs", err)
	}
	pending := 0
	for waiting := range unfinished {
		if lane := Lane(strings.Split(waiting, ".")[2]); lane != Bulk && lane != Long {
			pending++
		}
	}
	return pending, nil
}

// unfinished returns the subjects of a user's jobs that wait or run: all of them, or those with an id.
func (b *Bus) unfinished(ctx context.Context, person, id string) (map[string]uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	jobs, err := b.jobs.Info(ctx, jetstream.WithSubjectFilter(subject("job", "*", "*", person, id)))
	if err != nil {
		return nil, err
	}
	return jobs.State.Subjects, nil
}

// isThere reports whether an error says that a stream already has a message with the subject.
func isThere(err error) bool {
	var refused *jetstream.APIError
	return errors.As(err, &refused) && refused.ErrorCode == storeFull && strings.Contains(refused.Description, "per subject")
}

// Result returns the result of a job of this user, if there is one. It is empty if it was forged.
func (b *Bus) Result(ctx context.Context, id string) (result []byte, found bool, err error) {
	return b.result(ctx, b.member.Name, id)
}

func (b *Bus) result(ctx context.Context, person, id string) (result []byte, found bool, err error) {
	m, found, err := b.last(ctx, resultsStream, subject("result", person, id))
	if err != nil {
		return nil, false, b.asking("look for a result", err)
	}
	if !found {
		return nil, false, nil
	}
	if wasAnswer(m.Header) {
		return nil, true, nil
	}
	return m.Data, true, nil
}

// Follow calls show for each message of workers about a job, until stop is called. It misses messages while the hub is
// away.
func (b *Bus) Follow(id string, show func(message []byte)) (stop func(), err error) {
	following, err := b.conn.Subscribe(subject("event", b.member.Name, id), func(m *nats.Msg) {
		if !isAnswer(m.Header) {
			show(m.Data)
		}
	})
	if err != nil {
		return nil, b.asking("follow a job", err)
	}
	_ = following.SetPendingLimits(-1, -1) // a slow reader still gets everything
	return func() { _ = following.Unsubscribe() }, nil
}

// Cancel announces that a job is no longer wanted: workers end it, or do not start it.
func (b *Bus) Cancel(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	var err error
	if b.isMetered() {
		err = b.have(ctx, nil, cancelVerb, id)
	} else {
		err = b.cancel(ctx, b.member.Name, id)
	}
	if err != nil {
		return b.asking("cancel a job", err)
	}
	return nil
}

func (b *Bus) cancel(ctx context.Context, person, id string) error {
	_, err := b.js.Publish(ctx, subject("cancel", person, id), nil)
	return err
}

// Workers returns the records of workers that announced themselves recently.
func (b *Bus) Workers(ctx context.Context) ([][]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	found, err := entries(ctx, b.workers)
	if err != nil {
		return nil, b.asking("look for workers", err)
	}
	var records [][]byte
	for _, entry := range found {
		records = append(records, entry.Value())
	}
	return records, nil
}

// entries returns the entries of a bucket, the oldest first.
func entries(ctx context.Context, bucket jetstream.KeyValue) ([]jetstream.KeyValueEntry, error) {
	watcher, err := bucket.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return nil, err
	}
	defer func() { _ = watcher.Stop() }()
	var all []jetstream.KeyValueEntry
	for {
		select {
		case entry := <-watcher.Updates():
			if entry == nil {
				return all, nil
			}
			all = append(all, entry)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
