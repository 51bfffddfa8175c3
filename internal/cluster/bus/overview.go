package bus

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Part is the size of a part of the store.
type Part struct {
	Name     string // "jobs", "results", DeadPart or "packages"
	Messages int
	Bytes    int64
}

// DeadPart is the part with the jobs that were given up.
const DeadPart = "dead"

// Parts returns the parts of the store that grow with use. Only the owner may call it.
func (b *Bus) Parts(ctx context.Context) ([]Part, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	var parts []Part
	for _, p := range []struct{ name, stream string }{
		{"jobs", jobsStream}, {"results", resultsStream}, {DeadPart, deadStream}, {"packages", blobsStream},
	} {
		stream, err := b.js.Stream(ctx, p.stream)
		if err != nil {
			return nil, b.asking("read the size of the store", err)
		}
		state := stream.CachedInfo().State
		parts = append(parts, Part{p.name, int(state.Msgs), int64(state.Bytes)})
	}
	return parts, nil
}

// EndedJob is a job that ended.
type EndedJob struct {
	Person, ID string
	At         time.Time // by the hub's clock
	Result     []byte    // or the note that says why it has none
	// Uninvited reports that the hub ended the job because Person's invitation was revoked, and that no worker left a
	// note.
	Uninvited bool
}

// Finished calls tell for every result, and for every end without one, in order, until ctx ends. With a name, the hub
// remembers the position under it: tell is called until it returns no error, so perhaps twice if a process is killed.
// Without a name, only new ends are reported. Only the owner may call it.
func (b *Bus) Finished(ctx context.Context, name string, tell func(EndedJob) error) error {
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
			select { // none arrived, or the hub is away; both change
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
		done := EndedJob{
			Person: tokens[1], ID: tokens[2], At: about.Timestamp, Result: m.Data(), Uninvited: ended && len(m.Data()) == 0,
		}
		if err := tell(done); err != nil {
			return err
		}
		_ = m.Ack()
	}
	return nil
}
