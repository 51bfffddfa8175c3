package local

import (
	"context"
	"reflect"
	"slices"

	"grundy/internal/base/verdict"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// given tries the solution on a given input.
func (b *inputRunner) given(ctx context.Context, j job.SingleRun) (result job.SingleRunResult, err error) {
	if err := b.put(j.Input); err != nil {
		return result, err
	}
	result.Refused, result.Message, err = b.validate(ctx)
	if err != nil || result.Refused != "" {
		return result, err
	}
	o := inputOrigin{seed: j.Seed, call: j.Call, name: j.Name}
	test, err := b.judge(ctx, o, j.Repeats)
	if err != nil || test.Verdict == verdict.AC || j.Verdict != verdict.None && test.Verdict != j.Verdict {
		return result, err
	}
	if j.Complete {
		complete, err := b.complete(ctx, j.Name)
		if err != nil || !complete {
			result.Incomplete = !complete
			return result, err
		}
	}
	found, err := b.found(o, test)
	if err != nil {
		return result, err
	}
	result.Failed, result.Found = true, *found
	return result, nil
}

// warmRunners are the runners of a setup that stay open, since its trials come one after the other.
type warmRunners struct {
	problem  *problem.Problem
	setup    job.Setup
	requests chan request
	gone     chan struct{} // closed when the runners have stopped
}

// request is work for the next free runner.
type request struct {
	do    func(*inputRunner) error
	reply chan error
}

// keepReady opens runners for a setup in all slots, and closes them when ctx ends.
func (e *Executor) keepReady(ctx context.Context, p *problem.Problem, setup job.Setup) {
	r := &warmRunners{problem: p, setup: setup, requests: make(chan request), gone: make(chan struct{})}
	e.mu.Lock()
	e.ready = append(e.ready, r)
	e.mu.Unlock()
	e.background.Go(func() {
		defer e.forget(r)
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(e.closing, cancel)()
		t, err := e.open(ctx, p, setup)
		if err != nil {
			return // the trials will report it
		}
		// Without these runners, a trial makes its own.
		_ = t.everywhere(ctx, func(ctx context.Context, b *inputRunner) error {
			for {
				select {
				case asked := <-r.requests:
					asked.reply <- asked.do(b)
				case <-ctx.Done():
					return nil
				}
			}
		})
	})
}

func (e *Executor) forget(r *warmRunners) {
	defer close(r.gone)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ready = slices.DeleteFunc(e.ready, func(other *warmRunners) bool { return other == r })
}

// at does something on a runner of a setup: a ready one, or a new one.
func (e *Executor) at(ctx context.Context, p *problem.Problem, setup job.Setup, do func(*inputRunner) error) error {
	asked := request{do, make(chan error, 1)}
	// While some runners close, others may have been opened, which hold all slots.
	for r := e.readyFor(p, setup); r != nil; r = e.readyFor(p, setup) {
		select {
		case r.requests <- asked:
			return <-asked.reply
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-r.gone:
		}
	}
	t, err := e.open(ctx, p, setup)
	if err != nil {
		return err
	}
	return t.once(ctx, func(_ context.Context, b *inputRunner) error { return do(b) })
}

func (e *Executor) readyFor(p *problem.Problem, setup job.Setup) *warmRunners {
	e.mu.Lock()
	defer e.mu.Unlock()
	i := slices.IndexFunc(e.ready, func(r *warmRunners) bool { return r.problem == p && reflect.DeepEqual(r.setup, setup) })
	if i < 0 {
		return nil
	}
	return e.ready[i]
}
