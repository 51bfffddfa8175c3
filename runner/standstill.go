package runner

import (
	"time"

	"grundy/internal/judge/sandbox"
)

// Two programs that wait for each other do so for ever, and it would be a pity to watch them. From what the sandbox reports of
// either, and from what the judge has passed on, it follows when nothing will ever happen again:
//
//	both are stuck, which nothing but input can end;
//	each was found so after the last time that it was given something to read;
//	and all that either has written was passed on.
//
// Only the judge gives them something to read, and it has nothing more to give.

// hear takes note of what a side was found to do. It stops the submission when both wait for each other, and a side that goes on
// reading though nobody is left to write: some hold the other end of their input open themselves.
func (d *dialogue) hear(side, other *side, r sandbox.Report) {
	d.mu.Lock()
	defer d.mu.Unlock()
	side.report = r
	select {
	case side.heard <- struct{}{}:
	default:
	}
	switch {
	case d.stalemate:
	case d.atStandstill():
		d.stalemate = true
		d.turn = d.transcript.turn() // before the interactor comments on the end of its input
		d.submission.idle = true
		d.submission.stop(errOver)
	case other.quit && side.reading(side.fed) > side.spec.Limits.Idle:
		side.idle = true
		side.stop(errOver)
	}
}

// feed notes that a side was given something to read, or the end of its input.
func (d *dialogue) feed(side *side) {
	d.mu.Lock()
	defer d.mu.Unlock()
	side.fed = time.Now()
}

// leave notes that a side has ended.
func (d *dialogue) leave(side *side) {
	d.mu.Lock()
	defer d.mu.Unlock()
	side.report, side.quit = sandbox.Report{}, true
	if side == &d.submission && !d.stalemate {
		d.turn = d.transcript.turn()
	}
	if side.idle && side.result.Breach == sandbox.NoBreach {
		side.result.Breach = sandbox.IdleBreach
	}
}

// atStandstill tells whether nothing will happen any more, or nothing has for longer than a program may be idle. The latter is
// for runtimes whose threads wake from time to time for reasons of their own.
func (d *dialogue) atStandstill() bool {
	one, other := &d.submission, &d.interactor
	if one.report.State < sandbox.Reads || other.report.State < sandbox.Reads || !d.delivered() {
		return false
	}
	if one.isStuck() && other.isStuck() {
		return true
	}
	since := later(later(one.fed, other.fed), later(one.report.Since, other.report.Since))
	return min(one.reading(since), other.reading(since)) > one.spec.Limits.Idle
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// reading is for how long, from a moment on, a program was found to wait for its input.
func (p *side) reading(from time.Time) time.Duration {
	if p.report.State < sandbox.Reads {
		return 0
	}
	return p.report.At.Sub(later(from, p.report.Since))
}

// isStuck tells whether nothing can wake a program but something to read that it was not given yet.
func (p *side) isStuck() bool {
	return p.report.State == sandbox.Stuck && p.report.At.After(p.fed)
}

// patience holds back the end of a side's output while that side may be about to end: an interactor that rejects and exits has
// done so before the submission breaks down over the end of its input. If it is the submission that broke down, the interactor
// may have its say on what it was given: one that rejects before it waits for more was about to do so anyway.
func (d *dialogue) patience(from *side) {
	timeout := time.NewTimer(lastWords)
	defer timeout.Stop()
	if d.seesEnd(from, timeout.C) && from == &d.submission && from.brokeDown() {
		d.seesEnd(&d.interactor, timeout.C)
	}
}

// seesEnd waits for a side to end and tells whether it has, or waits for something itself or takes too long.
func (d *dialogue) seesEnd(side *side, timeout <-chan time.Time) bool {
	for begun := time.Now(); !d.waits(side, begun); {
		select {
		case <-side.gone:
			return true
		case <-timeout:
			return false
		case <-side.heard:
		}
	}
	return false
}

// waits tells whether a side has been found to wait since a moment, or is stuck.
func (d *dialogue) waits(side *side, since time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return side.isStuck() || side.report.State != sandbox.Computes && side.report.At.After(since)
}

// delivered tells whether nothing that either side has written is on its way to the other.
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
