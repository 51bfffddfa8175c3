package author

import (
	"context"
	"sync"

	"grundy/internal/event"
	"grundy/internal/job"
)

// piece is a part of a verification that may go on beside others. It emits what it finds.
type piece func(ctx context.Context, emit func(event.Event)) error

// overlap does pieces side by side, at most width that are not reported yet, so that one fills what the others leave of the
// machine: the ends of those before it, and their waiting. What they emit comes as if they had been done one after the
// other: a later piece is held back until the earlier ones are done. The first of them, in that order, that fails ends all.
func overlap(ctx context.Context, width int, pieces []piece, emit func(event.Event)) error {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	boxes := make([]*outbox, len(pieces))
	next := 0
	for i := range pieces {
		for ; next < len(pieces) && next < i+max(width, 1); next++ {
			box := &outbox{done: make(chan struct{})}
			boxes[next] = box
			do, turn := pieces[next], job.InTurn(ctx, next)
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

// outbox holds what a piece emits until it is opened.
type outbox struct {
	done chan struct{} // closed at the end of the piece
	err  error         // then

	mu   sync.Mutex
	emit func(event.Event) // nil while it is closed
	held []event.Event
}

func (b *outbox) put(e event.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.emit == nil {
		b.held = append(b.held, e)
		return
	}
	b.emit(e)
}

// open passes on what is held, unless ctx is cancelled meanwhile, and from then on whatever comes.
func (b *outbox) open(ctx context.Context, emit func(event.Event)) {
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
