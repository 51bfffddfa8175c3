package bulk

import (
	"context"
	"sync"

	"grundy/internal/judge/language"
)

// task is a line that is to be judged.
type task struct {
	line   *Line
	number uint64 // of the line in the input, from 1
	turn   uint64 // its place among the results, from 0
	source language.Source
	built  fingerprint // names the source
	key    fingerprint // names what the result depends on
	size   int
}

// maxWaiting bounds the bytes of the tasks that wait.
const maxWaiting = 16 << 20

// waiting holds tasks until they are judged: those with a smaller priority first, and of one source only one until it is
// built, so that it is compiled once.
type waiting struct {
	mu       sync.Mutex
	changed  *sync.Cond
	tasks    []*task // in the order of the lines
	size     int
	building map[fingerprint]bool
	closed   bool
}

func newWaiting(ctx context.Context) (w *waiting, stop func() bool) {
	w = &waiting{building: map[fingerprint]bool{}}
	w.changed = sync.NewCond(&w.mu)
	return w, context.AfterFunc(ctx, w.close)
}

// put adds a task. It waits while much is there, unless w is closed.
func (w *waiting) put(t *task) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.tasks) > 0 && w.size+t.size > maxWaiting && !w.closed {
		w.changed.Wait()
	}
	w.tasks = append(w.tasks, t)
	w.size += t.size
	w.changed.Broadcast()
}

// take waits for a task and removes it; nil when w is closed and empty. The caller reports when its source is built.
func (w *waiting) take(ctx context.Context) *task {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		best := -1
		for i, t := range w.tasks {
			if !w.building[t.built] && (best < 0 || t.line.Priority < w.tasks[best].line.Priority) {
				best = i
			}
		}
		switch {
		case ctx.Err() != nil, w.closed && len(w.tasks) == 0:
			return nil
		case best >= 0:
			t := w.tasks[best]
			w.tasks = append(w.tasks[:best], w.tasks[best+1:]...)
			w.size -= t.size
			w.building[t.built] = true
			w.changed.Broadcast()
			return t
		}
		w.changed.Wait()
	}
}

// built notes that the source of a task is built, or cannot be.
func (w *waiting) built(t *task) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.building, t.built)
	w.changed.Broadcast()
}

// close notes that no more tasks come.
func (w *waiting) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	w.changed.Broadcast()
}
