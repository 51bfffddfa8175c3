package bus

import (
	"context"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// Reference is what the hub stores about the machine after which a class is named; other machines of the class are
// similar to it.
type Reference struct {
	Class string
	// Own reports whether a worker of this member stored it.
	Own    bool
	Record []byte
}

// IsClass reports whether a word is a valid name of a class of machines.
func IsClass(name string) bool { return name != "" && IsName(ClassQueue(name)) }

// References returns those of all classes, the oldest first. Only workers and the owner may call it.
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

// KeepReference stores a record about a machine of a class. It replaces what this member stored before.
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

// DropReference deletes what this member stored about a class.
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
