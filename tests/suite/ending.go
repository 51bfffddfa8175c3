package suite

import (
	"context"
	"sync/atomic"
)

// Ending returns a context that is cancelled after this many calls of Err.
func Ending(parent context.Context, looks int32) context.Context {
	ctx, cancel := context.WithCancel(parent)
	e := &ending{Context: ctx, cancel: cancel}
	e.left.Store(looks)
	return e
}

type ending struct {
	context.Context
	cancel context.CancelFunc
	left   atomic.Int32
}

// Err counts its calls.
func (e *ending) Err() error {
	if e.left.Add(-1) < 0 {
		e.cancel()
	}
	return e.Context.Err()
}
