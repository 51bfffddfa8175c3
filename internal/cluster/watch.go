package cluster

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"grundy/internal/cluster/bus"
)

// glanceTime is how long a watch reuses its last view, however often it is asked.
const glanceTime = time.Second

// listTime is how long it reuses the list of jobs that were given up while their number stays the same: each of them
// costs a request.
const listTime = 10 * time.Second

// Watch returns the status of a hub on demand. It connects at the first call, and again later if no hub answers. Its
// methods may be called concurrently, except Close.
type Watch struct {
	ways []bus.Access
	log  *slog.Logger

	mu     sync.Mutex
	bus    *bus.Bus  // nil until the hub was reached
	at     time.Time // when it last looked
	listed time.Time // when it last listed those that were given up
	seen   View
	err    error
}

// View is what a watch sees.
type View struct {
	Overview
	// GivenUp are the jobs that were given up, the oldest first. Only the owner sees them.
	GivenUp []Dead
	// IsOwner reports whether the watch uses the owner's invitation.
	IsOwner bool
}

// NewWatch watches a hub through the first of several invitations that the hub accepts. The caller must close it.
func NewWatch(log *slog.Logger, ways ...bus.Access) *Watch { return &Watch{ways: ways, log: log} }

// Look returns the status of the hub, now or a moment ago.
func (w *Watch) Look(ctx context.Context) (View, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.at) < glanceTime {
		return w.seen, w.err
	}
	w.seen, w.err = w.look(context.WithoutCancel(ctx)) // other callers want it, too
	w.at = time.Now()
	return w.seen, w.err
}

func (w *Watch) look(ctx context.Context) (v View, err error) {
	for i := 0; w.bus == nil; i++ {
		if w.bus, err = bus.Connect(ctx, w.ways[i], "grundy serve", w.log); err != nil && i == len(w.ways)-1 {
			return v, err
		}
	}
	if v.Overview, err = Look(ctx, w.bus); err != nil {
		return v, err
	}
	if v.IsOwner = w.bus.Role() == bus.Owner; !v.IsOwner || v.Dead() == 0 {
		return v, nil
	}
	if v.GivenUp = w.seen.GivenUp; v.Dead() == len(v.GivenUp) && time.Since(w.listed) < listTime {
		return v, nil
	}
	v.GivenUp, err = DeadLetters(ctx, w.bus)
	w.listed = time.Now()
	return v, err
}

// Close ends the connection.
func (w *Watch) Close() {
	if w.bus != nil {
		w.bus.Close()
	}
}
