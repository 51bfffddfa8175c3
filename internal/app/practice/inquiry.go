package practice

import (
	"context"
	"sync"

	"grundy/internal/event"
)

// diagnosis is something that goes on until its context ends, and that nobody waits for then: what it still says is dropped. One
// begins when the one before has come to rest.
type diagnosis struct {
	mutex   sync.Mutex // held while an event is passed on
	running sync.WaitGroup
	latest  chan struct{} // closed when the latest one has come to rest
}

// begin begins to ask, beside whoever calls.
func (q *diagnosis) begin(ctx context.Context, emit func(event.Event), ask func(ctx context.Context, emit func(event.Event))) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	before, rest := q.latest, make(chan struct{})
	q.latest = rest
	q.running.Go(func() {
		defer close(rest)
		if before != nil {
			<-before
		}
		ask(ctx, func(e event.Event) {
			q.mutex.Lock()
			defer q.mutex.Unlock()
			if ctx.Err() == nil {
				emit(e)
			}
		})
	})
}

// end waits until what is being passed on has been, when the context has ended.
func (q *diagnosis) end() {
	q.mutex.Lock()
	defer q.mutex.Unlock()
}
