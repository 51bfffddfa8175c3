package bus

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Blob reads a blob, which must be closed. The error, also that of reading, wraps ErrNoBlob when there is none, or nothing of it comes any
// more. It is not known to be what its name says.
//
// The object store's own way would wait for chunks that never come until a time for the whole is over, go on to other objects where what is
// known of one says so, and read what others wrote behind it.
func (b *Bus) Blob(ctx context.Context, name string) (io.ReadCloser, error) {
	asking, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	info, err := b.blobs.GetInfo(asking, name)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil, fmt.Errorf("fetch %s: %w", name, ErrNoBlob)
	}
	if err != nil {
		return nil, b.asking("fetch "+name, err)
	}
	js, err := b.conn.JetStream()
	if err != nil {
		return nil, b.asking("fetch "+name, err)
	}
	chunks := subject(chunksSubject, info.NUID)
	if !isChunks(chunks) {
		return nil, fmt.Errorf("fetch %s: %w: what is known of it is forged", name, ErrNoBlob)
	}
	coming, err := js.SubscribeSync(chunks, nats.BindStream(blobsStream), nats.OrderedConsumer())
	if err != nil {
		return nil, b.asking("fetch "+name, err)
	}
	// A blob is there once all of it is. Where less is, somebody dropped it, or forged what is known of it.
	if there, err := coming.InitialConsumerPending(); err != nil || there < uint64(info.Chunks) {
		_ = coming.Unsubscribe()
		return nil, fmt.Errorf("fetch %s: %w: it has %d of %d pieces", name, ErrNoBlob, there, info.Chunks)
	}
	return &fetching{bus: b, ctx: ctx, name: name, chunks: coming, missing: info.Size}, nil
}

// fetching is a blob that comes, chunk by chunk.
type fetching struct {
	bus     *Bus
	ctx     context.Context
	name    string
	chunks  *nats.Subscription
	came    []byte // and is not read yet
	missing uint64 // bytes that did not come yet
}

func (f *fetching) Read(p []byte) (int, error) {
	for len(f.came) == 0 {
		if f.missing == 0 {
			return 0, io.EOF
		}
		if err := f.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, f.came)
	f.came = f.came[n:]
	return n, nil
}

// next waits for a chunk, however long the others took.
func (f *fetching) next() error {
	ctx, cancel := context.WithTimeout(f.ctx, f.bus.silence)
	defer cancel()
	chunk, err := f.chunks.NextMsgWithContext(ctx)
	switch {
	case err == nil:
		f.came = chunk.Data[:min(uint64(len(chunk.Data)), f.missing)]
		f.missing -= uint64(len(f.came))
		return nil
	case f.ctx.Err() != nil:
		return context.Cause(f.ctx)
	case !errors.Is(err, context.DeadlineExceeded):
		return f.bus.asking("fetch "+f.name, err)
	}
	if _, err := f.bus.HasBlob(f.ctx, f.name); err != nil {
		return err // it may go on when the hub is back
	}
	return fmt.Errorf("fetch %s: %w: nothing of it came for %s", f.name, ErrNoBlob, f.bus.silence)
}

func (f *fetching) Close() error { return f.chunks.Unsubscribe() }
