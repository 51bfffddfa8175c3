package bus

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"grundy/internal/base/hint"
)

// furnishSubject is where workers ask the hub for a queue: furnish.<queue>.
const furnishSubject = "furnish"

// maxQueues bounds the queues that a running hub makes for workers of one name.
const maxQueues = 200

// TakeFrom sets the queues from which Take takes jobs; within a lane, in this order. It makes missing queues.
func (b *Bus) TakeFrom(ctx context.Context, names ...string) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	for _, name := range names {
		if err := b.furnish(ctx, name); err != nil {
			return err
		}
	}
	var queues []string
	for _, lane := range lanes() {
		for _, name := range names {
			queue := consumerName(name, lane)
			if _, err := b.js.Consumer(ctx, jobsStream, queue); err != nil {
				return err
			}
			queues = append(queues, queue)
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.names, b.queues = names, queues
	b.hints.about(queues)
	return nil
}

// furnish makes sure that a queue exists. Workers may not make queues, so they ask the hub; on foreign servers, they
// need the permission.
func (b *Bus) furnish(ctx context.Context, name string) error {
	last := lanes()[len(lanes())-1]
	if _, err := b.js.Consumer(ctx, jobsStream, consumerName(name, last)); !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return err
	}
	answer, err := b.conn.RequestWithContext(ctx, subject(furnishSubject, name), nil)
	switch {
	case errors.Is(err, nats.ErrNoResponders):
		return makeQueue(ctx, b.js, name)
	case err != nil:
		return b.asking("make the queue "+name, err)
	case len(answer.Data) > 0:
		return hint.Errorf("the hub's own log says more", "make the queue %s: %s", name, answer.Data)
	}
	return nil
}

// furnishes makes the hub create the queues that workers ask for.
func (b *Bus) furnishes(ctx context.Context) error {
	made := map[string]map[string]bool{} // by requester
	_, err := b.conn.Subscribe(subject(furnishSubject, "*"), func(m *nats.Msg) {
		_, name, _ := strings.Cut(m.Subject, ".")
		who := asker(m)
		if made[who] == nil {
			made[who] = map[string]bool{}
		}
		var err error
		switch {
		case !IsName(name) || who == "":
			err = errors.New("not a valid name of a queue")
		case !made[who][name] && len(made[who]) == maxQueues:
			err = fmt.Errorf("workers of one name may have at most %d queues", maxQueues)
		default:
			made[who][name] = true
			err = makeQueue(ctx, b.js, name)
		}
		answer := ""
		if err != nil {
			answer = err.Error()
		}
		_ = m.Respond([]byte(answer)) // a worker that misses it asks again
	})
	return err
}

// listen calls wake when a job is submitted to one of the queues, until stop is called: each job wakes one of the
// listeners. It fails if the connection was closed.
func (b *Bus) listen(wake func(*nats.Msg)) (stop func(), err error) {
	b.mu.Lock()
	names := b.names
	b.mu.Unlock()
	var listening []*nats.Subscription
	stop = func() {
		for _, l := range listening {
			_ = l.Unsubscribe()
		}
	}
	for _, name := range names {
		l, err := b.conn.QueueSubscribe(subject("wake", name), "workers", wake)
		switch {
		case err == nil:
			listening = append(listening, l)
		case errors.Is(err, nats.ErrConnectionClosed):
			stop()
			return nil, err
		}
	}
	return stop, nil
}
