package author

import (
	"context"
	"sync"

	"grundy/internal/event"
	"grundy/internal/job"
)

// task is a part of a verification that can run concurrently with others. It emits its findings.
type task func(ctx context.Context, emit func(event.Event)) error

// runOrdered runs pieces concurrently, at most width of them unreported, so that one uses the slots that the others
// leave idle. The events come in the order of a sequential run: a later piece is held back until the earlier ones
// are done. The first piece in that order that fails ends the whole.
func runOrdered(ctx context.Context, width int, pieces []task, emit func(event.Event)) error {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	boxes := make([]*heldEvents, len(pieces))
	next := 0
	for i := range pieces {
		for ; next < len(pieces) && next < i+max(width, 1); next++ {
			box := &heldEvents{done: make(chan struct{})}
			boxes[next] = box
			do, turn := pieces[next], job.WithPriority(ctx, next)
			running.Go(func() {
				defer close(box.done)
				box.err = do(turn, box.put)
			})
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		boxes[i].open(ctx, emit)
		<-boxes[i].done
		if err := boxes[i].err; err != nil {
			return err
		}
		boxes[i] = nil
	}
	return nil
}

// heldEvents holds the events of a piece until it is opened.
type heldEvents struct {
	done chan struct{} // closed when the piece ends
	err  error         // valid once done is closed

	mu   sync.Mutex
	emit func(event.Event) // nil until the outbox is opened
	held []event.Event
}

func (b *heldEvents) put(e event.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.emit == nil {
		b.held = append(b.held, e)
		return
	}
	b.emit(e)
}

// open passes on the held events, unless ctx is cancelled meanwhile, and from then on every new event.
func (b *heldEvents) open(ctx context.Context, emit func(event.Event)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.held {
		if ctx.Err() != nil {
			break
		}
		emit(e)
	}
	b.held, b.emit = nil, emit
}
