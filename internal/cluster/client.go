package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"weak"

	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/cluster/bus"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

const (
	// askTime is how often the client asks for a result that it has not been notified of.
	askTime = 10 * time.Second
	// endTime is how long a worker may take to report the partial result of a cancelled job.
	endTime = 3 * time.Second
	// maxSends is how often the client resends a package that workers do not find.
	maxSends = 3
	// maxForged is how often a job with an unreadable result is submitted under another name.
	maxForged = 3
	// maxSlots bounds how many jobs a command has at the hub.
	maxSlots = 512
)

// ClientConfig is what a client needs of this machine.
type ClientConfig struct {
	Digests job.Digests
	// Version is the version of grundy. Results of other versions do not count.
	Version string
	// Epoch distinguishes repeated jobs from earlier ones; "" for the first time.
	Epoch string
	// Bulk runs the jobs when there is no other work.
	Bulk bool
	// Class is the class of machines whose times count; "" for the class with the most slots.
	Class string
	Log   *slog.Logger
}

// Client is a job.Executor that lets the workers of a hub do jobs.
type Client struct {
	ClientConfig
	bus     *bus.Bus
	workers int
	slots   int

	places  chan struct{} // for jobs that may be at the hub at once; nil for any number
	mu      sync.Mutex
	roster  recentWorkers
	sent    map[weak.Pointer[problem.Problem]]*storedPackage // of problems that are in use
	waiting map[*request]bool
	asked   map[string]int // how often each job was requested
	used    event.Usage
}

// storedPackage is a package as the hub has it.
type storedPackage struct {
	mu     sync.Mutex // held while it is sent
	name   string
	packed *job.Package
	places map[string]string
	proof  string
	sends  int
}

// Connect connects to a hub. The caller must close the client.
func Connect(ctx context.Context, a bus.Access, p ClientConfig) (*Client, error) {
	b, err := bus.Connect(ctx, a, "grundy", p.Log)
	if err != nil {
		return nil, err
	}
	c := &Client{ClientConfig: p, bus: b, sent: map[weak.Pointer[problem.Problem]]*storedPackage{}, waiting: map[*request]bool{}, asked: map[string]int{}}
	there, err := c.present(ctx, true)
	if err != nil {
		b.Close()
		return nil, err
	}
	if err := checkClass(p.Class, there.workers); err != nil {
		b.Close()
		return nil, err
	}
	for _, w := range there.workers {
		if p.Class == "" || w.Class == p.Class {
			c.slots += w.Slots
		}
	}
	switch {
	case c.slots > 0:
	case there.mixed:
		p.Log.Warn(fmt.Sprintf("the hub has no worker for version %d of the protocol; jobs wait for one", b.ProtocolVersion()), "remedy", "update grundy where workers run")
	default:
		p.Log.Warn("the hub has no worker; jobs wait for one", "remedy", "start one: grundy worker --join FILE")
	}
	if most := b.Quota().Jobs; most > 0 {
		c.places = make(chan struct{}, most)
	}
	c.workers, c.slots = max(len(there.workers), 1), min(max(c.slots, 1), maxSlots)
	b.WhenBack(c.askAgain)
	return c, nil
}

// Workers returns the workers that announced themselves recently, by name.
func Workers(ctx context.Context, b *bus.Bus) ([]Announcement, error) {
	records, err := b.Workers(ctx)
	if err != nil {
		return nil, err
	}
	var workers []Announcement
	for _, text := range records {
		var w Announcement
		if json.Unmarshal(text, &w) == nil && w.Slots > 0 {
			workers = append(workers, w)
		}
	}
	slices.SortFunc(workers, func(a, b Announcement) int { return strings.Compare(a.Name+a.Instance, b.Name+b.Instance) })
	return workers, nil
}

// Close ends the connection. Unfinished jobs continue at the hub.
func (c *Client) Close() { c.bus.Close() }

// Slots returns how many programs the workers that were there at the start run at a time.
func (c *Client) Slots() int { return c.slots }

// Usage returns the resources used by jobs that were done for this client.
func (c *Client) Usage() event.Usage {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.used
}

// Prepare does nothing: a worker prepares the next job while it does one.
func (c *Client) Prepare(context.Context, *problem.Problem, job.Job) {}

// askAgain makes all waiting requests look for their results, because messages while the hub was away are lost.
func (c *Client) askAgain() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for r := range c.waiting {
		r.ask()
	}
}

// Do lets a worker do a job. When ctx ends, it cancels the job at the hub.
func (c *Client) Do(ctx context.Context, p *problem.Problem, j job.Job, emit func(event.Event)) (job.Result, error) {
	return c.doIn(ctx, c.Class, p, j, emit)
}

// doIn lets a worker of a class do a timed job; "" means any class.
func (c *Client) doIn(ctx context.Context, class string, p *problem.Problem, j job.Job, emit func(event.Event)) (job.Result, error) {
	if wide, ok := j.(job.Search); ok && wide.Count != 1 {
		return c.search(ctx, p, wide, emit)
	}
	result, err := c.do(ctx, class, p, j, emit)
	if ctx.Err() == nil {
		return result, err
	}
	if judgement, ok := j.(job.Judgement); ok {
		if done, ok := result.(event.Done); !ok || !done.Interrupted {
			return event.Done{Problem: p.ID, Submission: judgement.Name, Verdict: verdict.None, Interrupted: true}, nil
		}
		return result, nil
	}
	return result, context.Cause(ctx)
}

func (c *Client) do(ctx context.Context, class string, p *problem.Problem, j job.Job, emit func(event.Event)) (job.Result, error) {
	if c.bus.ProtocolVersion() < knownFrom(j) {
		return nil, hint.Errorf("update the hub, or leave --on out", "the hub is of a release that does not know jobs of the kind %s", job.Kind(j))
	}
	sent, err := c.send(ctx, p, "")
	if err != nil {
		return nil, err
	}
	order := job.Order{Package: sent.name, Turn: job.Priority(ctx), Job: j}
	text, err := order.Encode()
	if err != nil {
		return nil, err
	}
	packed, err := pack(queuedJob{p.ID, text, sent.proof})
	if err != nil {
		return nil, err
	}
	epoch, err := c.epoch(order)
	if err != nil {
		return nil, err
	}
	for forged := 0; ; epoch += "+" {
		r := &request{client: c, problem: p, wanted: order, epoch: epoch, order: packed, listener: newListener(p, emit)}
		if isTimed(j) {
			r.class = class
		}
		result, err := r.wait(ctx)
		defer r.listener.close()
		if forged++; errors.Is(err, errUnreadable) && forged <= maxForged {
			continue
		}
		if err != nil {
			return nil, err
		}
		if !result.Final && !r.submitted && ctx.Err() == nil {
			continue // an earlier try failed through the judge's fault, or lacked something
		}
		if result, err = r.confirmed(ctx, result); err != nil {
			return nil, err
		}
		return c.taken(r, result, j)
	}
}

// knownFrom is the version of the protocol from which on workers know a job.
func knownFrom(j job.Job) int {
	const runs = 3 // of programs that nothing judges, and on cases that a job brings along
	switch j := j.(type) {
	case job.Building, job.Generation, job.Execution, job.Exploration:
		return runs
	case job.Validation:
		if j.Made != nil {
			return runs
		}
	}
	return 0
}

// epoch distinguishes a job from earlier ones of this client: a client that asks for the same job twice wants it done
// twice.
func (c *Client) epoch(order job.Order) (string, error) {
	name, err := nameOf(order, 0, "", "", "")
	if err != nil {
		return "", err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked[name]++
	return c.Epoch + " " + strconv.Itoa(c.asked[name]), nil
}

// taken returns the result in a record.
func (c *Client) taken(r *request, result record, j job.Job) (job.Result, error) {
	if err := r.listener.rest(result); err != nil {
		return nil, err
	}
	if r.submitted {
		c.mu.Lock()
		c.used = c.used.Plus(result.Reply.Used)
		c.mu.Unlock()
	}
	value, err := job.DecodeResult(j, result.Reply.Result)
	if err != nil {
		return nil, err
	}
	failed, err := job.DecodeError(result.Reply.Error)
	if done, ok := value.(event.Done); ok {
		value = result.Maker.sign(done)
	}
	return value, errors.Join(failed, err)
}

// send sends the package of a problem to the hub, unless the hub has it. missing says why to send it although the hub
// had it.
func (c *Client) send(ctx context.Context, p *problem.Problem, missing string) (*storedPackage, error) {
	c.mu.Lock()
	key := weak.Make(p)
	sent := c.sent[key]
	if sent == nil {
		sent = &storedPackage{}
		c.sent[key] = sent
		runtime.AddCleanup(p, c.forget, key)
	}
	c.mu.Unlock()
	sent.mu.Lock()
	defer sent.mu.Unlock()
	if sent.name != "" && missing == "" {
		return sent, nil
	}
	if sent.packed == nil {
		var err error
		if sent.packed, sent.places, err = job.Pack(p, c.Digests); err != nil {
			return nil, err
		}
	}
	name, err := sent.packed.Digest()
	if err != nil {
		return nil, err
	}
	if sent.proof, err = sent.packed.Proof(c.bus.Name()); err != nil {
		return nil, err
	}
	there := false
	if missing == "" {
		if there, err = c.bus.HasBlob(ctx, name); err != nil {
			return nil, err
		}
	}
	if !there {
		if sent.sends++; sent.sends > maxSends {
			return nil, hint.Errorf("check whether its files change in the meantime, and what the workers log",
				"the workers cannot open the package %q, which was sent %d times: %s", p.ID, maxSends, missing)
		}
		content, to := io.Pipe()
		go func() { to.CloseWithError(send(to, sent.packed, sent.places)) }()
		if err := c.bus.PutBlob(ctx, name, content); err != nil {
			content.CloseWithError(err)
			return nil, fmt.Errorf("send the package %q: %w", p.ID, err)
		}
	}
	sent.name = name
	return sent, nil
}

// forget drops what is known of a package whose problem is gone: one command may have millions of them.
func (c *Client) forget(problem weak.Pointer[problem.Problem]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.sent, problem)
}

// request is a job that the client waits for.
type request struct {
	client    *Client
	problem   *problem.Problem
	wanted    job.Order
	epoch     string
	order     []byte // the job, packed
	id        string
	class     string      // the required class; "" if any class will do or times do not matter
	second    *workerInfo // the worker whose result this request is to confirm
	lane      bus.Lane    // "" until it is submitted
	queue     string      // that it was submitted to
	submitted bool
	lacks     []missingLanguage // of workers that cannot do it
	listener  *listener
	asked     chan struct{} // there may be a result to look for
}

// ask makes the request look for the result.
func (r *request) ask() {
	select {
	case r.asked <- struct{}{}:
	default:
	}
}

// wait waits for the result. It submits the job unless the result exists, and again whenever the job seems to be lost.
func (r *request) wait(ctx context.Context) (record, error) {
	c := r.client
	if c.places != nil {
		select {
		case c.places <- struct{}{}:
			defer func() { <-c.places }()
		case <-ctx.Done():
			return record{}, context.Cause(ctx)
		}
	}
	var err error
	if r.id, err = r.name(); err != nil {
		return record{}, err
	}
	r.asked = make(chan struct{}, 1)
	cancelled, settled := make(chan record, 1), make(chan record, 1)
	missing := make(chan string, 1)
	lacking := make(chan progress, 1)
	stop, err := c.bus.Follow(r.id, func(message []byte) {
		var t progress
		switch {
		case json.Unmarshal(message, &t) != nil:
		case t.Events != nil:
			r.listener.hear(t)
		case t.Settled && t.Result != nil:
			if result, err := readRecord(t.Result); err == nil {
				trySend(settled, result)
			} else {
				r.ask()
			}
		case t.Settled:
			r.ask()
		case t.Missing != "":
			trySend(missing, t.Missing)
		case t.Lack != nil:
			trySend(lacking, t)
		case t.Cancelled != nil:
			trySend(cancelled, record{Maker: t.Maker, Attempt: t.Attempt, Reply: *t.Cancelled})
		}
	})
	if err != nil {
		return record{}, err
	}
	defer stop()
	c.mu.Lock()
	c.waiting[r] = true
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.waiting, r)
	}()
	for {
		result, found, err := r.look(ctx)
		if err != nil && !errors.Is(err, bus.ErrAway) && ctx.Err() == nil {
			return record{}, err
		}
		if found {
			return result, nil
		}
		select {
		case result := <-settled:
			return result, nil
		case <-r.asked:
		case <-time.After(askTime):
		case reason := <-missing:
			if _, err := c.send(ctx, r.problem, reason); err != nil {
				return record{}, err
			}
		case t := <-lacking:
			if result, isMissing, err := r.readdress(ctx, t); err != nil || isMissing {
				return result, err
			}
		case <-ctx.Done():
			return r.cancel(ctx, cancelled)
		}
	}
}

func trySend[T any](to chan T, value T) {
	select {
	case to <- value:
	default:
	}
}

// look looks for the result, and submits the job if there is none.
func (r *request) look(ctx context.Context) (result record, found bool, err error) {
	// Ask for the lane at the same time, because usually there is no result when a job is submitted.
	counting, lane := sync.WaitGroup{}, r.lane
	var uncounted error
	if lane == "" {
		counting.Go(func() { lane, uncounted = r.client.lane(ctx, r.wanted.Job) })
	}
	text, found, err := r.client.bus.Result(ctx, r.id)
	counting.Wait()
	if err != nil {
		return result, false, err
	}
	if found {
		result, err = readRecord(text)
		return result, err == nil, err
	}
	if r.lane = lane; uncounted != nil {
		return result, false, uncounted
	}
	there, err := r.client.present(ctx, false)
	if err != nil {
		return result, false, err
	}
	if !served(r.queue, there.workers) {
		r.queue, _ = r.address(there)
	}
	if err := r.client.bus.Submit(ctx, r.queue, r.lane, r.id, r.order); err != nil {
		return result, false, err
	}
	r.submitted = true
	return result, false, nil
}

// lane returns the lane of a job that is submitted now.
func (c *Client) lane(ctx context.Context, j job.Job) (bus.Lane, error) {
	if c.Bulk {
		return BulkLane(j), nil
	}
	// A user with many jobs need not have them counted, which takes longer the more there are.
	c.mu.Lock()
	own := len(c.waiting) - 1
	c.mu.Unlock()
	if lane := Lane(own); lane == bus.Third {
		return lane, nil
	}
	pending, err := c.bus.Pending(ctx)
	return Lane(pending), err
}

// cancel announces that no client waits any more, and returns the partial result if it arrives soon.
func (r *request) cancel(ctx context.Context, cancelled chan record) (record, error) {
	if err := r.client.bus.Cancel(context.WithoutCancel(ctx), r.id); err != nil {
		return record{}, context.Cause(ctx)
	}
	select {
	case reached := <-cancelled:
		return reached, nil
	case <-time.After(endTime):
		return record{}, context.Cause(ctx)
	}
}
