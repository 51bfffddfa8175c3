package bus

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The subjects of an object store: those of the chunks of an object, and of its metadata.
const (
	chunksSubject = "$O." + blobsBucket + ".C"
	metaSubject   = "$O." + blobsBucket + ".M"
)

// chunkSize is the size of an object's chunks, in bytes.
const chunkSize = 128 << 10

// discardSubject is where members ask the hub to drop chunks that belong to no blob: discard.<chunks>.
const discardSubject = "discard"

// PutBlob writes a blob, which is complete when it returns; an existing one gets the new content. The object store's
// own method would drop chunks, which members may not do: they could drop those of others.
func (b *Bus) PutBlob(ctx context.Context, name string, content io.Reader) error {
	ctx, cancel := context.WithTimeout(ctx, blobTime)
	defer cancel()
	before, err := b.blobs.GetInfo(ctx, name)
	if err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
		return b.asking("send "+name, err)
	}
	chunks := b.member.Name + ownedMark + rand.Text()
	if err := b.put(ctx, name, chunks, content); err != nil {
		b.discard(ctx, chunks)
		return b.asking("send "+name, inStore(err))
	}
	if before != nil {
		b.discard(ctx, before.NUID)
	}
	return nil
}

// put writes chunks under a name and then the metadata, which completes the blob.
func (b *Bus) put(ctx context.Context, name, chunks string, content io.Reader) error {
	info := jetstream.ObjectInfo{
		ObjectMeta: jetstream.ObjectMeta{Name: name, Opts: &jetstream.ObjectMetaOptions{ChunkSize: chunkSize}},
		Bucket:     blobsBucket, NUID: chunks,
	}
	chunk, sum := make([]byte, chunkSize), sha256.New()
	for {
		n, err := io.ReadFull(content, chunk)
		if n > 0 {
			sum.Write(chunk[:n])
			info.Size += uint64(n)
			info.Chunks++
			if err := b.putChunk(ctx, chunks, chunk[:n]); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return err
		}
	}
	info.Digest = jetstream.GetObjectDigestValue(sum)
	text, err := json.Marshal(info)
	if err != nil {
		return err
	}
	return b.putMeta(ctx, base64.URLEncoding.EncodeToString([]byte(name)), text)
}

func (b *Bus) putChunk(ctx context.Context, chunks string, chunk []byte) error {
	if b.isMetered() {
		return b.have(ctx, chunk, chunkVerb, chunks)
	}
	return b.publish(ctx, nats.NewMsg(subject(chunksSubject, chunks)), chunk)
}

// putMeta writes the metadata of a blob, whose name is encoded.
func (b *Bus) putMeta(ctx context.Context, name string, text []byte) error {
	if b.isMetered() {
		return b.have(ctx, text, metaVerb, name)
	}
	meta := nats.NewMsg(subject(metaSubject, name))
	meta.Header.Set(jetstream.MsgRollup, jetstream.MsgRollupSubject)
	return b.publish(ctx, meta, text)
}

func (b *Bus) publish(ctx context.Context, m *nats.Msg, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	m.Data = data
	_, err := b.js.PublishMsg(ctx, m)
	return err
}

// discard asks the hub to drop chunks. If the hub misses it, they expire.
func (b *Bus) discard(ctx context.Context, chunks string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), answerTime)
	defer cancel()
	_, _ = b.conn.RequestWithContext(ctx, subject(discardSubject, chunks), nil)
}

// discards makes the hub drop chunks on request of the members who sent them, unless they belong to a blob.
func (b *Bus) discards(ctx context.Context) error {
	_, err := b.conn.Subscribe(subject(discardSubject, "*"), func(m *nats.Msg) {
		// A member's chunks have the member's name in theirs, so this is no wildcard.
		chunks := m.Subject[len(discardSubject)+1:]
		if who := owner(chunks); who == "" || who != asker(m) || b.isOfBlob(ctx, chunks) {
			_ = m.Respond([]byte("kept"))
			return
		}
		_ = b.purge(ctx, blobsStream, subject(chunksSubject, chunks)) // the rest expires
		_ = m.Respond([]byte("dropped"))                              // an empty answer could be directed to a subject where it cancels a job
	})
	return err
}

// isOfBlob reports whether chunks may belong to a blob.
func (b *Bus) isOfBlob(ctx context.Context, chunks string) bool {
	known, err := b.blobs.List(ctx)
	return err != nil && !errors.Is(err, jetstream.ErrNoObjectsFound) ||
		slices.ContainsFunc(known, func(info *jetstream.ObjectInfo) bool { return info.NUID == chunks })
}
