package cluster

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/cluster/bus"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/job/child"
	"grundy/internal/judge/language"
	"grundy/internal/store/cache"
)

// attempt is one try at a job.
type attempt struct {
	worker *Worker
	task   *bus.Task
	id     string
	info   workerInfo
	lost   int // how many earlier workers it may have crashed
	began  time.Time
	about  resultContext

	events    []json.RawMessage
	lacks     string // the language whose compiler is missing, according to the events
	shortened bool   // the hub did not accept all of the events
	// heard is when the job last showed activity, on a monotonic clock.
	heard atomic.Pointer[time.Time]
}

// reportActivity records that the job shows activity.
func (a *attempt) reportActivity() {
	now := time.Now()
	a.heard.Store(&now)
}

func (a *attempt) publish(t progress) {
	t.Maker, t.Attempt = a.info, a.id
	events := t.Events
	t.Events = nil
	if text, err := withEvents(t, events); err == nil {
		_ = a.task.Publish(text) // a client that misses it asks for the result
	}
}

// settle announces the result, including it if it is given, and removes the job from the queue.
func (a *attempt) settle(result []byte) {
	a.publish(progress{Settled: true, Result: result})
	a.task.Drop()
}

// settled asks the hub whether the job still has to be done. isOver waits for the answer and ends a job that need not
// be done.
func (a *attempt) settled(ctx context.Context) (isOver func() bool) {
	type answer struct {
		bus.Settlement
		err error
	}
	answered := make(chan answer, 1)
	go func() {
		settled, err := a.task.Settled(ctx)
		answered <- answer{settled, err}
	}()
	return sync.OnceValue(func() bool {
		known := <-answered
		switch {
		case known.err != nil:
			a.task.Return(ctx, retryTime)
		case known.Settlement == bus.HasResult:
			a.settle(nil)
		case known.Settlement == bus.IsCancelled:
			a.end(ctx, endCancelled)
		}
		return known.err != nil || known.Settlement != bus.Unsettled
	})
}

// leave leaves a job to workers of other releases. It does not count as a loss. Without such workers, it comes back at
// growing intervals.
func (a *attempt) leave(ctx context.Context) {
	a.worker.foreign.Do(func() {
		a.worker.Log.Warn(fmt.Sprintf("this worker leaves a job with version %d of the protocol to others; its own version is %d", a.task.Version, bus.Protocol),
			"remedy", "install the hub's release of grundy here")
	})
	switch settled, _ := a.task.Settled(ctx); settled { // if the hub does not answer, it is not settled
	case bus.HasResult:
		a.task.Drop()
	case bus.IsCancelled:
		a.end(ctx, endCancelled)
	default:
		a.task.Return(ctx, min(time.Duration(a.task.Deliveries)*retryTime, bus.LeaseTime()))
	}
}

func (a *attempt) run(ctx context.Context, cancel context.CancelCauseFunc) {
	a.began = time.Now()
	if !bus.Knows(bus.Protocol, a.task.Version) {
		a.leave(ctx)
		return
	}
	a.heard.Store(&a.began)
	isOver := a.settled(ctx)
	if a.task.Deliveries > 1 {
		// The job may be done already, or may be one that crashes workers: touch nothing before we know.
		if isOver() {
			return
		}
		var err error
		if a.lost, err = a.task.Lost(ctx); err != nil {
			a.task.Return(ctx, retryTime)
			return
		}
	}
	var wanted queuedJob
	if err := unpack(a.task.Order, &wanted); err != nil {
		a.fail(ctx, nil, fmt.Errorf("read the job: %w", err))
		return
	}
	order, err := job.DecodeOrder(wanted.Order)
	if err != nil {
		a.fail(ctx, nil, err)
		return
	}
	a.about = resultContext{Kind: job.Kind(order.Job), Problem: wanted.Problem, Package: order.Package, What: whatOf(order.Job)}
	if a.lost >= maxLost {
		a.giveUp(ctx, order.Job)
		return
	}
	limit := &lease{attempt: a, patience: unknownPatience}
	defer limit.keep(cancel)()
	dir, err := a.fetch(ctx, order.Package)
	var damaged *badPackageError
	switch {
	case errors.Is(err, bus.ErrNoBlob), errors.As(err, &damaged):
		// The waiting client sends the package and submits the job again. If no client waits, nothing is lost.
		a.end(ctx, endUnpacked)
		a.publish(progress{Missing: err.Error()})
		return
	case err != nil:
		a.abandon(ctx, err)
		return
	}
	if err := a.worker.packages.checkProof(wanted, order.Package, dir, a.task.Person); err != nil {
		a.fail(ctx, order.Job, err)
		return
	}
	if isOver() {
		return
	}
	stint := a.worker.timeBudgets.of(order.Package, dir)
	limit.set(stint.patience(order.Job))
	defer a.worker.occupy(a, stint.most(order.Job))()
	a.judge(ctx, order, child.Task{Dir: dir, Order: wanted.Order})
}

// fetch makes the package available on this machine.
func (a *attempt) fetch(ctx context.Context, name string) (string, error) {
	if !isDigest(name) {
		return "", &badPackageError{fmt.Sprintf("%.80q is not a valid name of a package", name)}
	}
	return a.worker.packages.folder(name, func() (string, error) {
		dir, err := a.worker.Cache.Make(ctx, cache.NewHash("package of a hub").Text(name).Key(), func(dir string) error {
			content, err := a.worker.Bus.Blob(ctx, name)
			if err != nil {
				return err
			}
			defer content.Close()
			coming := &download{from: content, came: a.reportActivity}
			if err = receive(coming, name, dir); errors.Is(coming.err, bus.ErrNoBlob) || errors.Is(coming.err, bus.ErrAway) {
				return coming.err // so the package is damaged
			}
			return err
		})
		return filepath.Join(dir, unpackedName), err
	})
}

// download is a package that is being fetched.
type download struct {
	from io.Reader
	came func() // called when data arrives
	err  error  // why nothing more arrives
}

func (c *download) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	if n > 0 {
		c.came()
	}
	c.err = err
	return n, err
}

// judge lets the child do the job.
func (a *attempt) judge(ctx context.Context, order job.Order, task child.Task) {
	// A job that may have crashed a worker runs alone, so that no other job suffers.
	if a.lost > 0 {
		a.worker.alone.Lock()
		defer a.worker.alone.Unlock()
	} else {
		a.worker.alone.RLock()
		defer a.worker.alone.RUnlock()
	}
	process, err := a.worker.judge()
	if err != nil {
		a.abandon(ctx, err)
		return
	}
	if ctx.Err() != nil {
		a.abandon(ctx, context.Cause(ctx))
		return
	}
	stop := context.AfterFunc(ctx, func() {
		if errors.Is(context.Cause(ctx), errHung) {
			process.Kill()
		}
	})
	defer stop()
	reply, err := process.Do(ctx, task, a.receive)
	switch {
	case errors.Is(context.Cause(ctx), errUnwanted) && err == nil:
		a.publish(progress{Cancelled: &reply})
		a.end(ctx, endCancelled)
	case err != nil && (ctx.Err() == nil || errors.Is(context.Cause(ctx), errHung)):
		a.worker.Log.Warn("this worker leaves a job to another one", "reason", cmp.Or(context.Cause(ctx), err))
		a.task.ReturnLost(retryTime)
	case err != nil, ctx.Err() != nil:
		a.abandon(ctx, err)
	default:
		if language := a.reportMissing(reply); language != "" {
			a.publish(progress{Lack: &missingToolchain{language, a.events, reply}})
			a.end(ctx, endUnbuilt)
			return
		}
		a.finish(ctx, order.Job, record{Reply: reply, Final: isFinal(order.Job, reply)})
	}
}

// receive receives events of the child and publishes them, unless another worker may still do the job. The last event is
// published together with the result.
func (a *attempt) receive(lines []json.RawMessage) {
	a.reportActivity()
	first, live := len(a.events), len(lines)
	a.events = append(a.events, lines...)
	for i, line := range lines {
		switch event.KindOf(line) {
		case event.Compile{}.Kind():
			e, _ := event.OfLine(line) // the client reports invalid events
			if compile, compiled := e.(event.Compile); compiled && compile.Skipped {
				a.lacks = compile.Language
			}
		case event.Done{}.Kind():
			live = i
		}
	}
	if a.lacks == "" && live > 0 {
		a.publish(progress{Number: first, Events: lines[:live]})
	}
}

// reportMissing returns the language for which this machine has no toolchain, or "" if none was missing.
func (a *attempt) reportMissing(r child.Reply) string {
	if a.lacks != "" {
		return a.lacks
	}
	failed, _ := job.DecodeError(r.Error)
	var missing *language.MissingError
	var unbuilt *job.CompileError
	switch {
	case errors.As(failed, &missing):
		return missing.Language
	case errors.As(failed, &unbuilt) && unbuilt.Compile.Skipped:
		return unbuilt.Compile.Language
	}
	return ""
}

// abandon leaves the job to other workers, unless it was cancelled.
func (a *attempt) abandon(ctx context.Context, err error) {
	if errors.Is(context.Cause(ctx), errUnwanted) {
		a.publish(progress{Cancelled: &child.Reply{Result: json.RawMessage("{}"), Error: json.RawMessage("null")}})
		a.end(ctx, endCancelled)
		return
	}
	if err != nil && ctx.Err() == nil {
		a.worker.Log.Warn("this worker leaves a job to another one", "reason", err)
		a.task.Return(ctx, retryTime)
		return
	}
	a.task.Return(context.WithoutCancel(ctx), 0)
}

// end removes the job from the queue without a result.
func (a *attempt) end(ctx context.Context, why string) {
	a.about.Took, a.about.End = time.Since(a.began), why
	note, err := pack(record{Maker: a.info, About: a.about})
	if err != nil {
		a.worker.Log.Warn("cannot report why a job has no result", "reason", err)
	}
	a.task.End(context.WithoutCancel(ctx), note)
}

// giveUp ends a job that may have crashed several workers. The owner of the hub may submit it again.
func (a *attempt) giveUp(ctx context.Context, j job.Job) {
	reason := errors.New("three workers were lost on this job")
	note, err := json.Marshal(deadLetter{
		Order: a.task.Order, Protocol: a.task.Version, Problem: a.about.Problem, What: a.about.What, Reason: reason.Error(), Maker: a.info,
	})
	if err == nil {
		err = a.task.MarkDead(ctx, note)
	}
	if err != nil {
		a.worker.Log.Warn("cannot store a job that was given up", "reason", err)
	}
	a.fail(ctx, j, reason)
}

// fail ends a job that cannot be done, as a failure of the judge.
func (a *attempt) fail(ctx context.Context, j job.Job, reason error) {
	a.worker.Log.Warn("a job cannot be done", "reason", reason)
	reply := child.Reply{Result: json.RawMessage("{}")}
	var err error
	if judgement, ok := j.(job.Judgement); ok {
		done := event.Done{Submission: judgement.Name, Verdict: verdict.JE, Reason: reason.Error()}
		if text, err := job.EncodeResult(done); err == nil {
			reply.Result = text
		}
		if line, err := event.Line(done); err == nil {
			a.events = append(a.events, line)
		}
	}
	if reply.Error, err = job.EncodeError(reason); err != nil {
		reply.Error = json.RawMessage("null")
	}
	a.finish(ctx, j, record{Reply: reply})
}

// finish hands over the result, which the hub may not accept at once.
func (a *attempt) finish(ctx context.Context, j job.Job, r record) {
	a.about.Took = time.Since(a.began)
	r.Maker, r.Attempt, r.Made, r.About = a.info, a.id, time.Now(), a.about
	text, err := withEvents(r, a.events)
	if err != nil {
		a.worker.Log.Warn("cannot send a result", "reason", err)
		return
	}
	text = compressor().EncodeAll(text, nil)
	for begin := time.Now(); ; time.Sleep(retryTime) {
		isFirst, err := a.task.Finish(context.WithoutCancel(ctx), text)
		if err == nil {
			if !isFirst || len(text) > maxTold {
				text = nil
			}
			a.settle(text)
			return
		}
		if errors.Is(err, bus.ErrTooLarge) && !a.shortened {
			a.shortened, a.id, a.events = true, rand.Text(), nil // no client has seen this attempt
			a.fail(ctx, j, err)
			return
		}
		if time.Since(begin) > keepTime || ctx.Err() != nil {
			a.worker.Log.Warn("a result is lost, the job will be done again", "reason", err)
			return
		}
	}
}

// isFinal reports whether the job need not be done again.
func isFinal(j job.Job, r child.Reply) bool {
	failed, faulty := job.DecodeError(r.Error)
	result, err := job.DecodeResult(j, r.Result)
	if failed != nil || faulty != nil || err != nil {
		return false
	}
	done, judged := result.(event.Done)
	return !judged || !done.Skipped && !done.Interrupted && done.Verdict != verdict.JE
}
