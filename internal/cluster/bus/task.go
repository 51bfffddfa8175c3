package bus

import (
	"context"
	"fmt"
	"strconv"
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
	queue    string // with its lane
	message  *nats.Msg
	sequence uint64    // the message's
	handed   time.Time // when it was handed in, by the hub's clock
}

// Take waits for a job. The error is that of ctx, or tells that the connection was closed.
func (b *Bus) Take(ctx context.Context) (*Task, error) {
	if err := b.heed(); err != nil {
		return nil, b.asking("wait for jobs", err)
	}
	for pause := PollTime; ; {
		select {
		case <-b.rumours.news: // what was told until now is asked for anyway
		default:
		}
		if task := b.next(); task != nil {
			return task, nil
		}
		isTold, err := b.wait(ctx, pause)
		if err != nil {
			return nil, err
		}
		if pause = min(4*pause, PollTime); isTold {
			pause = wokenPollTime
		}
	}
}

// wait waits until somebody tells of a job that this worker is to look for, or a time is over.
func (b *Bus) wait(ctx context.Context, most time.Duration) (isTold bool, err error) {
	// Of those that listen one is woken for each job.
	woken := make(chan struct{}, 1)
	stop, err := b.listen(func(*nats.Msg) {
		select {
		case woken <- struct{}{}:
		default:
		}
	})
	if err != nil {
		return false, b.asking("wait for jobs", err)
	}
	defer stop()
	// Of what was handed in a moment ago nobody may have been woken.
	news, late := b.rumours.news, time.After(lateTime)
	for over := time.After(most); ; {
		select {
		case <-woken:
			return true, nil
		case <-news:
			return true, nil
		case <-late:
			news = nil
		case <-over:
			return false, nil
		case <-ctx.Done():
			return false, context.Cause(ctx)
		}
	}
}

// next asks for a job, lane by lane but those that have none; nil when none waits, or when the hub is away. All answers come by one
// subscription, since to make one costs a worker and the hub more than to ask.
func (b *Bus) next() *Task {
	b.mu.Lock()
	queues := b.queues
	b.mu.Unlock()
	var (
		inbox   string
		answers *nats.Subscription
		err     error
	)
	for _, queue := range InTurn(&b.choice, queues) {
		if !b.rumours.worthAsking(queue) {
			continue
		}
		if answers == nil {
			inbox = b.conn.NewInbox()
			if answers, err = b.conn.SubscribeSync(inbox); err != nil {
				return nil
			}
			defer func() { _ = answers.Unsubscribe() }()
		}
		if err := b.conn.PublishRequest("$JS.API.CONSUMER.MSG.NEXT."+jobsStream+"."+queue, inbox, []byte(nextForm)); err != nil {
			return nil
		}
		answer, err := answers.NextMsg(answerTime)
		switch {
		case err != nil:
			return nil
		case answer.Header.Get("Status") == "":
			return b.task(answer, queue)
		case answer.Header.Get("Status") != "404":
			return nil // it is about to be away
		}
		b.rumours.deny(queue)
	}
	return nil
}

// task is the job of a message of a queue's lane, nil when it is none.
func (b *Bus) task(message *nats.Msg, queue string) *Task {
	tokens := strings.Split(message.Subject, ".")
	about, err := message.Metadata()
	version, unversioned := versionOf(message.Header)
	if err != nil || unversioned != nil || len(tokens) != 5 || !IsName(tokens[3]) || !IsName(tokens[4]) || isAnswer(message.Header) {
		_ = message.Term()
		return nil
	}
	if about.NumPending > 0 || about.NumDelivered > 1 {
		b.rumours.tell(queue) // others that were lost may be there, which are not counted
	} else {
		b.rumours.deny(queue)
	}
	return &Task{
		Person: tokens[3], ID: tokens[4], Version: version, Order: message.Data, Deliveries: int(about.NumDelivered),
		bus: b, queue: queue, message: message, sequence: about.Sequence.Stream, handed: about.Timestamp,
	}
}

// Settlement says whether anything is left to do.
type Settlement int

const (
	// Unsettled is a job that is to be done.
	Unsettled Settlement = iota
	// HasResult is one of which it is known what came of it.
	HasResult
	// IsCancelled is one that was cancelled after it was handed in.
	IsCancelled
)

// Settled tells whether anything is left to do.
func (t *Task) Settled(ctx context.Context) (Settlement, error) {
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
	if err != nil {
		return Unsettled, err
	}
	if found {
		return HasResult, nil
	}
	if a := <-cancelled; a.err != nil || !a.yes {
		return Unsettled, a.err
	}
	return IsCancelled, nil
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

// End takes the job out of the queue though it has no result, and notes why for whoever keeps account.
func (t *Task) End(ctx context.Context, note []byte) {
	t.bus.end(ctx, t.Person, t.ID, t.sequence, note)
	t.DropNow(ctx)
}

// end notes that a job ended without a result: that of one message in the stream of jobs, since it may be handed in again. The first note
// stays. It may be lacking: to do a job again that nobody wants would be worse.
func (b *Bus) end(ctx context.Context, person, id string, sequence uint64, note []byte) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	_, _ = b.js.Publish(ctx, subject("ended", person, id, strconv.FormatUint(sequence, 10)), note)
}

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
func (t *Task) ReturnLost(after time.Duration) {
	_ = t.message.NakWithDelay(after)
	time.AfterFunc(after, func() { t.bus.rumours.tell(t.queue) })
}

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
	if !found || wasAnswer(m.Header) {
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
		if tokens := strings.Split(m.Subject, "."); len(m.Data) == 0 && len(m.Header) == 0 { // no answer of anybody's
			tell(tokens[1], tokens[2])
		}
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
