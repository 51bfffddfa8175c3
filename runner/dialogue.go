package runner

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"grundy/checker"
	"grundy/internal/base/bytesize"
	"grundy/internal/event"
	"grundy/internal/judge/sandbox"
)

// errOver stops a program whose further actions cannot matter.
var errOver = errors.New("the dialogue is over")

// dialogue connects a submission and an interactor through the judge, which keeps the transcript. The judge goes on
// reading from a program after the other has ended, so that neither dies of a broken pipe.
type dialogue struct {
	submission, interactor side
	started                time.Time
	transcript             transcript
	closers                []io.Closer
	// interpret reads the interactor's result after it has ended. The result goes to outcome, or to broken if the
	// interactor crashed.
	interpret func(sandbox.Result) (checker.Verdict, error)
	outcome   checker.Verdict
	broken    error

	mu sync.Mutex // guards the state of both sides while they run
	// deadlocked reports that the submission was stopped because both programs waited for each other.
	deadlocked bool
	// turn says whose turn it was when the submission ended.
	turn string
}

// side is one program of a dialogue.
type side struct {
	box        sandbox.Box
	spec       sandbox.Spec
	limit      bytesize.Size // of its output; 0 means no limit
	in, out    pipe          // the program's ends
	tap        *tap          // the judge's end of out
	report     sandbox.Report
	lastInput  time.Time     // when it last got input
	reported   chan struct{} // receives an element after each report
	quit       bool          // it has ended
	idle       bool          // it was stopped because it would have waited for ever
	stopped    bool          // the judge stopped it because the dialogue was over
	stop       context.CancelCauseFunc
	flooded    atomic.Bool // it exceeded limit
	result     sandbox.Result
	err        error // of the sandbox
	ended      time.Time
	gone       chan struct{} // closed when it has ended
	endVisible time.Time     // when the other side could have noticed its end
}

type pipe struct{ read, write *os.File }

// run lets both programs talk until both have ended. An error means that the sandbox failed or ctx was cancelled.
func (d *dialogue) run(ctx context.Context) error {
	defer d.close()
	for _, p := range []*pipe{&d.submission.in, &d.submission.out, &d.interactor.in, &d.interactor.out} {
		var err error
		if p.read, p.write, err = os.Pipe(); err != nil {
			return err
		}
		d.closers = append(d.closers, p.read, p.write)
	}
	// Programs run as another user and may open their streams by name (/dev/stdin). Some systems do not support modes
	// of pipes.
	for _, side := range []*side{&d.submission, &d.interactor} {
		_, _ = side.in.read.Chmod(0o444), side.out.write.Chmod(0o222)
	}
	d.submission.tap, d.interactor.tap = newTap(d.submission.out.read), newTap(d.interactor.out.read)
	for _, side := range []*side{&d.submission, &d.interactor} {
		side.gone, side.reported = make(chan struct{}), make(chan struct{}, 1)
		side.spec.Horizon = d.submission.spec.Limits.Idle // by then both are stopped anyway
	}
	submissionContext, stopSubmission := context.WithCancelCause(ctx)
	d.submission.stop = stopSubmission
	defer stopSubmission(nil)
	interactorContext, stopInteractor := context.WithCancelCause(ctx)
	d.interactor.stop = stopInteractor
	defer stopInteractor(nil)

	d.started = time.Now()
	var wait sync.WaitGroup
	wait.Go(func() {
		defer close(d.submission.gone)
		d.submission.spec.Report = func(r sandbox.Report) { d.recordReport(&d.submission, &d.interactor, r) }
		d.submission.run(submissionContext)
		d.recordEnd(&d.submission)
		if d.submission.err != nil {
			d.interactor.stop(errOver)
		}
	})
	wait.Go(func() {
		defer close(d.interactor.gone)
		d.interactor.spec.Report = func(r sandbox.Report) { d.recordReport(&d.interactor, &d.submission, r) }
		d.interactor.run(interactorContext)
		d.recordEnd(&d.interactor)
		if d.interactor.err == nil {
			d.outcome, d.broken = d.interpret(d.interactor.result)
		}
		// After the interactor has rejected, the submission cannot change the verdict.
		if d.interactor.err != nil || d.broken != nil || !d.outcome.Accepted {
			d.submission.stop(errOver)
		}
	})
	wait.Go(func() { d.relay(&d.submission, &d.interactor, event.FromSubmission) })
	wait.Go(func() { d.relay(&d.interactor, &d.submission, event.FromInteractor) })
	wait.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return errors.Join(d.submission.err, d.interactor.err)
}

// run runs one program to its end. The judge keeps no copy of the program's ends of the pipes.
func (p *side) run(ctx context.Context) {
	p.spec.Stdin, p.spec.Stdout = sandbox.FromPipe(p.in.read), p.out.write
	p.spec.HandOver = []*os.File{p.in.read, p.out.write}
	p.result, p.err = p.box.Run(ctx, p.spec)
	p.ended = time.Now()
	if over := errors.Is(context.Cause(ctx), errOver); over && (errors.Is(p.err, errOver) || errors.Is(p.err, context.Canceled)) {
		p.err, p.stopped = nil, true
	}
	if p.flooded.Load() {
		p.result.Breach, p.result.OutputHit = sandbox.OutputBreach, true
	}
}

// brokeDown reports whether a program that has ended did so with a non-zero exit code or a signal.
func (p *side) brokeDown() bool { return p.result.Exit != 0 || p.result.Signal != 0 }

// relay copies the output of one side to the other until the writer closes it, then closes the reader's input. A
// writer that exceeds its limit is stopped.
func (d *dialogue) relay(from, to *side, party event.Party) {
	buffer := make([]byte, 64<<10)
	var written bytesize.Size
	open := true
	for {
		n, err := from.tap.read(buffer)
		if n > 0 {
			d.transcript.add(time.Since(d.started), party, buffer[:n])
			if written += bytesize.Size(n); from.limit > 0 && written > from.limit {
				from.flooded.Store(true)
				from.stop(errOver)
			}
			if open {
				// Even if the reader has gone, the judge reads the rest of the writer's output.
				_, writeErr := to.in.write.Write(buffer[:n])
				open = writeErr == nil
				d.recordInput(to)
			}
		}
		if err != nil {
			d.passEnd(from, to)
			return
		}
		from.tap.release()
	}
}

// close closes everything that is still open. Closing twice is harmless.
func (d *dialogue) close() {
	for _, c := range d.closers {
		c.Close()
	}
}
