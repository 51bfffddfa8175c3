package practice

import (
	"context"
	"sync"

	"grundy/internal/event"
)

// diagnosis runs in the background until its context ends. The session does not wait for it then and drops what it
// still emits. A new diagnosis begins when the previous one has stopped.
type diagnosis struct {
	mutex   sync.Mutex // held while an event is forwarded
	running sync.WaitGroup
	latest  chan struct{} // closed when the latest one has stopped
}

// begin starts to ask in the background.
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

// end waits for an event that is being forwarded. The context must have ended.
func (q *diagnosis) end() {
	q.mutex.Lock()
	defer q.mutex.Unlock()
}
