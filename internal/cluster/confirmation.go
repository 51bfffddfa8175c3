package cluster

import (
	"context"
	"encoding/json"
	"slices"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
)

// confirmed returns the final result of a job. If it was too slow on one machine, a machine whose times count confirms
// it: of the class of timed jobs, and as fast as when it joined. Without such a machine, the first result counts.
func (r *request) confirmed(ctx context.Context, first record) (record, error) {
	isSound := first.Maker.Slower == slowdown{}
	if ctx.Err() != nil || !first.Final || isTimed(r.wanted.Job) && isSound || !timedOut(r.wanted.Job, first) {
		return first, nil
	}
	there, err := r.client.present(ctx, false)
	if err != nil {
		return first, err
	}
	class := first.Maker.Class
	if !isTimed(r.wanted.Job) {
		class = r.client.timing(there.workers)
	}
	if class == "" || class == first.Maker.Class && isSound {
		return first, nil
	}
	again := &request{
		client: r.client, problem: r.problem, wanted: r.wanted, epoch: r.epoch, order: r.order, class: class, second: &first.Maker,
		listener: newListener(r.problem, func(event.Event) {}),
	}
	if _, found := again.address(there); !found {
		return first, nil
	}
	second, err := again.wait(ctx)
	if err != nil {
		return first, err
	}
	r.submitted = r.submitted || again.submitted
	if !second.Final {
		return first, nil
	}
	return decided(r.wanted.Job, first, second), nil
}

// decided returns the record that counts: the second, unless both are too slow and the first has the smaller time.
// Reports show both times.
func decided(j job.Job, first, second record) record {
	one, _ := job.DecodeResult(j, first.Reply.Result)
	other, _ := job.DecodeResult(j, second.Reply.Result)
	earlier, timed := one.(event.Done)
	later, _ := other.(event.Done)
	if !timed {
		return second
	}
	reason := first.Maker.Slower.String()
	if timedOut(j, second) && earlier.Slowest < later.Slowest {
		first.Maker.beside = &event.CrossCheck{
			Machine: second.Maker.Machine, Class: second.Maker.Class, Verdict: later.Verdict, Slowest: later.Slowest, Reason: reason,
		}
		return first
	}
	second.Maker.beside = &event.CrossCheck{
		Machine: first.Maker.Machine, Class: first.Maker.Class, Verdict: earlier.Verdict, Slowest: earlier.Slowest, Reason: reason,
	}
	return second
}

// timedOut reports whether anything took too long.
func timedOut(j job.Job, r record) bool {
	result, err := job.DecodeResult(j, r.Reply.Result)
	if err != nil {
		return false
	}
	switch result := result.(type) {
	case event.Done:
		return result.Verdict == verdict.TLE || slices.ContainsFunc(r.Events, func(line json.RawMessage) bool {
			e, _ := event.OfLine(line)
			test, ok := e.(event.Test)
			return ok && test.Verdict == verdict.TLE
		})
	case job.Searched:
		return result.Failed && result.Found.Finding.Test.Verdict == verdict.TLE
	case job.SingleRunResult:
		return result.Failed && result.Found.Finding.Test.Verdict == verdict.TLE
	case job.Executed:
		return result.Verdict == verdict.TLE
	case job.Explored:
		return slices.ContainsFunc(result.Answers, func(a job.Answered) bool { return a.Test.Verdict == verdict.TLE })
	case job.Mutated:
		return slices.ContainsFunc(result.Results, func(m job.MutantResult) bool { return m.Verdict == verdict.TLE })
	}
	return false
}
