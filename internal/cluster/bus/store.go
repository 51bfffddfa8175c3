package bus

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// maxMessage bounds an order and a result, in bytes.
const maxMessage = 8 << 20

// Only the latest cancellations are kept: they are in memory, and a user without a quota could cancel without limit. If
// one is forgotten, a waiting job is done for nothing. A name is usually some 140 bytes long, but may be longer.
const (
	maxCancels      = 1 << 15
	maxCancelsBytes = 16 << 20
)

// How long things are kept.
const (
	resultsAge = 30 * 24 * time.Hour
	deadAge    = resultsAge
	cancelsAge = 24 * time.Hour
	sparedAge  = 24 * time.Hour
	blobsAge   = 7 * 24 * time.Hour
	jobsAge    = blobsAge // without their packages they cannot be done
	// queueAge is how long a queue without workers is kept; its jobs keep waiting.
	queueAge = 7 * 24 * time.Hour
	// AnnouncedTime is how long a silent worker counts as present.
	AnnouncedTime = 20 * time.Second
)

// consumerName returns the name of the consumer of a queue and lane.
func consumerName(queue string, lane Lane) string { return queue + "-" + string(lane) }

// makeQueue makes the lanes of a queue unless they exist.
func makeQueue(ctx context.Context, js jetstream.JetStream, queue string) error {
	for _, lane := range lanes() {
		if _, err := js.CreateOrUpdateConsumer(ctx, jobsStream, queueConfig(queue, lane)); err != nil {
			return err
		}
	}
	return nil
}

// queueConfig returns the configuration of a lane of a queue.
func queueConfig(queue string, lane Lane) jetstream.ConsumerConfig {
	config := jetstream.ConsumerConfig{
		Durable: consumerName(queue, lane), FilterSubject: subject("job", queue, string(lane), "*", "*"),
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: leaseTime, MaxAckPending: -1, MaxDeliver: -1,
	}
	if queue != AnyQueue {
		config.InactiveThreshold = queueAge
	}
	return config
}

// createStores makes the streams and stores of a hub, or updates them, each on so many servers; 0 keeps the present number,
// or one.
func createStores(ctx context.Context, js jetstream.JetStream, replicas int) error {
	known, err := js.Stream(ctx, jobsStream)
	switch {
	case errors.Is(err, jetstream.ErrStreamNotFound):
	case err != nil:
		return err
	default:
		if _, err := spoken(known); err != nil {
			return err
		}
		replicas = cmp.Or(replicas, known.CachedInfo().Config.Replicas)
	}
	replicas = max(replicas, 1)
	version := map[string]string{protocolKey: strconv.Itoa(Protocol)}
	for _, config := range []jetstream.StreamConfig{
		{
			// A subject has one message, so a waiting job cannot be submitted twice.
			Name: jobsStream, Subjects: []string{"job.*.*.*.*"}, Retention: jetstream.WorkQueuePolicy, Metadata: version,
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, Duplicates: time.Second, MaxAge: jobsAge,
		},
		{
			Name: resultsStream, Subjects: []string{"result.*.*", "ended.*.*.*"}, MaxAge: resultsAge, AllowDirect: true, Metadata: version,
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, Duplicates: time.Second,
		},
		{
			Name: cancelsStream, Subjects: []string{"cancel.*.*"}, MaxAge: cancelsAge, AllowDirect: true, Metadata: version,
			MaxMsgsPerSubject: 1, Storage: jetstream.MemoryStorage, Duplicates: time.Second,
			MaxMsgs: maxCancels, MaxBytes: maxCancelsBytes, MaxMsgSize: 1, Discard: jetstream.DiscardOld,
		},
		{
			Name: sparedStream, Subjects: []string{"spared.*.*"}, MaxAge: sparedAge, AllowDirect: true, Metadata: version,
			MaxMsgsPerSubject: 1, Duplicates: time.Second,
		},
		{
			Name: deadStream, Subjects: []string{"dead.*.*.*.*"}, MaxAge: deadAge, AllowDirect: true, Metadata: version,
			MaxMsgsPerSubject: 1, Duplicates: time.Second,
		},
	} {
		config.Replicas = replicas
		if _, err := js.CreateOrUpdateStream(ctx, config); err != nil {
			return err
		}
	}
	if err := makeQueue(ctx, js, AnyQueue); err != nil {
		return err
	}
	if _, err := js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: blobsBucket, TTL: blobsAge, Replicas: replicas}); err != nil {
		return err
	}
	if _, err := js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: classesBucket, Replicas: replicas}); err != nil {
		return err
	}
	_, err = js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{
		Bucket: workersBucket, TTL: AnnouncedTime, Storage: jetstream.MemoryStorage, Replicas: replicas,
	})
	return err
}
