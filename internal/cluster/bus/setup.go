package bus

import (
	"context"
	"log/slog"
)

// Setup creates the streams of a hub on foreign NATS servers, or updates them. replicas is on how many servers the data
// is stored; 0 keeps the present number, or one.
func Setup(ctx context.Context, a Access, replicas int, log *slog.Logger) error {
	b, err := open(a, "grundy hub setup", log, nil)
	if err != nil {
		return err
	}
	defer b.Close()
	if size := b.conn.MaxPayload(); size < maxMessage {
		log.Warn("the servers will refuse large submissions and results: their limit on messages is too low", "most", size, "remedy", "max_payload: 8MB in their configuration")
	}
	return b.watchful(ctx, func(ctx context.Context) error { return createStores(ctx, b.js, replicas) })
}
