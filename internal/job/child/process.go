package child

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
)

// ErrLost reports that the child ended before it reported the result of a job.
var ErrLost = errors.New("the process that judges ended")

// Process is a child that does jobs. Its methods may be called concurrently.
type Process struct {
	command  *exec.Cmd
	in       io.Closer
	requests lines
	slots    int
	said     chan struct{} // closed when slots is known
	gone     chan struct{} // closed when the child's output has ended

	mu    sync.Mutex
	last  int64
	asked map[int64]*question
}

// question is a job that the child does.
type question struct {
	show func(events []json.RawMessage)
	done chan Reply
}

// Start starts a child and takes over its standard input and output. The caller must close it.
func Start(command *exec.Cmd) (*Process, error) {
	p := &Process{command: command, said: make(chan struct{}), gone: make(chan struct{}), asked: map[int64]*question{}}
	in, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	p.in, p.requests.out = in, in
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(p.gone)
		if err := each(out, p.take); err != nil {
			_ = command.Process.Kill() // its output is malformed
		}
	}()
	select {
	case <-p.said:
		return p, nil
	case <-p.gone:
		return nil, fmt.Errorf("%w: %w", ErrLost, p.Close())
	}
}

// Slots is how many programs the child runs at a time.
func (p *Process) Slots() int { return p.slots }

// Gone is closed when the child has ended.
func (p *Process) Gone() <-chan struct{} { return p.gone }

// Close tells the child to cancel its jobs and waits for its end.
func (p *Process) Close() error {
	p.in.Close()
	<-p.gone
	return p.command.Wait()
}

// Kill ends the child at once. The caller must still close it.
func (p *Process) Kill() { _ = p.command.Process.Kill() }

// take passes an answer to the question that waits for it.
func (p *Process) take(a answer, following *bufio.Reader) error {
	if a.Slots > 0 {
		p.slots = a.Slots
		close(p.said)
		return nil
	}
	var events []json.RawMessage
	for range a.Events {
		line, err := following.ReadBytes('\n')
		if err != nil {
			return err
		}
		events = append(events, bytes.TrimSuffix(line, []byte{'\n'}))
	}
	p.mu.Lock()
	q := p.asked[a.ID]
	p.mu.Unlock()
	switch {
	case q == nil:
	case events != nil:
		q.show(events)
	case a.End != nil:
		q.done <- *a.End
	}
	return nil
}

// Prepare makes the child prepare a job until ctx ends.
func (p *Process) Prepare(ctx context.Context, t Task) {
	id := p.register(nil)
	if p.requests.write(request{ID: id, Prepare: true, Task: &t}) == nil {
		context.AfterFunc(ctx, func() { p.cancel(id) })
	}
}

// Do makes the child do a job, and shows its events in batches. When ctx ends, the job is cancelled and the reply has
// the partial result. The error wraps ErrLost if the child is gone.
func (p *Process) Do(ctx context.Context, t Task, show func(events []json.RawMessage)) (Reply, error) {
	q := &question{show: show, done: make(chan Reply, 1)}
	id := p.register(q)
	defer p.forget(id)
	if err := p.requests.write(request{ID: id, Task: &t}); err != nil {
		return Reply{}, fmt.Errorf("%w: %w", ErrLost, err)
	}
	defer context.AfterFunc(ctx, func() { p.cancel(id) })()
	select {
	case reply := <-q.done:
		return reply, nil
	case <-p.gone:
	}
	select {
	case reply := <-q.done: // its last answer
		return reply, nil
	default:
		return Reply{}, ErrLost
	}
}

func (p *Process) register(q *question) (id int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last++
	if q != nil {
		p.asked[p.last] = q
	}
	return p.last
}

func (p *Process) forget(id int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.asked, id)
}

func (p *Process) cancel(id int64) { _ = p.requests.write(request{ID: id, Cancel: true}) }
