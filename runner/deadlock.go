package runner

import (
	"time"

	"grundy/internal/judge/sandbox"
)

// Two programs that wait for each other would do so for ever. The judge recognises this from the sandbox's reports on
// both sides and from what it has passed on. It stops them when all of these hold:
//
//	both are stuck, so that only input can wake them;
//	the sandbox found each of them stuck after its last input;
//	everything that either has written was passed on.
//
// Only the judge gives them input, and it has no more to give.

// recordReport records a report on a side. It stops the submission if both wait for each other. It also stops a side that
// goes on reading although the writer has ended: some programs hold the other end of their input open themselves.
func (d *dialogue) recordReport(side, other *side, r sandbox.Report) {
	d.mu.Lock()
	defer d.mu.Unlock()
	side.report = r
	select {
	case side.reported <- struct{}{}:
	default:
	}
	switch {
	case d.deadlocked:
	case d.isDeadlocked():
		d.deadlocked = true
		d.turn = d.transcript.turn() // before the interactor comments on the end of its input
		d.submission.idle = true
		d.submission.stop(errOver)
	case other.quit && side.reading(side.lastInput) > side.spec.Limits.Idle:
		side.idle = true
		side.stop(errOver)
	}
}

// recordInput notes that a side got input, or the end of its input.
func (d *dialogue) recordInput(side *side) {
	d.mu.Lock()
	defer d.mu.Unlock()
	side.lastInput = time.Now()
}

// recordEnd notes that a side has ended.
func (d *dialogue) recordEnd(side *side) {
	d.mu.Lock()
	defer d.mu.Unlock()
	side.report, side.quit = sandbox.Report{}, true
	if side == &d.submission && !d.deadlocked {
		d.turn = d.transcript.turn()
	}
	if side.idle && side.result.Breach == sandbox.NoBreach {
		side.result.Breach = sandbox.IdleBreach
	}
}

// isDeadlocked reports whether nothing can happen any more, or nothing has happened for longer than a program may be
// idle. The second condition covers runtimes whose threads wake now and then for reasons of their own.
func (d *dialogue) isDeadlocked() bool {
	one, other := &d.submission, &d.interactor
	if one.report.State < sandbox.Reads || other.report.State < sandbox.Reads || !d.delivered() {
		return false
	}
	if one.isBlocked() && other.isBlocked() {
		return true
	}
	since := later(later(one.lastInput, other.lastInput), later(one.report.Since, other.report.Since))
	return min(one.reading(since), other.reading(since)) > one.spec.Limits.Idle
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// reading returns how long a program has waited for its input, from the given moment on.
func (p *side) reading(from time.Time) time.Duration {
	if p.report.State < sandbox.Reads {
		return 0
	}
	return p.report.At.Sub(later(from, p.report.Since))
}

// isBlocked reports whether only new input can wake a program.
func (p *side) isBlocked() bool {
	return p.report.State == sandbox.Stuck && p.report.At.After(p.lastInput)
}

// passEnd passes the end of a side's output on, with a delay. An interactor's waits while it may be about to end: if it
// rejects and exits, it has then done so before the submission crashes over the end of its input. A submission's waits
// until the submission has ended, as in other judges: one that closes its output and goes on answers for what it does
// then. If it crashed, the interactor gets the chance to judge its input: one that rejects before it waits for more was
// about to reject anyway.
func (d *dialogue) passEnd(from, to *side) {
	if from == &d.interactor {
		d.awaitEnd(from)
		defer from.tap.finish()
	} else {
		from.tap.finish() // both may be seen waiting for each other meanwhile
		if <-from.gone; from.brokeDown() {
			d.awaitEnd(&d.interactor)
		}
	}
	from.endVisible = time.Now()
	to.in.write.Close()
	d.recordInput(to)
}

// awaitEnd waits for a side to end. It gives up when the side waits for something, or after a while.
func (d *dialogue) awaitEnd(side *side) {
	timeout := time.NewTimer(lastWords)
	defer timeout.Stop()
	for begun := time.Now(); !d.waits(side, begun); {
		select {
		case <-side.gone:
			return
		case <-timeout.C:
			return
		case <-side.reported:
		}
	}
}

// waits reports whether a side has been seen waiting since the given moment, or is stuck.
func (d *dialogue) waits(side *side, since time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return side.isBlocked() || side.report.State != sandbox.Computes && side.report.At.After(since)
}

// delivered reports whether everything that either side has written has reached the other.
func (d *dialogue) delivered() bool {
	for _, t := range []*tap{d.submission.tap, d.interactor.tap} {
		if !t.hold() {
			return false
		}
		defer t.release()
		if !t.isEmpty() {
			return false
		}
	}
	return true
}
