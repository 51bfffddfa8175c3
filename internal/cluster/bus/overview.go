package bus

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Part is what lies in a part of the store.
type Part struct {
	Name     string // "jobs", "results", DeadPart or "packages"
	Messages int
	Bytes    int64
}

// DeadPart is where the jobs lie that were given up.
const DeadPart = "dead"

// Parts are those of the store that grow with what is asked for. Only the owner may ask.
func (b *Bus) Parts(ctx context.Context) ([]Part, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	var parts []Part
	for _, p := range []struct{ name, stream string }{
		{"jobs", jobsStream}, {"results", resultsStream}, {DeadPart, deadStream}, {"packages", blobsStream},
	} {
		stream, err := b.js.Stream(ctx, p.stream)
		if err != nil {
			return nil, b.asking("look how much lies in the store", err)
		}
		state := stream.CachedInfo().State
		parts = append(parts, Part{p.name, int(state.Msgs), int64(state.Bytes)})
	}
	return parts, nil
}

// Finished is a job of which something came.
type Finished struct {
	Person, ID string
	At         time.Time // by the hub's clock
	Result     []byte    // or the note of why it has none
	// Uninvited tells that the hub ended it, since Person is invited no more, and that no worker noted anything.
	Uninvited bool
}

// Finished has every result be told, and every end without one, in their order, until ctx ends. With a name, under which the hub
// remembers how far that came, each is told until tell has no error, and so perhaps twice when somebody is killed; without one only those
// that are made from now on. Only the owner may ask.
func (b *Bus) Finished(ctx context.Context, name string, tell func(Finished) error) error {
	var (
		from jetstream.Consumer
		err  error
	)
	if name == "" {
		from, err = b.js.OrderedConsumer(ctx, resultsStream, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverNewPolicy})
	} else {
		from, err = b.js.CreateOrUpdateConsumer(ctx, resultsStream, jetstream.ConsumerConfig{
			Durable: name, AckPolicy: jetstream.AckExplicitPolicy, AckWait: leaseTime, MaxAckPending: 1, // one after the other
		})
	}
	if err != nil {
		return b.asking("follow results", err)
	}
	for ctx.Err() == nil {
		asked, answered := context.WithTimeout(ctx, answerTime)
		m, err := from.Next(jetstream.FetchContext(asked))
		if err != nil {
			select { // none came, or the hub is away; both change
			case <-asked.Done():
			case <-b.shut:
			}
		}
		answered()
		if errors.Is(err, nats.ErrConnectionClosed) && ctx.Err() == nil {
			return b.Err()
		}
		if err != nil {
			continue
		}
		about, err := m.Metadata()
		tokens := strings.Split(m.Subject(), ".")
		ended := len(tokens) == 4 // ended.<person>.<id>.<sequence>
		if err != nil || len(tokens) != 3 && !ended || isAnswer(m.Headers()) {
			_ = m.Term()
			continue
		}
		done := Finished{
			Person: tokens[1], ID: tokens[2], At: about.Timestamp, Result: m.Data(), Uninvited: ended && len(m.Data()) == 0,
		}
		if err := tell(done); err != nil {
			return err
		}
		_ = m.Ack()
	}
	return nil
}
