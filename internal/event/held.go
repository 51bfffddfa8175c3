package event

import (
	"context"
	"errors"
	"sync"
)

// heldInMemory is how many events of each Held stay in memory: many are held at a time.
const heldInMemory = 16

// Held holds the events of work that is not to be reported yet. It must be opened or closed in the end.
type Held struct {
	mu      sync.Mutex
	emit    func(Event) // nil until it is opened
	waiting queue
}

// Put holds an event, or reports it once h is open.
func (h *Held) Put(e Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.emit != nil {
		h.emit(e)
		return
	}
	h.waiting.room = heldInMemory
	h.waiting.put(e)
}

// Open reports the held events, unless ctx is cancelled meanwhile, and from then on every new event.
func (h *Held) Open(ctx context.Context, emit func(Event)) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.emit = emit
	for {
		events, _, err := h.waiting.take()
		for _, e := range events {
			if ctx.Err() != nil {
				break
			}
			emit(e)
		}
		if len(events) == 0 || err != nil || ctx.Err() != nil {
			return errors.Join(err, h.waiting.close())
		}
	}
}

// Close drops the held events.
func (h *Held) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.emit = func(Event) {}
	return h.waiting.close()
}
