package bus

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Blob reads a blob, which the caller must close. Its errors, and those of reading, wrap ErrNoBlob if the blob is
// missing or its data stops arriving. The content is not checked against the name.
//
// The object store's own method would wait for missing chunks until a limit on the whole transfer, follow links to
// other objects, and read past the object what others wrote.
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
		return nil, fmt.Errorf("fetch %s: %w: its metadata is forged", name, ErrNoBlob)
	}
	coming, err := js.SubscribeSync(chunks, nats.BindStream(blobsStream), nats.OrderedConsumer())
	if err != nil {
		return nil, b.asking("fetch "+name, err)
	}
	// A blob is complete or absent. If chunks are missing, they were dropped, or its metadata was forged.
	if there, err := coming.InitialConsumerPending(); err != nil || there < uint64(info.Chunks) {
		_ = coming.Unsubscribe()
		return nil, fmt.Errorf("fetch %s: %w: it has %d of %d pieces", name, ErrNoBlob, there, info.Chunks)
	}
	return &blobReader{bus: b, ctx: ctx, name: name, chunks: coming, missing: info.Size}, nil
}

// blobReader is a blob that arrives chunk by chunk.
type blobReader struct {
	bus     *Bus
	ctx     context.Context
	name    string
	chunks  *nats.Subscription
	came    []byte // and not yet read
	missing uint64 // bytes that have not arrived yet
}

func (f *blobReader) Read(p []byte) (int, error) {
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

// next waits for a chunk, however long the earlier ones took.
func (f *blobReader) next() error {
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
		return err // it may continue when the hub is back
	}
	return fmt.Errorf("fetch %s: %w: received nothing for %s", f.name, ErrNoBlob, f.bus.silence)
}

func (f *blobReader) Close() error { return f.chunks.Unsubscribe() }
