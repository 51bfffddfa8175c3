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
	"grundy/internal/bytesize"
	"grundy/internal/event"
	"grundy/internal/sandbox"
)

// lastWords is how long neither side is told that the other has closed its output, while that one may be about to end:
// an interactor that rejects and exits has done so before the submission breaks down over the end of its input, and one
// that rejects within this time after the submission broke down was about to do so anyway. Interpreters take as long to
// exit.
const lastWords = 50 * time.Millisecond

// errOver ends a program whose further actions cannot matter.
var errOver = errors.New("the dialogue is over")

// dialogue is an interaction: two programs, and the judge between them. It keeps the transcript, and goes on reading what
// either writes after the other has ended, so that nobody dies of a broken pipe.
type dialogue struct {
	submission, interactor side
	started                time.Time
	transcript             transcript
	closers                []io.Closer
	// interpret reads the interactor's word when it has ended, which goes to outcome, or to broken if it broke down.
	interpret func(sandbox.Result) (checker.Outcome, error)
	outcome   checker.Outcome
	broken    error
	// turn says whose turn it was when the submission ended.
	turn string
}

// side is one program of a dialogue.
type side struct {
	box     sandbox.Box
	spec    sandbox.Spec
	limit   bytesize.Size // of what it writes, 0 for none
	in, out pipe          // as the program sees them
	flooded atomic.Bool   // it wrote more
	result  sandbox.Result
	err     error // of the sandbox
	ended   time.Time
	gone    chan struct{} // closed when it has ended
	hungUp  time.Time     // when the other side could know
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
	submissionContext, stopSubmission := context.WithCancelCause(ctx)
	defer stopSubmission(nil)
	interactorContext, stopInteractor := context.WithCancelCause(ctx)
	defer stopInteractor(nil)
	d.submission.gone, d.interactor.gone = make(chan struct{}), make(chan struct{})

	d.started = time.Now()
	var wait sync.WaitGroup
	wait.Go(func() {
		defer close(d.submission.gone)
		d.submission.run(submissionContext)
		d.turn = d.transcript.turn()
		if d.submission.err != nil {
			stopInteractor(errOver)
		}
	})
	wait.Go(func() {
		defer close(d.interactor.gone)
		d.interactor.run(interactorContext)
		if d.interactor.err == nil {
			d.outcome, d.broken = d.interpret(d.interactor.result)
		}
		// Once it has rejected, the submission cannot change that any more.
		if d.interactor.err != nil || d.broken != nil || !d.outcome.Accepted {
			stopSubmission(errOver)
		}
	})
	wait.Go(func() { d.relay(&d.submission, &d.interactor, event.FromSubmission, stopSubmission) })
	wait.Go(func() { d.relay(&d.interactor, &d.submission, event.FromInteractor, stopInteractor) })
	wait.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return errors.Join(d.submission.err, d.interactor.err)
}

// run runs one program to its end. The judge keeps no copy of its ends of the pipes.
func (p *side) run(ctx context.Context) {
	p.spec.Stdin, p.spec.Stdout = sandbox.FromPipe(p.in.read), p.out.write
	p.spec.HandOver = []*os.File{p.in.read, p.out.write}
	p.result, p.err = p.box.Run(ctx, p.spec)
	p.ended = time.Now()
	if stopped := errors.Is(context.Cause(ctx), errOver); stopped && (errors.Is(p.err, errOver) || errors.Is(p.err, context.Canceled)) {
		p.err = nil
	}
	if p.flooded.Load() {
		p.result.Breach, p.result.OutputHit = sandbox.OutputBreach, true
	}
}

// brokeDown tells, once it has ended, whether a program ended otherwise than well.
func (p *side) brokeDown() bool { return p.result.Exit != 0 || p.result.Signal != 0 }

// patience waits a moment for a side that has closed its output to end, and if it is the submission that broke down,
// for the interactor to have its say.
func (d *dialogue) patience(from *side) {
	timeout := time.NewTimer(lastWords)
	defer timeout.Stop()
	select {
	case <-from.gone:
	case <-timeout.C:
		return
	}
	if from == &d.submission && from.brokeDown() {
		select {
		case <-d.interactor.gone:
		case <-timeout.C:
		}
	}
}

// relay copies what one side writes to the other until the writer closes its output, and lets the other see the end. A
// writer that passes its limit is stopped.
func (d *dialogue) relay(from, to *side, party event.Party, stop context.CancelCauseFunc) {
	defer to.in.write.Close()
	buffer := make([]byte, 64<<10)
	var written bytesize.Size
	open := true
	for {
		n, err := from.out.read.Read(buffer)
		if n > 0 {
			d.transcript.add(time.Since(d.started), party, buffer[:n])
			if written += bytesize.Size(n); from.limit > 0 && written > from.limit {
				from.flooded.Store(true)
				stop(errOver)
			}
			if open {
				// The reader may be gone; the writer is heard out all the same.
				_, writeErr := to.in.write.Write(buffer[:n])
				open = writeErr == nil
			}
		}
		if err != nil {
			d.patience(from)
			from.hungUp = time.Now()
			return
		}
	}
}

// close closes what is still open; closing twice does no harm.
func (d *dialogue) close() {
	for _, c := range d.closers {
		c.Close()
	}
}
