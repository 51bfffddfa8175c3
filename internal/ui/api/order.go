package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"grundy/internal/author/scaffold"
	"grundy/internal/base/hint"
)

// The bounds of what a server keeps for all clients, in bytes: of orders that have not ended, and of those that have. Each
// client has an equal share.
const (
	maxUnfinished = 64 << 20
	maxKept       = 64 << 20
	// maxRows bounds the rows of an order, and orderSize is what an order takes besides.
	maxRows   = 16 << 20
	orderSize = 1 << 10
)

// state is how far an order is.
type state string

const (
	queued    state = "queued"
	running   state = "running"
	done      state = "done"
	failed    state = "failed"
	cancelled state = "cancelled"
)

func (s state) ended() bool { return s == done || s == failed || s == cancelled }

// order is work whose client need not wait for it. It takes a place of its client as a request does.
type order struct {
	id      string
	client  *client
	created time.Time
	// asked is what a wire wants to know of the request once it has ended.
	asked []byte
	// awaited reports that the client waits for the end, so the journal does not name the order.
	awaited bool
	work    func(context.Context) error
	size    int

	// The lock of the server guards these.
	state    state
	cancel   context.CancelFunc // of a running one
	rows     [][]byte
	rowsSize int
	fault    error // of a failed one
	finished time.Time
	changed  chan struct{} // closed at the next change
}

// newOrder makes an order that takes size bytes until it ends. Work adds its rows with add.
func (s *Server) newOrder(c *client, asked []byte, size int, work func(ctx context.Context, add func(row []byte) error) error) *order {
	o := &order{
		id: scaffold.NewUUID(), client: c, created: time.Now(), asked: asked, size: size + orderSize,
		state: queued, changed: make(chan struct{}),
	}
	o.work = func(ctx context.Context) error {
		return work(ctx, func(row []byte) error { return s.addRow(o, row) })
	}
	return o
}

// errUnnoted is the failure of the journal.
type errUnnoted struct{ error }

// post accepts all orders of a client, or none.
func (s *Server) post(c *client, orders ...*order) error {
	noted, err := s.accept(c, orders)
	if err == nil {
		err = s.Journal.sync(noted)
	} else if !errors.As(err, &errUnnoted{}) {
		return err
	}
	if err != nil {
		for _, o := range orders {
			s.stop(o)
		}
		return errUnnoted{err}
	}
	return nil
}

// refusePost says why orders were not accepted.
func refusePost(w http.ResponseWriter, err error) {
	if unnoted := (errUnnoted{}); errors.As(err, &unnoted) {
		refuse(w, http.StatusServiceUnavailable, err)
		return
	}
	refuseNow(w, err)
}

// accept lets orders wait, and returns the number of the last one's entry in the journal.
func (s *Server) accept(c *client, orders []*order) (noted uint64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	size := 0
	for _, o := range orders {
		size += o.size
	}
	if size > 0 && c.unfinished > 0 && c.unfinished+size > maxUnfinished/len(s.clients) {
		s.refused++
		return 0, hint.Errorf("try again later", "%d jobs are waiting", len(c.waiting))
	}
	c.unfinished += size
	for _, o := range orders {
		c.orders[o.id] = o
		if !o.awaited && err == nil {
			noted, err = s.Journal.add(entry{o.id, c.Name, o.created, o.asked != nil, queued})
		}
	}
	c.waiting = append(c.waiting, orders...)
	if err != nil {
		return 0, errUnnoted{err}
	}
	s.startOrders()
	return noted, nil
}

// restore takes over the jobs of a server that has ended: their rows are gone.
func (s *Server) restore() {
	clients := map[string]*client{}
	for _, c := range s.clients {
		clients[c.Name] = c
	}
	for _, e := range s.Journal.entries() {
		c := clients[e.Client]
		if c == nil {
			s.note(entry{ID: e.ID})
			continue
		}
		o := &order{id: e.ID, client: c, created: e.Created, awaited: true, changed: make(chan struct{})}
		if e.Judge0 {
			o.asked = []byte("{}")
		}
		c.orders[o.id] = o
		fault := hint.Errorf("post it again", "the service ended before the job did")
		if e.State.ended() {
			fault = hint.Errorf("post it again", "the service ended after the job was %s, and its rows are gone", e.State)
		}
		s.end(o, failed, fault)
		o.awaited = false
	}
}

// note notes in the journal how far an order is.
func (s *Server) note(e entry) {
	if _, err := s.Journal.add(e); err != nil {
		s.Log.Warn("the journal of the jobs cannot be written", "reason", err)
	}
}

// startOrders starts orders while there are places: next is the client with the fewest requests under way. The caller
// holds the lock.
func (s *Server) startOrders() {
	for s.running < maxRequests && s.lifetime.Err() == nil {
		var next *client
		for _, c := range s.clients {
			if len(c.waiting) > 0 && c.running < c.Requests && (next == nil || c.running < next.running) {
				next = c
			}
		}
		if next == nil {
			return
		}
		o := next.waiting[0]
		next.waiting = next.waiting[1:]
		leave := s.takePlace(next)
		ctx, cancel := context.WithCancel(s.lifetime)
		o.state, o.cancel = running, cancel
		o.tell()
		s.serving.Go(func() {
			defer cancel()
			err := o.work(ctx)
			s.mu.Lock()
			defer s.mu.Unlock()
			switch {
			case ctx.Err() != nil:
				s.end(o, cancelled, nil)
			case err != nil:
				s.end(o, failed, err)
			default:
				s.end(o, done, nil)
			}
			leave()
		})
	}
}

// end notes that an order has ended, and forgets the oldest ones beyond the bound. The caller holds the lock.
func (s *Server) end(o *order, how state, fault error) {
	c := o.client
	o.state, o.fault, o.finished = how, fault, time.Now()
	o.work, o.cancel = nil, nil
	c.unfinished -= o.size
	o.size = len(o.asked) + o.rowsSize + orderSize
	c.kept += o.size
	c.ended = append(c.ended, o)
	if !o.awaited && s.lifetime.Err() == nil {
		s.note(entry{ID: o.id, State: how})
	}
	for c.kept > maxKept/len(s.clients) && len(c.ended) > 1 {
		s.forget(c.ended[0])
	}
	o.tell()
}

// forget drops an order that has ended. The caller holds the lock.
func (s *Server) forget(o *order) {
	c := o.client
	delete(c.orders, o.id)
	if !o.awaited {
		s.note(entry{ID: o.id})
	}
	if i := slices.Index(c.ended, o); i >= 0 {
		c.ended = slices.Delete(c.ended, i, i+1)
		c.kept -= o.size
	}
}

// tell wakes those that watch an order. The caller holds the lock of the server.
func (o *order) tell() {
	close(o.changed)
	o.changed = make(chan struct{})
}

func (s *Server) addRow(o *order, row []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o.rowsSize += len(row); o.rowsSize > maxRows {
		o.rowsSize -= len(row)
		return hint.Errorf("ask for less detail or send fewer lines", "the rows have more than %d MiB", maxRows>>20)
	}
	o.rows = append(o.rows, row)
	o.tell()
	return nil
}

// stop cancels an order. One that has ended is forgotten.
func (s *Server) stop(o *order) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch i := slices.Index(o.client.waiting, o); {
	case o.state.ended():
		s.forget(o)
	case i >= 0:
		o.client.waiting = slices.Delete(o.client.waiting, i, i+1)
		s.end(o, cancelled, nil)
	default:
		o.cancel()
	}
}

// progress is how far an order was at a moment.
type progress struct {
	state    state
	rows     [][]byte // from the one that was asked for
	fault    error
	finished time.Time
	changed  <-chan struct{} // closed when there is more to know
}

// look returns how far an order is, with its rows from a number on.
func (s *Server) look(o *order, from int) progress {
	s.mu.Lock()
	defer s.mu.Unlock()
	return progress{o.state, slices.Clone(o.rows[min(from, len(o.rows)):]), o.fault, o.finished, o.changed}
}

// await waits for the end of an order. If the client goes away, it cancels the order.
func (s *Server) await(ctx context.Context, o *order) {
	for p := s.look(o, 0); !p.state.ended(); p = s.look(o, 0) {
		select {
		case <-p.changed:
		case <-ctx.Done():
			s.stop(o)
			return
		}
	}
}

// orderOf returns an order of a client; other clients' are not known to it.
func (s *Server) orderOf(c *client, id string) (*order, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o := c.orders[id]; o != nil {
		return o, nil
	}
	return nil, hint.Errorf(
		fmt.Sprintf("post it again: the service keeps what ended last, up to %d MiB", maxKept>>20),
		"there is no job %q", id)
}
