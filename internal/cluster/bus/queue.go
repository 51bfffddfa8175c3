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

// furnishSubject is where the hub is asked for a queue: furnish.<queue>.
const furnishSubject = "furnish"

// maxQueues bounds the queues that the hub makes for workers of one name, as long as it runs.
const maxQueues = 200

// TakeFrom has Take look into the queues of these names, those of one lane in this order. Queues that are not there are made.
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
	b.rumours.about(queues)
	return nil
}

// furnish has a queue be there. Workers may not make any, so the hub does; where only a server is they have to be allowed to.
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

// furnishes has the hub make the queues that workers ask for.
func (b *Bus) furnishes(ctx context.Context) error {
	made := map[string]map[string]bool{} // by who asked
	_, err := b.conn.Subscribe(subject(furnishSubject, "*"), func(m *nats.Msg) {
		_, name, _ := strings.Cut(m.Subject, ".")
		who := asker(m)
		if made[who] == nil {
			made[who] = map[string]bool{}
		}
		var err error
		switch {
		case !IsName(name) || who == "":
			err = errors.New("this is no name of a queue")
		case !made[who][name] && len(made[who]) == maxQueues:
			err = fmt.Errorf("workers of one name have %d queues at most", maxQueues)
		default:
			made[who][name] = true
			err = makeQueue(ctx, b.js, name)
		}
		answer := ""
		if err != nil {
			answer = err.Error()
		}
		_ = m.Respond([]byte(answer)) // who does not hear it asks again
	})
	return err
}

// listen has wake be called when a job is handed in to one of the queues, until stop is called: of those that listen one is woken
// for each job. The error is that the connection was closed.
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
