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

// Serve does the jobs that the parent tells of until it says no more; those that are not done then are cancelled.
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
	problems map[string]*problem.Problem // by folder
	told     event.Usage
}

// take begins what a line asks for. What is wrong with a job is the end of that job.
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
	_ = s.end(id, j, result, failed) // a parent that is gone asks for nothing more
}

// end says what came of a job. The mutex is held.
func (s *server) end(id int64, j job.Job, result job.Result, failed error) error {
	var (
		end Reply
		err error
	)
	if result == nil {
		end.Result = json.RawMessage("{}") // of a job that was not begun
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
	// toldTime is how long an event may wait for others: telling costs more than most of them, on every machine that it passes.
	toldTime = 100 * time.Millisecond
	// toldSize is from which size on, in bytes, those that wait are told at once.
	toldSize = 64 << 10
)

// teller tells the events of a job, some at a time.
type teller struct {
	write func(events []json.RawMessage) error

	mu     sync.Mutex
	events []json.RawMessage // that wait
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

// flush tells what waits. The error is the first of all.
func (t *teller) flush() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.tellAll()
	return t.unsaid
}

// tellAll is flush where the mutex is held.
func (t *teller) tellAll() {
	if len(t.events) > 0 {
		t.unsaid = cmp.Or(t.unsaid, t.write(t.events))
		t.events, t.size = nil, 0
	}
}
