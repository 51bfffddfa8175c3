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
	maker  maker
	lost   int // how many workers it may have cost before
	began  time.Time
	about  about

	events    []json.RawMessage
	lacks     string // the language that the compiler is missing of, as the events say
	shortened bool   // the hub does not take all that was said
	// heard is when the job last said something. It goes on evenly when somebody sets the clock.
	heard atomic.Pointer[time.Time]
}

// say notes that the job says something.
func (a *attempt) say() {
	now := time.Now()
	a.heard.Store(&now)
}

func (a *attempt) tell(t told) {
	t.Maker, t.Attempt = a.maker, a.id
	events := t.Events
	t.Events = nil
	if text, err := withEvents(t, events); err == nil {
		_ = a.task.Tell(text) // who does not hear it looks for the result
	}
}

// settle says that there is a result to look for, which is told too if it is known, and takes the job out of the queue.
func (a *attempt) settle(result []byte) {
	a.tell(told{Settled: true, Result: result})
	a.task.Drop()
}

// settled has the hub be asked whether nothing is left to do. The answer is waited for, and then the job ended, when that is to be known.
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

// leave leaves a job to workers of other releases. It ended nobody, and comes back ever later where there are none.
func (a *attempt) leave(ctx context.Context) {
	a.worker.foreign.Do(func() {
		a.worker.Log.Warn(fmt.Sprintf("a job of version %d of the protocol is left to other workers, this one has version %d", a.task.Version, bus.Protocol),
			"remedy", "use the release of grundy here that the hub has")
	})
	switch settled, _ := a.task.Settled(ctx); settled { // where the hub does not answer it is not
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
		// It may be done, or what ends workers: nothing of it is touched before that is known.
		if isOver() {
			return
		}
		var err error
		if a.lost, err = a.task.Lost(ctx); err != nil {
			a.task.Return(ctx, retryTime)
			return
		}
	}
	var wanted wish
	if err := unpack(a.task.Order, &wanted); err != nil {
		a.fail(ctx, nil, fmt.Errorf("read the job: %w", err))
		return
	}
	order, err := job.DecodeOrder(wanted.Order)
	if err != nil {
		a.fail(ctx, nil, err)
		return
	}
	a.about = about{Kind: job.Kind(order.Job), Problem: wanted.Problem, Package: order.Package, What: whatOf(order.Job)}
	if a.lost >= maxLost {
		a.giveUp(ctx, order.Job)
		return
	}
	limit := &lease{attempt: a, patience: unknownPatience}
	defer limit.keep(cancel)()
	dir, err := a.fetch(ctx, order.Package)
	var damaged *badParcelError
	switch {
	case errors.Is(err, bus.ErrNoBlob), errors.As(err, &damaged):
		// Who waits sends it, and hands the job in again. If nobody waits nothing is lost.
		a.end(ctx, endUnpacked)
		a.tell(told{Missing: err.Error()})
		return
	case err != nil:
		a.abandon(ctx, err)
		return
	}
	if err := a.worker.shelf.checkProof(wanted, order.Package, dir, a.task.Person); err != nil {
		a.fail(ctx, order.Job, err)
		return
	}
	if isOver() {
		return
	}
	stint := a.worker.stints.of(order.Package, dir)
	limit.set(stint.patience(order.Job))
	defer a.worker.occupy(a, stint.most(order.Job))()
	a.judge(ctx, order, child.Task{Dir: dir, Order: wanted.Order})
}

// fetch has the package on this machine.
func (a *attempt) fetch(ctx context.Context, name string) (string, error) {
	if !isDigest(name) {
		return "", &badParcelError{fmt.Sprintf("%.80q is no name of a package", name)}
	}
	return a.worker.shelf.folder(name, func() (string, error) {
		dir, err := a.worker.Cache.Make(ctx, cache.NewHash("package of a hub").Text(name).Key(), func(dir string) error {
			content, err := a.worker.Bus.Blob(ctx, name)
			if err != nil {
				return err
			}
			defer content.Close()
			coming := &coming{from: content, came: a.say}
			if err = receive(coming, name, dir); errors.Is(coming.err, bus.ErrNoBlob) || errors.Is(coming.err, bus.ErrAway) {
				return coming.err // and so it is damaged
			}
			return err
		})
		return filepath.Join(dir, unpackedName), err
	})
}

// coming is what is being fetched.
type coming struct {
	from io.Reader
	came func() // is called when something came
	err  error  // that nothing comes any more
}

func (c *coming) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	if n > 0 {
		c.came()
	}
	c.err = err
	return n, err
}

// judge has the child do the job.
func (a *attempt) judge(ctx context.Context, order job.Order, task child.Task) {
	// Whoever may have ended a worker has this one to itself, so that no other job suffers.
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
	reply, err := process.Do(ctx, task, a.hear)
	switch {
	case errors.Is(context.Cause(ctx), errUnwanted) && err == nil:
		a.tell(told{Cancelled: &reply})
		a.end(ctx, endCancelled)
	case err != nil && (ctx.Err() == nil || errors.Is(context.Cause(ctx), errHung)):
		a.worker.Log.Warn("a job is left to another worker", "reason", cmp.Or(context.Cause(ctx), err))
		a.task.ReturnLost(retryTime)
	case err != nil, ctx.Err() != nil:
		a.abandon(ctx, err)
	default:
		if language := a.lacking(reply); language != "" {
			a.tell(told{Lack: &lack{language, a.events, reply}})
			a.end(ctx, endUnbuilt)
			return
		}
		a.finish(ctx, order.Job, record{Reply: reply, Final: isFinal(order.Job, reply)})
	}
}

// hear takes events of the child's, and tells them unless another worker may do the job all the same. The last one is told with what
// came of the job.
func (a *attempt) hear(lines []json.RawMessage) {
	a.say()
	first, live := len(a.events), len(lines)
	a.events = append(a.events, lines...)
	for i, line := range lines {
		switch event.KindOf(line) {
		case event.Compile{}.Kind():
			e, _ := event.OfLine(line) // whoever asked for the job tells what is wrong with one
			if compile, compiled := e.(event.Compile); compiled && compile.Skipped {
				a.lacks = compile.Language
			}
		case event.Done{}.Kind():
			live = i
		}
	}
	if a.lacks == "" && live > 0 {
		a.tell(told{Number: first, Events: lines[:live]})
	}
}

// lacking is the language for which this machine has no toolchain, "" when none was missing.
func (a *attempt) lacking(r child.Reply) string {
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

// abandon leaves the job to others, unless nobody wants it.
func (a *attempt) abandon(ctx context.Context, err error) {
	if errors.Is(context.Cause(ctx), errUnwanted) {
		a.tell(told{Cancelled: &child.Reply{Result: json.RawMessage("{}"), Error: json.RawMessage("null")}})
		a.end(ctx, endCancelled)
		return
	}
	if err != nil && ctx.Err() == nil {
		a.worker.Log.Warn("a job is left to another worker", "reason", err)
		a.task.Return(ctx, retryTime)
		return
	}
	a.task.Return(context.WithoutCancel(ctx), 0)
}

// end takes the job out of the queue without a result.
func (a *attempt) end(ctx context.Context, why string) {
	a.about.Took, a.about.End = time.Since(a.began), why
	note, err := pack(record{Maker: a.maker, About: a.about})
	if err != nil {
		a.worker.Log.Warn("why a job has no result cannot be told", "reason", err)
	}
	a.task.End(context.WithoutCancel(ctx), note)
}

// giveUp is the end of a job that may be why workers are lost. The owner of the hub may hand it in anew.
func (a *attempt) giveUp(ctx context.Context, j job.Job) {
	reason := errors.New("three workers were lost on this job")
	note, err := json.Marshal(epitaph{
		Order: a.task.Order, Protocol: a.task.Version, Problem: a.about.Problem, What: a.about.What, Reason: reason.Error(), Maker: a.maker,
	})
	if err == nil {
		err = a.task.Bury(ctx, note)
	}
	if err != nil {
		a.worker.Log.Warn("a job that is given up cannot be kept", "reason", err)
	}
	a.fail(ctx, j, reason)
}

// fail is the end of a job that cannot be done: it is the judge's failure.
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

// finish hands the result over, which the hub may not take at once.
func (a *attempt) finish(ctx context.Context, j job.Job, r record) {
	a.about.Took = time.Since(a.began)
	r.Maker, r.Attempt, r.Made, r.About = a.maker, a.id, time.Now(), a.about
	text, err := withEvents(r, a.events)
	if err != nil {
		a.worker.Log.Warn("a result cannot be told", "reason", err)
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
			a.shortened, a.id, a.events = true, rand.Text(), nil // nobody heard of this attempt
			a.fail(ctx, j, err)
			return
		}
		if time.Since(begin) > keepTime || ctx.Err() != nil {
			a.worker.Log.Warn("a result is lost, the job will be done again", "reason", err)
			return
		}
	}
}

// isFinal tells whether the job need not be done again.
func isFinal(j job.Job, r child.Reply) bool {
	failed, faulty := job.DecodeError(r.Error)
	result, err := job.DecodeResult(j, r.Result)
	if failed != nil || faulty != nil || err != nil {
		return false
	}
	done, judged := result.(event.Done)
	return !judged || !done.Skipped && !done.Interrupted && done.Verdict != verdict.JE
}
