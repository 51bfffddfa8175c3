package bus

import (
	"context"
	"errors"
	"log/slog"

	"github.com/nats-io/nats.go/jetstream"

	"grundy/internal/hint"
)

// Setup makes what lies at a hub at NATS servers that somebody else runs, or brings it up to date. Replicas is on how many servers
// it lies, 0 for as many as it does, or one.
func Setup(ctx context.Context, a Access, replicas int, log *slog.Logger) error {
	b, err := open(a, "grundy hub setup", log, nil)
	if err != nil {
		return err
	}
	defer b.Close()
	if size := b.conn.MaxPayload(); size < maxMessage {
		log.Warn("large submissions and results will be refused: the servers take smaller messages", "most", size, "remedy", "max_payload: 8MB in their configuration")
	}
	return b.watchful(ctx, func(ctx context.Context) error {
		known, err := b.js.Stream(ctx, jobsStream)
		switch {
		case errors.Is(err, jetstream.ErrStreamNotFound):
		case err != nil:
			return err
		default:
			if err := sameProtocol(known); err != nil {
				return err
			}
			if replicas == 0 {
				replicas = known.CachedInfo().Config.Replicas
			}
		}
		return furnish(ctx, b.js, max(replicas, 1))
	})
}

// sameProtocol tells whether a hub's streams hold what this release writes.
func sameProtocol(jobs jetstream.Stream) error {
	if theirs := jobs.CachedInfo().Config.Metadata[protocolKey]; theirs != Protocol {
		return hint.Errorf("use one release of grundy on both", "the hub speaks version %q of the protocol, and this grundy version %q", theirs, Protocol)
	}
	return nil
}
