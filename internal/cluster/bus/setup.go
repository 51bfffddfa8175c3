package bus

import (
	"context"
	"log/slog"
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
	return b.watchful(ctx, func(ctx context.Context) error { return furnish(ctx, b.js, replicas) })
}
