package event

import (
	"errors"
	"sync"
)

// inMemory is how many events wait in memory for a slow sink. The largest, with all excerpts, take some 100 KiB.
const inMemory = 64

// Buffer passes events to a sink that may be slow, in a goroutine of its own, so emitters never wait. No event is lost or
// reordered, and memory stays bounded (queue).
type Buffer struct {
	sink Sink
	done chan struct{} // closed when the sink has taken everything after Close

	mutex   sync.Mutex
	changed sync.Cond // signalled when an event was added or taken, or at the end
	waiting queue
	// pending counts all events that the sink has not taken; closed reports that no more come.
	pending int
	closed  bool
	err     error // of the spill
}

// NewBuffer returns a Buffer. The caller must close it, which closes the sink.
func NewBuffer(sink Sink) *Buffer {
	b := &Buffer{sink: sink, done: make(chan struct{}), waiting: queue{room: inMemory}}
	b.changed.L = &b.mutex
	go b.handOn()
	return b
}

// Event adds an event.
func (b *Buffer) Event(e Event) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.waiting.put(e)
	b.pending++
	b.changed.Broadcast()
}

// Flush waits until the sink has taken every event added so far.
func (b *Buffer) Flush() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for b.pending > 0 {
		b.changed.Wait()
	}
}

// Close waits until the sink has taken every event, and closes it.
func (b *Buffer) Close() error {
	b.mutex.Lock()
	b.closed = true
	b.changed.Broadcast()
	b.mutex.Unlock()
	<-b.done
	return errors.Join(b.sink.Close(), b.err, b.waiting.close())
}

// handOn passes the waiting events to the sink until the end.
func (b *Buffer) handOn() {
	defer close(b.done)
	for {
		events := b.next()
		if len(events) == 0 {
			return
		}
		for _, e := range events {
			b.sink.Event(e)
		}
		b.mutex.Lock()
		b.pending -= len(events)
		b.changed.Broadcast()
		b.mutex.Unlock()
	}
}

// next waits for events and returns some of them. It returns none at the end.
func (b *Buffer) next() (events []Event) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for len(events) == 0 {
		for b.pending == 0 && !b.closed {
			b.changed.Wait()
		}
		if b.pending == 0 {
			return nil
		}
		var lost int
		var err error
		if events, lost, err = b.waiting.take(); err != nil {
			b.err = err
			b.pending -= lost
		}
	}
	return events
}

// Tee gives every event to several sinks.
type Tee []Sink

// Event passes an event on.
func (t Tee) Event(e Event) {
	for _, sink := range t {
		sink.Event(e)
	}
}

// Close closes all of them and joins their errors.
func (t Tee) Close() error {
	var errs []error
	for _, sink := range t {
		errs = append(errs, sink.Close())
	}
	return errors.Join(errs...)
}
