package bus

import (
	"context"
	"strings"

	"github.com/nats-io/nats.go"
)

// Queue is the number of jobs in a lane.
type Queue struct {
	Lane Lane
	// Waiting jobs have no worker yet, Running ones have one.
	Waiting, Running int
}

// Queues returns all lanes. Only the owner may call it.
func (b *Bus) Queues(ctx context.Context) ([]Queue, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	all := make([]Queue, len(lanes()))
	for i, lane := range lanes() {
		all[i].Lane = lane
	}
	list := b.jobs.ListConsumers(ctx)
	for known := range list.Info() {
		for i, lane := range lanes() {
			if strings.HasSuffix(known.Name, consumerName("", lane)) {
				all[i].Waiting += int(known.NumPending)
				all[i].Running += known.NumAckPending
			}
		}
	}
	if err := list.Err(); err != nil {
		return nil, b.asking("count jobs", err)
	}
	return all, nil
}

// drainSubject is where workers are told to end.
const drainSubject = "drain"

// Drain tells workers of a name to finish their jobs, to take no new ones and to end. Only the owner may call it.
func (b *Bus) Drain(name string) error {
	if err := b.conn.Publish(drainSubject, []byte(name)); err != nil {
		return b.asking("drain "+name, err)
	}
	return b.conn.FlushTimeout(answerTime)
}

// Drained registers a function that is called when workers of a name are to end.
func (b *Bus) Drained(tell func(name string)) error {
	if _, err := b.conn.Subscribe(drainSubject, func(m *nats.Msg) {
		if !isAnswer(m.Header) {
			tell(string(m.Data))
		}
	}); err != nil {
		return b.asking("listen to the owner", err)
	}
	return nil
}
