package bus

import (
	"context"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// Reference is what the hub keeps of a machine to which others of its class are alike.
type Reference struct {
	Class string
	// Own tells that a worker of this member's keeps it.
	Own    bool
	Record []byte
}

// IsClass tells whether a word may name a class of machines.
func IsClass(name string) bool { return name != "" && IsName(ClassQueue(name)) }

// References are those of all classes, the oldest first. Only workers and the owner may ask.
func (b *Bus) References(ctx context.Context) ([]Reference, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	bucket, err := b.classes(ctx)
	if err != nil {
		return nil, err
	}
	found, err := entries(ctx, bucket)
	if err != nil {
		return nil, b.asking("look for classes", err)
	}
	var all []Reference
	for _, entry := range found {
		if member, class, ok := strings.Cut(entry.Key(), "."); ok && IsClass(class) {
			all = append(all, Reference{class, member == b.member.Name, entry.Value()})
		}
	}
	return all, nil
}

// KeepReference keeps what there is to know of a machine of a class, in the place of what this member kept of it before.
func (b *Bus) KeepReference(ctx context.Context, class string, record []byte) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	bucket, err := b.classes(ctx)
	if err != nil {
		return err
	}
	if _, err := bucket.Put(ctx, subject(b.member.Name, class), record); err != nil {
		return b.asking("keep the class "+class, inStore(err))
	}
	return nil
}

// DropReference takes back what this member kept of a class.
func (b *Bus) DropReference(ctx context.Context, class string) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	bucket, err := b.classes(ctx)
	if err != nil {
		return err
	}
	if err := bucket.Delete(ctx, subject(b.member.Name, class)); err != nil {
		return b.asking("drop the class "+class, err)
	}
	return nil
}

func (b *Bus) classes(ctx context.Context) (jetstream.KeyValue, error) {
	bucket, err := b.js.KeyValue(ctx, classesBucket)
	if err != nil {
		return nil, b.asking("look for classes", err)
	}
	return bucket, nil
}
