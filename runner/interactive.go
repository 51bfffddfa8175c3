package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"grundy/checker"
	"grundy/internal/bytesize"
	"grundy/internal/problem"
	"grundy/internal/sandbox"
	"grundy/internal/verdict"
)

// maxThinking bounds the time that a submission's clock grants the interactor, so that a deadlock ends soon.
const maxThinking = 2 * time.Second

// errEnough ends a program whose further actions cannot matter.
var errEnough = errors.New("the dialogue is over")

// interact runs the submission against the package's interactor. The judge sits between the two: it keeps the
// transcript, and goes on reading what either writes after the other has ended, so that nobody dies of a broken pipe.
func (c *contest) interact(ctx context.Context, s *slot, tc *problem.Case, input string, a *attempt) error {
	if len(c.checkers) != 1 {
		return &checker.JudgeError{Reason: fmt.Sprintf("an interactive problem needs one output validator, not %d", len(c.checkers))}
	}
	d := &dialogue{started: time.Now()}
	if err := c.prepare(ctx, s, tc, input, d); err != nil {
		return err
	}
	err := d.run(ctx)
	a.Transcript = append(a.Transcript, d.transcript.all()...)
	if err != nil {
		return err
	}
	if err := checkSpace(s.dir); err != nil {
		return err
	}
	a.record(d.submission.result)
	return c.blame(d, a)
}

// prepare fills in who talks to whom.
func (c *contest) prepare(ctx context.Context, s *slot, tc *problem.Case, input string, d *dialogue) error {
	var err error
	if d.submission.box, err = s.solution(ctx); err != nil {
		return err
	}
	external, err := c.judge.external(ctx, s, c.problem, c.checkers[0])
	if err != nil {
		return err
	}
	d.interactor.box = external.Box

	args, mounts, err := c.interactorFiles(s, external, tc, input)
	if err != nil {
		return err
	}
	stderr, err := openScratch(interactorLog(s))
	if err != nil {
		return err
	}
	d.closers = append(d.closers, stderr)
	d.submission.spec = c.spec(d.submission.box, tc)
	d.submission.spec.Stderr = s.stderr
	d.submission.limit = c.limits.output
	// The submission's clock also runs while the interactor thinks, and the interactor's while the submission does.
	d.submission.spec.Limits.Wall += min(c.problem.Limits.ValidationTime, maxThinking)
	d.interactor.spec = sandbox.Spec{
		Args: slices.Concat(external.Command, args), Env: external.Env, Mounts: mounts, Limits: external.Limits, Stderr: stderr,
	}
	d.interactor.limit = c.problem.Limits.ValidationOutput
	d.interactor.spec.Limits.Wall += d.submission.spec.Limits.Wall
	d.interpret = func(result sandbox.Result) (checker.Outcome, error) {
		said, err := os.ReadFile(stderr.Name())
		if err != nil {
			return checker.Outcome{}, err
		}
		return external.Dialect.Interpret(result, nil, said, s.feedback)
	}
	return nil
}

// interactorLog is the file that takes an interactor's standard error.
func interactorLog(s *slot) string { return filepath.Join(s.dir, "interactor-stderr") }

// interactorFiles shows the case to the interactor and gives the arguments that follow its command.
func (c *contest) interactorFiles(s *slot, external *checker.External, tc *problem.Case, input string) ([]string, []sandbox.Mount, error) {
	view := checker.View{Box: external.Box, Scratch: s.checker}
	shownInput, err := view.File("input", input)
	if err != nil {
		return nil, nil, err
	}
	shownAnswer, err := view.File("answer", tc.Answer)
	if err != nil {
		return nil, nil, err
	}
	feedback, err := view.Folder("feedback", s.feedback)
	if err != nil {
		return nil, nil, err
	}
	args := external.Dialect.InteractorArgs(shownInput, shownAnswer, filepath.Join(feedback, "tout"), feedback)
	if args == nil {
		return nil, nil, &checker.JudgeError{Reason: fmt.Sprintf("the dialect %s has no interactors", external.Dialect)}
	}
	extra := tc.OutputArgs
	if c.options.CheckerArgs != nil {
		extra = c.options.CheckerArgs
	}
	return slices.Concat(args, extra), slices.Concat(external.Mounts, view.Mounts()), nil
}

// blame decides who is responsible for the end of a dialogue, in this order: an interactor that broke down; one that
// rejected before the submission ended; the submission's limits and crashes; the interactor's word.
func (c *contest) blame(d *dialogue, a *attempt) error {
	if d.broken != nil {
		return d.broken
	}
	if rejectedFirst := !d.outcome.Accepted && d.interactor.ended.Before(d.submission.ended); rejectedFirst {
		a.judged(d.outcome)
		return nil
	}
	v, reason := classify(d.submission.result, c.limits)
	if v == verdict.None {
		a.judged(d.outcome)
		return nil
	}
	if d.submission.result.Breach == sandbox.WallBreach {
		reason += d.transcript.turn()
	}
	a.Verdict, a.Reason = v, reason
	a.Message, a.TeamMessage = d.outcome.Message, d.outcome.TeamMessage
	return nil
}

// dialogue is an interaction.
type dialogue struct {
	submission, interactor side
	started                time.Time
	transcript             transcript
	closers                []io.Closer
	// interpret reads the interactor's word when it has ended, which goes to outcome, or to broken if it broke down.
	interpret func(sandbox.Result) (checker.Outcome, error)
	outcome   checker.Outcome
	broken    error
}

// side is one program of a dialogue.
type side struct {
	box     sandbox.Box
	spec    sandbox.Spec
	limit   bytesize.Size // of what it writes
	in, out pipe          // as the program sees them
	flooded atomic.Bool   // it wrote more
	result  sandbox.Result
	err     error
	ended   time.Time
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

	var wait sync.WaitGroup
	wait.Go(func() {
		d.submission.run(submissionContext)
		if d.submission.err != nil {
			stopInteractor(errEnough)
		}
	})
	wait.Go(func() {
		d.interactor.run(interactorContext)
		d.outcome, d.broken = d.interpret(d.interactor.result)
		// Once it has rejected, the submission cannot change that any more.
		if d.interactor.err != nil || d.broken != nil || !d.outcome.Accepted {
			stopSubmission(errEnough)
		}
	})
	wait.Go(func() {
		d.relay(&d.submission, &d.interactor, FromSubmission, stopSubmission)
	})
	wait.Go(func() {
		d.relay(&d.interactor, &d.submission, FromInteractor, stopInteractor)
	})
	wait.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return errors.Join(d.submission.err, d.interactor.err)
}

// run runs one program. Closing the judge's copies of its pipes lets the other side see the end of file.
func (p *side) run(ctx context.Context) {
	p.spec.Stdin, p.spec.Stdout = sandbox.FromPipe(p.in.read), p.out.write
	p.result, p.err = p.box.Run(ctx, p.spec)
	p.ended = time.Now()
	if errors.Is(p.err, errEnough) {
		p.err = nil
	}
	if p.flooded.Load() {
		p.result.Breach, p.result.OutputHit = sandbox.OutputBreach, true
	}
	p.in.read.Close()
	p.out.write.Close()
}

// relay copies what one side writes to the other until the writer has ended. A writer that passes its limit is stopped.
func (d *dialogue) relay(from, to *side, party Party, stop context.CancelCauseFunc) {
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
				stop(errEnough)
			}
			if open {
				// The reader may be gone; the writer is heard out all the same.
				_, writeErr := to.in.write.Write(buffer[:n])
				open = writeErr == nil
			}
		}
		if err != nil {
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
