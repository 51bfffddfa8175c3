package elsewhere

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"grundy/internal/disk"
	"grundy/internal/environment"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/problem"
	"grundy/internal/sandbox"
	"grundy/internal/sandbox/backend"
	"grundy/internal/workspace"
)

// settings are what the child takes over of the parent's configuration.
type settings struct {
	Sandbox  backend.Wish
	Required sandbox.Tier
	Jobs     int
}

// Serve does the jobs that come on standard input, if this process is a child. It tells whether it is one.
func Serve() (is bool, err error) {
	variables := environment.Variables(os.Environ())
	if variables.Get(Variable) != "serve" {
		return false, nil
	}
	var s settings
	if err := json.Unmarshal([]byte(os.Args[1]), &s); err != nil {
		return true, err
	}
	w, err := workspace.Open(workspace.Config{
		Environment: variables, Sandbox: s.Sandbox, Required: s.Required, Jobs: s.Jobs, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return true, err
	}
	defer w.Close()
	client, err := w.Executor(context.Background())
	if err != nil {
		return true, err
	}
	packages, err := w.Scratch()
	if err != nil {
		return true, err
	}
	c := &child{
		executor: client.Executor, blobs: variables.Get(blobsVariable), dir: filepath.Join(packages, "packages"),
		replies: lines{out: os.Stdout}, running: map[int64]context.CancelFunc{}, problems: map[string]*problem.Problem{},
	}
	err = each(os.Stdin, c.take)
	c.mu.Lock()
	for _, cancel := range c.running {
		cancel()
	}
	c.mu.Unlock()
	c.wait.Wait()
	return true, err
}

// child does jobs.
type child struct {
	executor   job.Executor
	blobs, dir string
	replies    lines
	wait       sync.WaitGroup

	mu       sync.Mutex
	running  map[int64]context.CancelFunc
	problems map[string]*problem.Problem // by digest
}

func (c *child) take(r request) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r.Cancel {
		if cancel := c.running[r.ID]; cancel != nil {
			cancel()
		}
		return nil
	}
	order, err := job.DecodeOrder(r.Order)
	if err != nil {
		return err
	}
	p, err := c.problem(order.Package)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	for _, n := range order.Turn {
		ctx = job.InTurn(ctx, n)
	}
	c.running[r.ID] = cancel
	if r.Prepare {
		c.executor.Prepare(ctx, p, order.Job)
		return nil
	}
	c.wait.Go(func() {
		defer cancel()
		c.do(ctx, r.ID, p, order.Job)
	})
	return nil
}

func (c *child) do(ctx context.Context, id int64, p *problem.Problem, j job.Job) {
	result, failed := c.executor.Do(ctx, p, j, func(e event.Event) {
		if line, err := encodeEvent(e); err == nil {
			_ = c.replies.write(reply{ID: id, Event: line})
		} else {
			fmt.Fprintln(os.Stderr, err)
		}
	})
	end := reply{ID: id}
	var err error
	if end.Result, err = job.EncodeResult(result); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if end.Error, err = job.EncodeError(failed); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	_ = c.replies.write(end)
}

// problem unpacks a package once.
func (c *child) problem(digest string) (*problem.Problem, error) {
	if p := c.problems[digest]; p != nil {
		return p, nil
	}
	text, err := os.ReadFile(filepath.Join(c.blobs, digest))
	if err != nil {
		return nil, err
	}
	var packed job.Package
	if err := json.Unmarshal(text, &packed); err != nil {
		return nil, err
	}
	p, err := packed.Unpack(filepath.Join(c.dir, digest), func(digest, path string) error {
		return disk.Copy(filepath.Join(c.blobs, digest), path, os.O_EXCL, 0o644)
	})
	if err != nil {
		return nil, err
	}
	c.problems[digest] = p
	return p, nil
}
