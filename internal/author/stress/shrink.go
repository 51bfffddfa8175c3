package stress

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"grundy/internal/event"
	"grundy/internal/verdict"
)

// Shrinker makes an input smaller as long as it fails. It may call fails concurrently, and shows how far it is: the number
// of tries, and the size of the best input in bytes. When ctx ends it returns what it has, and the cause.
type Shrinker func(ctx context.Context, input []byte, fails func(context.Context, []byte) (bool, error), show func(tries, size int)) (Smaller, error)

// Smaller is what a Shrinker found.
type Smaller struct {
	Input []byte
	Tries int
	// Minimal tells that no single further step succeeds.
	Minimal bool
}

// Examine tries the solution on an input that a person named. The finding is nil when it passes.
func (t *Trial) Examine(ctx context.Context, name string, input []byte) (found *event.Finding, err error) {
	err = t.consult(ctx, func(ask asker) error {
		return ask(ctx, func(ctx context.Context, d *desk) error {
			if err := d.put(input); err != nil {
				return err
			}
			o := origin{call: name, name: name}
			by, message, err := d.validate(ctx)
			if err != nil {
				return err
			}
			if by != "" {
				return &Fault{Who: "the input validator " + by, Call: name, Reason: "it refuses the input", Detail: message}
			}
			test, err := d.judge(ctx, o, repeats)
			if err != nil || test.Verdict == verdict.AC {
				return err
			}
			found, err = d.finding(o, test)
			return err
		})
	})
	return found, err
}

// ShrinkLimits bound the work of Shrink.
type ShrinkLimits struct {
	// Time is after how long the smallest input so far counts, 0 for no bound. Every is the time between two Shrinking
	// events, 0 for none.
	Time, Every time.Duration
}

// Shrink makes the input of a finding smaller while it stays valid and the solution fails in the same way. When the time is
// up or ctx ends, the smallest input so far counts.
func (t *Trial) Shrink(ctx context.Context, found *event.Finding, shrink Shrinker, limits ShrinkLimits, emit func(event.Event)) (event.Shrunk, error) {
	started := time.Now()
	shrunk := event.Shrunk{Finding: *found, From: found.Tokens, FromBytes: found.Bytes, Validated: len(t.validators) > 0}
	searching := ctx
	if limits.Time > 0 {
		var cancel context.CancelFunc
		searching, cancel = context.WithTimeout(ctx, limits.Time)
		defer cancel()
	}
	var telling sync.Mutex
	told := started
	show := func(tries, size int) {
		telling.Lock()
		defer telling.Unlock()
		if now := time.Now(); limits.Every > 0 && now.Sub(told) >= limits.Every {
			told = now
			emit(event.Shrinking{Tries: tries, From: shrunk.FromBytes, To: size, Elapsed: now.Sub(started)})
		}
	}
	// What was found is looked at once more when the time for finding it is up.
	err := t.consult(context.WithoutCancel(ctx), func(ask asker) error {
		var like *likeness
		err := ask(searching, func(_ context.Context, d *desk) (err error) {
			like, err = d.learn(searching, found)
			return err
		})
		if err != nil {
			return err
		}
		smaller, err := shrink(searching, found.Input, func(ctx context.Context, candidate []byte) (fails bool, err error) {
			err = ask(ctx, func(_ context.Context, d *desk) error {
				test, err := d.fails(ctx, found, candidate, like)
				fails = test != nil
				return err
			})
			return fails, err
		}, show)
		if err != nil && searching.Err() == nil {
			return err
		}
		shrunk.Tries, shrunk.Minimal = smaller.Tries, smaller.Minimal
		if bytes.Equal(smaller.Input, found.Input) {
			return nil
		}
		return ask(context.WithoutCancel(ctx), func(ctx context.Context, d *desk) error {
			least, err := d.again(ctx, found, smaller.Input, like)
			if err == nil {
				shrunk.Finding = *least
			}
			return err
		})
	})
	shrunk.To, shrunk.ToBytes, shrunk.Elapsed = shrunk.Finding.Tokens, shrunk.Finding.Bytes, time.Since(started)
	return shrunk, err
}

// again makes a finding of a smaller input that failed in the same way. A time near its limit may need more than one look.
func (d *desk) again(ctx context.Context, found *event.Finding, input []byte, like *likeness) (*event.Finding, error) {
	for range 1 + repeats {
		test, err := d.fails(ctx, found, input, like)
		if err != nil {
			return nil, err
		}
		if test != nil {
			// No generator made it, so the command is left out.
			o := origin{index: found.Index, seed: found.Seed, size: found.Size, call: found.Call, name: found.Test.Test}
			return d.finding(o, *test)
		}
	}
	return nil, fmt.Errorf("%s: a smaller input failed and then did not: the solution or the trusted one depends on chance", found.Call)
}

// fails tells whether a candidate is valid and the suspect fails on it as in the finding; the test is nil when not. Without
// input validators it must be like other inputs.
func (d *desk) fails(ctx context.Context, found *event.Finding, candidate []byte, like *likeness) (*event.Test, error) {
	if like != nil && !like.allows(candidate) {
		return nil, nil
	}
	if err := d.put(candidate); err != nil {
		return nil, err
	}
	by, _, err := d.validate(ctx)
	if err != nil || by != "" {
		return nil, err
	}
	test, err := d.judge(ctx, origin{call: found.Call, seed: found.Seed, name: found.Test.Test}, 0)
	var (
		fault  *Fault
		failed *JudgeError
	)
	if errors.As(err, &fault) || errors.As(err, &failed) {
		return nil, nil // a trusted solution or a checker need not stand what no validator lets through
	}
	if err != nil || test.Verdict != found.Test.Verdict {
		return nil, err
	}
	if like != nil && like.prompt {
		if complete, err := d.complete(ctx, found); err != nil || !complete {
			return nil, err
		}
	}
	return &test, nil
}

// tokens is the number of words in an input.
func tokens(input []byte) int { return len(bytes.Fields(input)) }

// asker has something done at the next free desk and waits for it.
type asker func(context.Context, func(context.Context, *desk) error) error

// consult opens the desks for as long as do runs.
func (t *Trial) consult(ctx context.Context, do func(asker) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type request struct {
		do    func(context.Context, *desk) error
		reply chan error
	}
	requests := make(chan request)
	closed := make(chan struct{}) // when nobody asks any more
	staffed := make(chan error, 1)
	gone := make(chan struct{}) // when nobody answers any more
	go func() {
		defer close(gone)
		staffed <- t.staff(ctx, func(ctx context.Context, d *desk) error {
			for {
				select {
				case r := <-requests:
					r.reply <- r.do(ctx, d)
				case <-closed:
					return nil
				case <-ctx.Done():
					return context.Cause(ctx)
				}
			}
		})
	}()
	err := do(func(ctx context.Context, do func(context.Context, *desk) error) error {
		r := request{do, make(chan error, 1)}
		select {
		case requests <- r:
			return <-r.reply
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-gone:
			return errors.New("the judge failed")
		}
	})
	close(closed)
	<-gone
	if staffErr := <-staffed; staffErr != nil {
		return staffErr
	}
	return err
}
