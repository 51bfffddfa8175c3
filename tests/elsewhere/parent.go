package elsewhere

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"

	"grundy/internal/digest"
	"grundy/internal/disk"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/problem"
	"grundy/internal/workspace"
)

// Variable chooses the executor of a command that tests run: this one when it is "child". The child itself is told "serve" by
// it, and the folder of blobs by blobsVariable.
const (
	Variable      = "GRUNDY_TEST_EXECUTOR"
	blobsVariable = "GRUNDY_TEST_BLOBS"
)

// Configure has a workspace do its jobs in a child process when the environment says so.
func Configure(config *workspace.Config) {
	if config.Environment.Get(Variable) != "child" {
		return
	}
	wished := *config
	config.Executor = func(scratch string) (workspace.Executor, error) { return start(wished, scratch) }
}

// parent is an executor that asks a child.
type parent struct {
	child    *exec.Cmd
	in       io.Closer
	requests lines
	dir      string // of blobs and packages
	digests  *digest.Store
	failed   chan struct{} // closed when the child says no more

	mu     sync.Mutex
	last   int64
	asked  map[int64]*question
	packed map[*problem.Problem]string // digests
}

// question is a job that the child does.
type question struct {
	emit func(reply)
	done chan reply
}

func start(config workspace.Config, scratch string) (*parent, error) {
	p := &parent{
		dir: filepath.Join(scratch, "blobs"), digests: digest.Open("", config.Log), failed: make(chan struct{}),
		asked: map[int64]*question{}, packed: map[*problem.Problem]string{},
	}
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
	p.child = exec.Command(own)
	p.child.Args = []string{"grundy", string(flags)}
	p.child.Dir = p.dir
	p.child.Env = append([]string(config.Environment), Variable+"=serve", blobsVariable+"="+p.dir)
	p.child.Stderr = os.Stderr
	in, err := p.child.StdinPipe()
	if err != nil {
		return nil, err
	}
	p.in, p.requests.out = in, in
	out, err := p.child.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.child.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(p.failed)
		_ = each(out, p.take)
	}()
	return p, nil
}

// Close ends the child.
func (p *parent) Close() {
	p.in.Close()
	<-p.failed
	_ = p.child.Wait()
}

// take hands a reply to whoever waits for it.
func (p *parent) take(r reply) error {
	p.mu.Lock()
	q := p.asked[r.ID]
	p.mu.Unlock()
	switch {
	case q == nil:
	case r.Event != nil:
		q.emit(r)
	default:
		q.done <- r
	}
	return nil
}

// send sends an order to the child.
func (p *parent) send(ctx context.Context, pr *problem.Problem, j job.Job, prepare bool, q *question) (id int64, err error) {
	name, err := p.pack(pr)
	if err != nil {
		return 0, err
	}
	order, err := job.Order{Package: name, Turn: job.Turn(ctx), Job: j}.Encode()
	if err != nil {
		return 0, err
	}
	p.mu.Lock()
	p.last++
	id = p.last
	if q != nil {
		p.asked[id] = q
	}
	p.mu.Unlock()
	return id, p.requests.write(request{ID: id, Prepare: prepare, Order: order})
}

// Prepare has the child prepare a job until ctx ends.
func (p *parent) Prepare(ctx context.Context, pr *problem.Problem, j job.Job) {
	if id, err := p.send(ctx, pr, j, true, nil); err == nil {
		context.AfterFunc(ctx, func() { _ = p.requests.write(request{ID: id, Cancel: true}) })
	}
}

// Do has the child do a job.
func (p *parent) Do(ctx context.Context, pr *problem.Problem, j job.Job, emit func(event.Event)) (job.Result, error) {
	var broken error
	q := &question{done: make(chan reply, 1)}
	q.emit = func(r reply) {
		e, err := decodeEvent(r.Event)
		if err != nil {
			broken = errors.Join(broken, err)
			return
		}
		emit(job.Here(e, pr))
	}
	id, err := p.send(ctx, pr, j, false, q)
	if err != nil {
		return nil, err
	}
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.asked, id)
	}()
	defer context.AfterFunc(ctx, func() { _ = p.requests.write(request{ID: id, Cancel: true}) })()
	var r reply
	select {
	case r = <-q.done:
	case <-p.failed:
		return nil, errors.New("the child ended")
	}
	result, err := job.DecodeResult(j, r.Result)
	if err != nil {
		return nil, err
	}
	failed, err := job.DecodeError(r.Error)
	if failed != nil && ctx.Err() != nil {
		failed = context.Cause(ctx)
	}
	return result, errors.Join(failed, err, broken)
}

// pack puts the files of a problem where the child finds them, and gives the digest of the package.
func (p *parent) pack(pr *problem.Problem) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if name, known := p.packed[pr]; known {
		return name, nil
	}
	packed, places, err := job.Pack(pr, p.digests)
	if err != nil {
		return "", err
	}
	name, err := packed.Digest()
	if err != nil {
		return "", err
	}
	for sum, path := range places {
		blob := filepath.Join(p.dir, sum)
		if _, err := os.Stat(blob); err == nil {
			continue
		}
		if err := disk.Copy(path, blob, os.O_EXCL, 0o644); err != nil {
			return "", fmt.Errorf("keep %s: %w", path, err)
		}
	}
	text, err := json.Marshal(packed)
	if err != nil {
		return "", err
	}
	if err := disk.Replace(filepath.Join(p.dir, name), 0o644, disk.Text(text)); err != nil {
		return "", err
	}
	p.packed[pr] = name
	return name, nil
}
