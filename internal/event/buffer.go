package event

import (
	"errors"
	"sync"
)

// inMemory is how many events wait in memory for a slow sink. The largest, with all excerpts, take some 100 KiB.
const inMemory = 64

// Buffer hands events on to a sink that may be slow, in a goroutine of its own: whoever emits them never waits. The first
// events that the sink has not taken yet wait in memory, the others, encoded, in a temporary file. So nothing is lost or
// comes in another order, and memory stays bounded; only when the file cannot be written it grows.
type Buffer struct {
	sink Sink
	done chan struct{} // closed when the sink has taken everything, after close

	mutex   sync.Mutex
	changed sync.Cond // something waits, or was taken, or the end is known
	// What waits, in this order.
	first  []Event
	spill  spill
	behind []Event // when the spill fails
	// pending counts all that the sink has not taken; closed tells that nothing more comes.
	pending int
	closed  bool
	err     error // of the spill
}

// NewBuffer returns a Buffer, which must be closed. Closing it closes the sink.
func NewBuffer(sink Sink) *Buffer {
	b := &Buffer{sink: sink, done: make(chan struct{})}
	b.changed.L = &b.mutex
	go b.handOn()
	return b
}

// Event takes an event in.
func (b *Buffer) Event(e Event) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	switch {
	case len(b.behind) == 0 && b.spill.count == 0 && len(b.first) < inMemory:
		b.first = append(b.first, e)
	case len(b.behind) == 0 && b.spill.put(e) == nil:
	default:
		b.behind = append(b.behind, e)
	}
	b.pending++
	b.changed.Broadcast()
}

// Flush waits until the sink has taken every event that came before.
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
	return errors.Join(b.sink.Close(), b.err, b.spill.close())
}

// handOn gives the sink what waits until the end.
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

// next takes some of what waits, and waits for it. It gives nothing when nothing more comes.
func (b *Buffer) next() (events []Event) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for len(events) == 0 {
		for b.pending == 0 && !b.closed {
			b.changed.Wait()
		}
		switch {
		case b.pending == 0:
			return nil
		case len(b.first) > 0:
			events, b.first = b.first, nil
		case b.spill.count > 0:
			e, err := b.spill.take()
			if err == nil {
				return []Event{e}
			}
			b.err = err
			b.pending -= b.spill.forget()
		default:
			events, b.behind = b.behind, nil
		}
	}
	return events
}

// Tee gives every event to several sinks.
type Tee []Sink

// Event hands an event on.
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
