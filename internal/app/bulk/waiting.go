package bulk

import (
	"context"
	"slices"
	"sort"
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
	room     *sync.Cond // for put: there may be room
	work     *sync.Cond // for take: there may be one task more
	tasks    []*task    // by priority, then in the order of the lines
	size     int
	building map[fingerprint]bool
	closed   bool
}

func newWaiting(ctx context.Context) (w *waiting, stop func() bool) {
	w = &waiting{building: map[fingerprint]bool{}}
	w.room, w.work = sync.NewCond(&w.mu), sync.NewCond(&w.mu)
	return w, context.AfterFunc(ctx, w.close)
}

// put adds a task. It waits while much is there, unless w is closed.
func (w *waiting) put(t *task) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.tasks) > 0 && w.size+t.size > maxWaiting && !w.closed {
		w.room.Wait()
	}
	at := sort.Search(len(w.tasks), func(i int) bool { return w.tasks[i].line.Priority > t.line.Priority })
	w.tasks = slices.Insert(w.tasks, at, t)
	w.size += t.size
	w.work.Signal()
}

// take waits for a task and removes it; nil when w is closed and empty. The caller reports when its source is built.
func (w *waiting) take(ctx context.Context) *task {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		i := slices.IndexFunc(w.tasks, func(t *task) bool { return !w.building[t.built] })
		switch {
		case ctx.Err() != nil, w.closed && len(w.tasks) == 0:
			return nil
		case i >= 0:
			t := w.tasks[i]
			w.tasks = slices.Delete(w.tasks, i, i+1)
			w.size -= t.size
			w.building[t.built] = true
			w.room.Signal()
			if w.closed && len(w.tasks) == 0 {
				w.work.Broadcast() // to the others, which wait for nothing
			}
			return t
		}
		w.work.Wait()
	}
}

// built notes that the source of a task is built, or cannot be: the next task with it may be judged.
func (w *waiting) built(t *task) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.building, t.built)
	w.work.Signal()
}

// close notes that no more tasks come.
func (w *waiting) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	w.room.Broadcast()
	w.work.Broadcast()
}
