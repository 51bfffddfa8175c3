package child

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// Serve does the parent's jobs until its requests end; it cancels jobs that are unfinished then.
func Serve(in io.Reader, out io.Writer, executor job.Executor) error {
	s := &server{
		executor: executor, answers: lines{out: out}, running: map[int64]context.CancelFunc{}, problems: map[string]*problem.Problem{},
	}
	if err := s.answers.write(answer{Slots: executor.Slots()}); err != nil {
		return err
	}
	err := each(in, s.take)
	s.mu.Lock()
	for _, cancel := range s.running {
		cancel()
	}
	s.mu.Unlock()
	s.wait.Wait()
	return err
}

// server does jobs.
type server struct {
	executor job.Executor
	answers  lines
	wait     sync.WaitGroup

	mu       sync.Mutex
	running  map[int64]context.CancelFunc
	problems map[string]*problem.Problem // by directory
	told     event.Usage
}

// take starts what a line requests. A faulty job ends with an error of its own.
func (s *server) take(r request, _ *bufio.Reader) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.Cancel {
		if cancel := s.running[r.ID]; cancel != nil {
			cancel()
			delete(s.running, r.ID)
		}
		return nil
	}
	order, err := job.DecodeOrder(r.Task.Order)
	var p *problem.Problem
	if err == nil {
		p, err = s.problem(r.Task.Dir)
	}
	if err != nil {
		return s.end(r.ID, order.Job, nil, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	for _, n := range order.Turn {
		ctx = job.WithPriority(ctx, n)
	}
	s.running[r.ID] = cancel
	if r.Prepare {
		s.executor.Prepare(ctx, p, order.Job)
		return nil
	}
	s.wait.Go(func() {
		defer cancel()
		s.do(ctx, r.ID, p, order.Job)
	})
	return nil
}

func (s *server) do(ctx context.Context, id int64, p *problem.Problem, j job.Job) {
	told := teller{write: func(events []json.RawMessage) error {
		return s.answers.write(answer{ID: id, Events: len(events)}, events...)
	}}
	result, failed := s.executor.Do(ctx, p, j, told.tell)
	if unsaid := told.flush(); failed == nil {
		failed = unsaid
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.running, id)
	_ = s.end(id, j, result, failed) // a parent that is gone sends no more requests
}

// end reports the end of a job. The caller holds the mutex.
func (s *server) end(id int64, j job.Job, result job.Result, failed error) error {
	var (
		end Reply
		err error
	)
	if result == nil {
		end.Result = json.RawMessage("{}") // for a job that never began
	} else if end.Result, err = job.EncodeResult(result); err != nil {
		return fmt.Errorf("tell what came of a %T: %w", j, err)
	}
	if end.Error, err = job.EncodeError(failed); err != nil {
		return fmt.Errorf("tell why a %T failed: %w", j, err)
	}
	used := s.executor.Usage()
	end.Used, s.told = used.Since(s.told), used
	return s.answers.write(answer{ID: id, End: &end})
}

// problem opens a package once.
func (s *server) problem(dir string) (*problem.Problem, error) {
	if p := s.problems[dir]; p != nil {
		return p, nil
	}
	p, err := job.Open(dir)
	if err != nil {
		return nil, err
	}
	s.problems[dir] = p
	return p, nil
}

const (
	// toldTime bounds how long an event waits for others: on every machine that it passes, sending costs more than
	// most events.
	toldTime = 100 * time.Millisecond
	// toldSize is the size in bytes from which waiting events are sent at once.
	toldSize = 64 << 10
)

// teller sends the events of a job in batches.
type teller struct {
	write func(events []json.RawMessage) error

	mu     sync.Mutex
	events []json.RawMessage // waiting
	size   int
	unsaid error
}

func (t *teller) tell(e event.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	line, err := event.Line(e)
	if err != nil {
		t.unsaid = cmp.Or(t.unsaid, err)
		return
	}
	t.events, t.size = append(t.events, line), t.size+len(line)
	switch {
	case t.size >= toldSize:
		t.tellAll()
	case len(t.events) == 1:
		time.AfterFunc(toldTime, func() { _ = t.flush() })
	}
}

// flush sends the waiting events. It returns the first error of all sends.
func (t *teller) flush() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.tellAll()
	return t.unsaid
}

// tellAll is flush for a caller that holds the mutex.
func (t *teller) tellAll() {
	if len(t.events) > 0 {
		t.unsaid = cmp.Or(t.unsaid, t.write(t.events))
		t.events, t.size = nil, 0
	}
}
