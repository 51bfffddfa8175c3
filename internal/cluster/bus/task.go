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
	// leaseTime is how long a silent worker keeps a job.
	leaseTime = 15 * time.Second
	// PollTime is how often a worker asks for jobs without being woken: a job that another worker lost wakes none.
	PollTime = 2 * time.Second
	// wokenPollTime is when a woken worker asks again for the first time: a queue may see a job a moment after the
	// stream has it.
	wokenPollTime = time.Millisecond
)

// nextForm requests a message from a queue of JetStream if it has one now.
const nextForm = `{"batch":1,"no_wait":true}`

// Task is a job that this worker has leased.
type Task struct {
	// Person submitted it, and ID is its name.
	Person, ID string
	// Version is the protocol version of the Order, of the events and of the result.
	Version int
	Order   []byte
	// Deliveries is how many workers have had it, including this one.
	Deliveries int

	bus      *Bus
	queue    string // with its lane
	message  *nats.Msg
	sequence uint64    // the message's
	handed   time.Time // when it was submitted, by the hub's clock
}

// Take waits for a job. It fails with the error of ctx, or if the connection was closed.
func (b *Bus) Take(ctx context.Context) (*Task, error) {
	if err := b.subscribeHints(); err != nil {
		return nil, b.asking("wait for jobs", err)
	}
	for pause := PollTime; ; {
		select {
		case <-b.hints.news: // earlier announcements do not matter: we ask anyway
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

// wait waits for an announcement of a job, or for a time.
func (b *Bus) wait(ctx context.Context, most time.Duration) (isTold bool, err error) {
	// Each job wakes one of the listeners.
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
	// A job that was submitted a moment ago may have woken no worker.
	news, late := b.hints.news, time.After(lateTime)
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

// next asks the lanes that may have a job, one by one; nil if none waits or the hub is away. All answers use one
// subscription, because making one costs a worker and the hub more than asking.
func (b *Bus) next() *Task {
	b.mu.Lock()
	queues := b.queues
	b.mu.Unlock()
	var (
		inbox   string
		answers *nats.Subscription
		err     error
	)
	for _, queue := range FairOrder(&b.choice, queues) {
		if !b.hints.worthAsking(queue) {
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
			return nil // the hub is about to be away
		}
		b.hints.deny(queue)
	}
	return nil
}

// task returns the job in a message of a queue's lane, or nil if it is invalid.
func (b *Bus) task(message *nats.Msg, queue string) *Task {
	tokens := strings.Split(message.Subject, ".")
	about, err := message.Metadata()
	version, unversioned := versionOf(message.Header)
	if err != nil || unversioned != nil || len(tokens) != 5 || !IsName(tokens[3]) || !IsName(tokens[4]) || isAnswer(message.Header) {
		_ = message.Term()
		return nil
	}
	if about.NumPending > 0 || about.NumDelivered > 1 {
		b.hints.tell(queue) // other lost jobs may be there, which are not counted
	} else {
		b.hints.deny(queue)
	}
	return &Task{
		Person: tokens[3], ID: tokens[4], Version: version, Order: message.Data, Deliveries: int(about.NumDelivered),
		bus: b, queue: queue, message: message, sequence: about.Sequence.Stream, handed: about.Timestamp,
	}
}

// Settlement says whether a job still has to be done.
type Settlement int

const (
	// Unsettled means that the job has to be done.
	Unsettled Settlement = iota
	// HasResult means that the job has a result.
	HasResult
	// IsCancelled means that the job was cancelled after it was submitted.
	IsCancelled
)

// Settled returns whether the job still has to be done.
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

// cancelled reports whether the job was cancelled after it was submitted.
func (t *Task) cancelled(ctx context.Context) (bool, error) {
	m, found, err := t.bus.last(ctx, cancelsStream, subject("cancel", t.Person, t.ID))
	if err != nil {
		return false, t.bus.asking("check whether a job is cancelled", err)
	}
	if !found {
		return false, nil
	}
	at, err := time.Parse(time.RFC3339Nano, m.Header.Get(jetstream.TimeStampHeaer))
	if err != nil {
		return false, fmt.Errorf("check whether a job is cancelled: %w", err)
	}
	return at.After(t.handed), nil
}

// Publish publishes a message to those who follow the job.
func (t *Task) Publish(message []byte) error {
	return t.bus.conn.Publish(subject("event", t.Person, t.ID), message)
}

// Finish stores the result of the job; isFirst is false if there was a result, which stays.
func (t *Task) Finish(ctx context.Context, result []byte) (isFirst bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	_, err = t.bus.js.Publish(ctx, subject("result", t.Person, t.ID), result)
	if err != nil && !isThere(err) {
		return false, t.bus.asking("keep a result", inStore(err))
	}
	return err == nil, nil
}

// Drop removes the settled job from the queue. It does no harm if the hub misses it, because the next worker finds the
// result.
func (t *Task) Drop() { _ = t.message.Ack() }

// End removes the job from the queue without a result, and stores a note with the reason for the audit.
func (t *Task) End(ctx context.Context, note []byte) {
	t.bus.end(ctx, t.Person, t.ID, t.sequence, note)
	t.DropNow(ctx)
}

// end stores a note that a job ended without a result. The note belongs to one message in the stream of jobs, because
// the job may be submitted again. The first note stays. The note may get lost: doing an unwanted job again would be
// worse.
func (b *Bus) end(ctx context.Context, person, id string, sequence uint64, note []byte) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	_, _ = b.js.Publish(ctx, subject("ended", person, id, strconv.FormatUint(sequence, 10)), note)
}

// DropNow is like Drop, but returns when the hub has confirmed it, so that the job may be submitted again.
func (t *Task) DropNow(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	_ = t.message.AckSync(nats.Context(ctx))
}

// Return puts the job back into the queue for another worker, after a while. It does not count as a loss.
func (t *Task) Return(ctx context.Context, after time.Duration) {
	if spared, err := t.spared(ctx); err == nil {
		ctx, cancel := context.WithTimeout(ctx, answerTime)
		defer cancel()
		// If the hub is away, this counts as a loss, which does no harm.
		_, _ = t.bus.js.Publish(ctx, subject("spared", t.Person, t.ID), fmt.Appendf(nil, sparedForm, t.sequence, spared+1))
	}
	t.ReturnLost(after)
}

// ReturnLost puts the job back as one that crashed its worker.
func (t *Task) ReturnLost(after time.Duration) {
	_ = t.message.NakWithDelay(after)
	time.AfterFunc(after, func() { t.bus.hints.tell(t.queue) })
}

// sparedForm is an entry of the stream of returned jobs: the sequence of the job's message, so that a resubmitted job
// starts again, and how often it was put back.
const sparedForm = "%d %d"

// Lost returns how many workers had the job and did not put it back: it may have crashed them.
func (t *Task) Lost(ctx context.Context) (int, error) {
	spared, err := t.spared(ctx)
	return LostTo(t.Deliveries, spared), err
}

// LostTo returns how many workers a job may have crashed, if spared of them put it back and the last one has it now.
func LostTo(deliveries, spared int) int { return max(deliveries-1-spared, 0) }

func (t *Task) spared(ctx context.Context) (times int, err error) {
	if t.Deliveries == 1 {
		return 0, nil
	}
	m, found, err := t.bus.last(ctx, sparedStream, subject("spared", t.Person, t.ID))
	if err != nil {
		return 0, t.bus.asking("count the workers of a job", err)
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

// Renew renews the lease. It has to be called more often than every LeaseTime.
func (t *Task) Renew() { _ = t.message.InProgress() }

// LeaseTime is how long a silent worker keeps a job.
func LeaseTime() time.Duration { return leaseTime }

// Cancels registers a function that is called for cancelled jobs.
func (b *Bus) Cancels(tell func(person, id string)) error {
	_, err := b.conn.Subscribe("cancel.*.*", func(m *nats.Msg) {
		if tokens := strings.Split(m.Subject, "."); len(m.Data) == 0 && len(m.Header) == 0 { // not an answer of a server
			tell(tokens[1], tokens[2])
		}
	})
	if err != nil {
		return b.asking("listen to what is cancelled", err)
	}
	return nil
}

// Announce publishes what this worker is, for a while. instance distinguishes it from others of its name.
func (b *Bus) Announce(ctx context.Context, instance string, record []byte) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	if _, err := b.workers.Put(ctx, subject(b.member.Name, instance), record); err != nil {
		return b.asking("announce the worker", err)
	}
	return nil
}

// Leave withdraws the announcement.
func (b *Bus) Leave(ctx context.Context, instance string) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	_ = b.workers.Delete(ctx, subject(b.member.Name, instance)) // or it expires soon
}
