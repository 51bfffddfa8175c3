package cluster

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"grundy/internal/cluster/bus"
)

// glanceTime is for how long a watch goes by what it saw, however many look.
const glanceTime = time.Second

// listTime is for how long it goes by the list of jobs that were given up while their number stays: each of them is asked for.
const listTime = 10 * time.Second

// Watch looks how a hub stands whenever somebody asks. It connects then, and again later if nobody answers. Its methods may be called
// concurrently, but for Close.
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
	// IsOwner tells that it is the owner who looks.
	IsOwner bool
}

// NewWatch watches a hub that is reached in one of several ways, of which the first counts that is allowed. It must be closed.
func NewWatch(log *slog.Logger, ways ...bus.Access) *Watch { return &Watch{ways: ways, log: log} }

// Look is how the hub stands, or did a moment ago.
func (w *Watch) Look(ctx context.Context) (View, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.at) < glanceTime {
		return w.seen, w.err
	}
	w.seen, w.err = w.look(context.WithoutCancel(ctx)) // others want to know it, too
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
	v.GivenUp, err = Graveyard(ctx, w.bus)
	w.listed = time.Now()
	return v, err
}

// Close ends the connection.
func (w *Watch) Close() {
	if w.bus != nil {
		w.bus.Close()
	}
}
