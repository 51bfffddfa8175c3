package stress

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"grundy/internal/event"
	"grundy/internal/job"
)

// Shrinker shrinks an input as long as it fails. It may call try concurrently. It reports its progress to show:
// the number of tries, and the size of the best input in bytes. When ctx ends it returns the best input so far,
// and the cause.
type Shrinker func(ctx context.Context, input []byte, try Try, show func(tries, size int)) (Smaller, error)

// Try reports whether an input is valid, and whether the solution fails on it in the same way.
type Try func(ctx context.Context, input []byte) (valid, fails bool, err error)

// Smaller is the result of a Shrinker.
type Smaller struct {
	Input []byte
	Tries int
	// Minimal means that no single further step succeeds.
	Minimal bool
}

// Examine tries the solution on an input that the user named. The finding is nil when it passes.
func (t *Candidate) Examine(ctx context.Context, name string, input []byte) (*event.Counterexample, error) {
	tried, err := t.executor.Try(ctx, t.setup.Problem, job.SingleRun{
		Setup: t.setup.Setup, Name: name, Call: name, Input: input, Repeats: job.Repeats,
	})
	switch {
	case err != nil:
		return nil, err
	case tried.Refused != "":
		return nil, &job.Fault{
			Who: "the input validator " + tried.Refused, Call: name, Reason: "it refuses the input", Detail: tried.Message,
		}
	case !tried.Failed:
		return nil, nil
	}
	return t.keep(tried.Found)
}

// The smallest input is tried once more, since it may have failed by chance. For that, lookShare times the
// duration of its try are reserved from a bounded time. If the search is cancelled earlier, this last try takes at
// most lastLook.
const (
	lookShare = 2
	lastLook  = 3 * time.Second
)

// Shrink shrinks the input of a finding while it stays valid and the solution fails in the same way. When the
// limit is reached or ctx ends, it returns the smallest input so far; a zero limit is no bound. It returns by the
// deadline of ctx.
func (t *Candidate) Shrink(ctx context.Context, found *event.Counterexample, shrink Shrinker, limit time.Duration, emit func(event.Event)) (event.Shrunk, error) {
	started := time.Now()
	shrunk := event.Shrunk{Finding: *found, From: found.Tokens, FromBytes: found.Bytes, Validated: len(t.setup.Problem.InputValidators) > 0}
	var telling sync.Mutex
	rhythm := event.NewThrottle(started)
	show := func(tries, size int) {
		telling.Lock()
		defer telling.Unlock()
		if now := time.Now(); rhythm.Due(now) {
			emit(event.Shrinking{Tries: tries, From: shrunk.FromBytes, To: size, Elapsed: now.Sub(started)})
		}
	}
	asking, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer context.AfterFunc(ctx, func() {
		select {
		case <-time.After(lastLook):
			stop()
		case <-asking.Done():
		}
	})()
	t.executor.Prepare(asking, t.setup.Problem, job.SingleRun{Setup: t.setup.Setup})
	searching, end := context.WithCancel(ctx)
	defer end()
	if limit > 0 {
		defer time.AfterFunc(limit, end).Stop()
	}
	saw := func(time.Duration) {}
	if deadline, bounded := ctx.Deadline(); bounded {
		defer time.AfterFunc(time.Until(deadline), stop).Stop()
		reserve := time.AfterFunc(time.Until(deadline), end)
		defer reserve.Stop()
		saw = func(took time.Duration) { reserve.Reset(time.Until(deadline) - lookShare*took) }
	}
	err := t.search(searching, asking, found, shrink, show, saw, &shrunk)
	shrunk.To, shrunk.ToBytes, shrunk.Elapsed = shrunk.Finding.Tokens, shrunk.Finding.Bytes, time.Since(started)
	return shrunk, err
}

// search looks for a smaller input, and returns how long a failing try took.
func (t *Candidate) search(
	searching, asking context.Context, found *event.Counterexample, shrink Shrinker, show func(tries, size int), saw func(took time.Duration),
	shrunk *event.Shrunk,
) error {
	like, err := t.likeness(searching, found)
	if err != nil {
		return err
	}
	smaller, err := shrink(searching, found.Input, func(ctx context.Context, candidate []byte) (valid, fails bool, err error) {
		started := time.Now()
		failing, valid, err := t.fails(ctx, found, candidate, like)
		if failing != nil {
			saw(time.Since(started))
		}
		return valid, failing != nil, err
	}, show)
	if err != nil && searching.Err() == nil {
		return err
	}
	shrunk.Tries, shrunk.Minimal = smaller.Tries, smaller.Minimal
	if bytes.Equal(smaller.Input, found.Input) {
		return nil
	}
	least, err := t.again(asking, found, smaller.Input, like)
	if err == nil {
		shrunk.Finding = *least
	}
	return err
}

// likeness stands in for input validators, nil if there are some.
func (t *Candidate) likeness(ctx context.Context, found *event.Counterexample) (*job.InputProfile, error) {
	if len(t.setup.Problem.InputValidators) > 0 {
		return nil, nil
	}
	compared, err := t.executor.Compare(ctx, t.setup.Problem, job.Comparison{Setup: t.setup.Setup, Name: found.Test.Test, Input: found.Input})
	return &compared.Likeness, err
}

// again makes a finding from a smaller input that failed in the same way. If a time is near its limit, it may try
// more than once.
func (t *Candidate) again(ctx context.Context, found *event.Counterexample, input []byte, like *job.InputProfile) (*event.Counterexample, error) {
	for range 1 + job.Repeats {
		failing, _, err := t.fails(ctx, found, input, like)
		if err != nil {
			return nil, err
		}
		if failing != nil {
			// No generator made it, so the command is omitted.
			failing.Finding.Index, failing.Finding.Size = found.Index, found.Size
			return t.keep(*failing)
		}
	}
	return nil, fmt.Errorf("%s: a smaller input failed and then did not: the solution or the trusted one depends on chance", found.Call)
}

// fails reports whether a candidate is valid, and how the solution fails on it as in the finding: nil if it does
// not. Without input validators, the candidate must resemble other inputs.
func (t *Candidate) fails(ctx context.Context, found *event.Counterexample, candidate []byte, like *job.InputProfile) (failing *job.Found, valid bool, err error) {
	if like != nil && !like.Allows(candidate) {
		return nil, false, nil
	}
	tried, err := t.executor.Try(ctx, t.setup.Problem, job.SingleRun{
		Setup: t.setup.Setup, Name: found.Test.Test, Call: found.Call, Seed: found.Seed, Input: candidate,
		Verdict: found.Test.Verdict, Complete: like != nil && like.Prompt,
	})
	var (
		fault  *job.Fault
		failed *job.JudgeError
	)
	if errors.As(err, &fault) || errors.As(err, &failed) {
		return nil, false, nil // reference solutions and checkers may fail on input that every validator would reject
	}
	if valid = err == nil && tried.Refused == ""; err != nil || !tried.Failed {
		return nil, valid, err
	}
	return &tried.Found, true, nil
}
