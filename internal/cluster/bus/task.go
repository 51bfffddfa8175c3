package bus

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// leaseTime is how long a worker has a job without a word of it.
	leaseTime = 15 * time.Second
	// PollTime is how often a worker that nobody woke asks for jobs: one that another worker lost wakes nobody.
	PollTime = 2 * time.Second
	// wokenPollTime is when a worker that was woken asks again for the first time: a queue may learn of a job a moment after the
	// stream has it.
	wokenPollTime = time.Millisecond
)

// nextForm has a queue of JetStream give a message if it has one now.
const nextForm = `{"batch":1,"no_wait":true}`

// Task is a job that this worker has for the time of a lease.
type Task struct {
	// Person handed it in, and ID is its name.
	Person, ID string
	// Version is that of the protocol in which the Order is written, and what comes of it is told.
	Version int
	Order   []byte
	// Deliveries is how many workers have had it, this one included.
	Deliveries int

	bus      *Bus
	message  *nats.Msg
	sequence uint64    // the message's
	handed   time.Time // when it was handed in, by the hub's clock
}

// Take waits for a job. The error is that of ctx, or tells that the connection was closed.
func (b *Bus) Take(ctx context.Context) (*Task, error) {
	woken := make(chan string, 1)
	wake := func(m *nats.Msg) {
		_, queue, _ := strings.Cut(m.Subject, ".")
		select {
		case woken <- consumerName(queue, Lane(m.Data)):
		default:
		}
	}
	first := "" // the name of the queue's lane that is asked before all others
	for pause := PollTime; ; {
		if task := b.next(first); task != nil {
			return task, nil
		}
		// Of those that listen one is woken for each job. It has to listen before it looks for the last time.
		stop, err := b.listen(wake)
		if err != nil {
			return nil, b.asking("wait for jobs", err)
		}
		first = ""
		task := b.next(first)
		if task == nil {
			select {
			case first = <-woken:
				pause = wokenPollTime
			case <-time.After(pause):
				pause = min(2*pause, PollTime)
			case <-ctx.Done():
			}
		}
		stop()
		if task != nil {
			return task, nil
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
}

// next asks for a job, lane by lane but where one is known to have had a job; nil when none waits, or when the hub is away. All
// answers come by one subscription, since to make one costs a worker and the hub more than to ask.
func (b *Bus) next(first string) *Task {
	b.mu.Lock()
	queues := b.queues
	b.mu.Unlock()
	queues = InTurn(&b.choice, queues)
	if i := slices.Index(queues, first); i > 0 {
		queues = append([]string{first}, queues...)
	}
	inbox := b.conn.NewInbox()
	answers, err := b.conn.SubscribeSync(inbox)
	if err != nil {
		return nil
	}
	defer func() { _ = answers.Unsubscribe() }()
	for _, queue := range queues {
		if err := b.conn.PublishRequest("$JS.API.CONSUMER.MSG.NEXT."+jobsStream+"."+queue, inbox, []byte(nextForm)); err != nil {
			return nil
		}
		answer, err := answers.NextMsg(answerTime)
		switch {
		case err != nil:
			return nil
		case answer.Header.Get("Status") == "":
			return b.task(answer)
		case answer.Header.Get("Status") != "404":
			return nil // it is about to be away
		}
	}
	return nil
}

// task is the job of a message, nil when it is none.
func (b *Bus) task(message *nats.Msg) *Task {
	tokens := strings.Split(message.Subject, ".")
	about, err := message.Metadata()
	version, unversioned := versionOf(message.Header)
	if err != nil || unversioned != nil || len(tokens) != 5 {
		_ = message.Term()
		return nil
	}
	return &Task{
		Person: tokens[3], ID: tokens[4], Version: version, Order: message.Data, Deliveries: int(about.NumDelivered),
		bus: b, message: message, sequence: about.Sequence.Stream, handed: about.Timestamp,
	}
}

// Settled tells whether nothing is left to do: the job has a result, or was cancelled after it was handed in.
func (t *Task) Settled(ctx context.Context) (bool, error) {
	type answer struct {
		yes bool
		err error
	}
	cancelled := make(chan answer, 1)
	go func() {
		yes, err := t.cancelled(ctx)
		cancelled <- answer{yes, err}
	}()
	_, found, err := t.bus.result(ctx, t.Person, t.ID)
	if err != nil || found {
		return found, err
	}
	a := <-cancelled
	return a.yes, a.err
}

// cancelled tells whether the job was cancelled after it was handed in.
func (t *Task) cancelled(ctx context.Context) (bool, error) {
	m, found, err := t.bus.last(ctx, cancelsStream, subject("cancel", t.Person, t.ID))
	if err != nil {
		return false, t.bus.asking("look whether a job is cancelled", err)
	}
	if !found {
		return false, nil
	}
	at, err := time.Parse(time.RFC3339Nano, m.Header.Get(jetstream.TimeStampHeaer))
	if err != nil {
		return false, fmt.Errorf("look whether a job is cancelled: %w", err)
	}
	return at.After(t.handed), nil
}

// Tell tells those who follow the job something.
func (t *Task) Tell(message []byte) error {
	return t.bus.conn.Publish(subject("event", t.Person, t.ID), message)
}

// Finish keeps what came of the job; isFirst is false when a result was there, which stays.
func (t *Task) Finish(ctx context.Context, result []byte) (isFirst bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	_, err = t.bus.js.Publish(ctx, subject("result", t.Person, t.ID), result)
	if err != nil && !isThere(err) {
		return false, t.bus.asking("keep a result", inStore(err))
	}
	return err == nil, nil
}

// Drop takes the job out of the queue: it is settled. That the hub does not hear it does no harm, since the next worker finds the
// result.
func (t *Task) Drop() { _ = t.message.Ack() }

// DropNow is Drop that returns when the hub has heard it, so that the job may be handed in anew.
func (t *Task) DropNow(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	_ = t.message.AckSync(nats.Context(ctx))
}

// Return puts the job back into the queue, from where another worker may take it after a while. It ended nobody.
func (t *Task) Return(ctx context.Context, after time.Duration) {
	if spared, err := t.spared(ctx); err == nil {
		ctx, cancel := context.WithTimeout(ctx, answerTime)
		defer cancel()
		// If the hub is away this was a worker too many, and it is no matter.
		_, _ = t.bus.js.Publish(ctx, subject("spared", t.Person, t.ID), fmt.Appendf(nil, sparedForm, t.sequence, spared+1))
	}
	t.ReturnLost(after)
}

// ReturnLost puts the job back as one that ended whoever did it.
func (t *Task) ReturnLost(after time.Duration) { _ = t.message.NakWithDelay(after) }

// sparedForm is what lies in the stream of the spared: the sequence of the job's message, so that one which is handed in again
// begins anew, and how often it was put back.
const sparedForm = "%d %d"

// Lost is how many workers had the job and did not put it back: it may be why they ended.
func (t *Task) Lost(ctx context.Context) (int, error) {
	spared, err := t.spared(ctx)
	return LostTo(t.Deliveries, spared), err
}

// LostTo is how many workers are lost of those who had a job, where some put it back and the last has it now.
func LostTo(deliveries, spared int) int { return max(deliveries-1-spared, 0) }

func (t *Task) spared(ctx context.Context) (times int, err error) {
	if t.Deliveries == 1 {
		return 0, nil
	}
	m, found, err := t.bus.last(ctx, sparedStream, subject("spared", t.Person, t.ID))
	if err != nil {
		return 0, t.bus.asking("look how many had a job", err)
	}
	if !found {
		return 0, nil
	}
	var sequence uint64
	if _, err := fmt.Sscanf(string(m.Data), sparedForm, &sequence, &times); err != nil || sequence != t.sequence {
		return 0, nil
	}
	return times, nil
}

// Renew begins the lease anew. It has to be called more often than LeaseTime passes.
func (t *Task) Renew() { _ = t.message.InProgress() }

// LeaseTime is how long a worker has a job without a word of it.
func LeaseTime() time.Duration { return leaseTime }

// Cancels has the jobs that people cancel be told.
func (b *Bus) Cancels(tell func(person, id string)) error {
	_, err := b.conn.Subscribe("cancel.*.*", func(m *nats.Msg) {
		tokens := strings.Split(m.Subject, ".")
		tell(tokens[1], tokens[2])
	})
	if err != nil {
		return b.asking("listen to what is cancelled", err)
	}
	return nil
}

// Announce tells what this worker is, for a while. Instance tells it from others of its name.
func (b *Bus) Announce(ctx context.Context, instance string, record []byte) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	if _, err := b.workers.Put(ctx, subject(b.member.Name, instance), record); err != nil {
		return b.asking("announce the worker", err)
	}
	return nil
}

// Leave takes back what was announced.
func (b *Bus) Leave(ctx context.Context, instance string) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	_ = b.workers.Delete(ctx, subject(b.member.Name, instance)) // or it is forgotten soon
}
