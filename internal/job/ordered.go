package job

import (
	"context"

	"grundy/internal/event"
)

// Piece is a part of some work that can run concurrently with others. It emits its findings.
type Piece func(ctx context.Context, emit func(event.Event)) error

// RunOrdered runs pieces concurrently, at most width of them unreported, so that one uses the slots that the others
// leave idle. The events come in the order of a sequential run: a later piece is held back until the earlier ones
// are done. The first piece in that order that fails ends the whole.
func RunOrdered(ctx context.Context, width int, pieces []Piece, emit func(event.Event)) error {
	ctx, cancel := context.WithCancel(ctx)
	running := map[int]*heldPiece{}
	defer func() {
		cancel()
		for _, p := range running {
			<-p.done
			_ = p.Close()
		}
	}()
	next := 0
	for i := range pieces {
		for ; next < len(pieces) && next < i+max(width, 1); next++ {
			running[next] = begin(WithPriority(ctx, next), pieces[next])
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		p := running[i]
		if err := p.Open(ctx, emit); err != nil {
			return err
		}
		<-p.done
		if p.err != nil {
			return p.err
		}
		delete(running, i)
	}
	return nil
}

// heldPiece is a piece that runs, with its events.
type heldPiece struct {
	event.Held
	done chan struct{} // closed when the piece ends
	err  error         // valid once done is closed
}

// begin starts a piece.
func begin(ctx context.Context, do Piece) *heldPiece {
	p := &heldPiece{done: make(chan struct{})}
	go func() {
		defer close(p.done)
		p.err = do(ctx, p.Put)
	}()
	return p
}
