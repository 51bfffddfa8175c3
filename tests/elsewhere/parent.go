package elsewhere

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"

	"grundy/internal/base/fsutil"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/job/child"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// Variable chooses the executor of a command under test: this one if it is "child". In the child itself it is
// "serve".
const Variable = "GRUNDY_TEST_EXECUTOR"

// Configure makes a workspace do its jobs in a child process if the environment says so.
func Configure(config *workspace.Config) {
	if config.Environment.Get(Variable) != "child" {
		return
	}
	wished := *config
	config.Executor = func(_ context.Context, w *workspace.Workspace) (workspace.Executor, error) { return start(wished, w) }
}

// parent is an executor that uses a child.
type parent struct {
	*child.Process
	dir     string // of packages
	digests job.Digests

	mu     sync.Mutex
	packed map[*problem.Problem]string // their directories
	used   event.Usage
}

func start(config workspace.Config, w *workspace.Workspace) (*parent, error) {
	scratch, err := w.Scratch()
	if err != nil {
		return nil, err
	}
	p := &parent{dir: filepath.Join(scratch, "packages"), digests: w.Digests(), packed: map[*problem.Problem]string{}}
	if err := os.Mkdir(p.dir, 0o755); err != nil {
		return nil, err
	}
	own, err := os.Executable()
	if err != nil {
		return nil, err
	}
	flags, err := json.Marshal(settings{config.Sandbox, config.Required, config.Jobs})
	if err != nil {
		return nil, err
	}
	command := exec.Command(own)
	command.Args = []string{"grundy", string(flags)}
	command.Dir = p.dir
	command.Env = append([]string(config.Environment), Variable+"=serve")
	command.Stderr = os.Stderr
	p.Process, err = child.Start(command)
	return p, err
}

// Close ends the child.
func (p *parent) Close() { _ = p.Process.Close() }

// Usage is what programs took in the child.
func (p *parent) Usage() event.Usage {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.used
}

func (p *parent) task(ctx context.Context, pr *problem.Problem, j job.Job) (child.Task, error) {
	dir, err := p.pack(pr)
	if err != nil {
		return child.Task{}, err
	}
	order, err := job.Order{Package: filepath.Base(dir), Turn: job.Priority(ctx), Job: j}.Encode()
	return child.Task{Dir: dir, Order: order}, err
}

// Prepare makes the child prepare a job until ctx ends.
func (p *parent) Prepare(ctx context.Context, pr *problem.Problem, j job.Job) {
	if task, err := p.task(ctx, pr, j); err == nil {
		p.Process.Prepare(ctx, task)
	}
}

// Do makes the child do a job.
func (p *parent) Do(ctx context.Context, pr *problem.Problem, j job.Job, emit func(event.Event)) (job.Result, error) {
	task, err := p.task(ctx, pr, j)
	if err != nil {
		return nil, err
	}
	var broken error
	reply, err := p.Process.Do(ctx, task, func(lines []json.RawMessage) {
		for _, line := range lines {
			e, err := event.OfLine(line)
			if err != nil {
				broken = errors.Join(broken, err)
				return
			}
			emit(job.Localize(e, pr))
		}
	})
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	p.used = p.used.Plus(reply.Used)
	p.mu.Unlock()
	result, err := job.DecodeResult(j, reply.Result)
	if err != nil {
		return nil, err
	}
	failed, err := job.DecodeError(reply.Error)
	if failed != nil && ctx.Err() != nil {
		failed = context.Cause(ctx)
	}
	return result, errors.Join(failed, err, broken)
}

// pack lays a problem out for the child, in a directory named by its digest, and returns that directory.
func (p *parent) pack(pr *problem.Problem) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if dir, known := p.packed[pr]; known {
		return dir, nil
	}
	packed, places, err := job.Pack(pr, p.digests)
	if err != nil {
		return "", err
	}
	name, err := packed.Digest()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(p.dir, name)
	if _, err := os.Stat(dir); err != nil {
		err := packed.Unpack(dir, func(digest, path string) error { return fsutil.Copy(places[digest], path, os.O_EXCL, 0o644) })
		if err != nil {
			return "", err
		}
	}
	p.packed[pr] = dir
	return dir, nil
}
