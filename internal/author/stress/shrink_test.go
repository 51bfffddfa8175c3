package stress_test

import (
	"bytes"
	"context"
	"testing"
	"testing/synctest"
	"time"

	"grundy/internal/author/stress"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// endless is an executor on which a solution fails at once on all inputs. Once its context has ended, it no longer
// answers.
type endless struct {
	stress.Executor
	ended context.Context
}

func (e *endless) Open(context.Context, *problem.Problem, job.Opening) (event.Stress, error) {
	return event.Stress{}, nil
}

func (e *endless) Prepare(context.Context, *problem.Problem, job.Job) {}

func (e *endless) Try(ctx context.Context, _ *problem.Problem, j job.SingleRun) (job.SingleRunResult, error) {
	if e.ended.Err() != nil {
		<-ctx.Done()
		return job.SingleRunResult{}, context.Cause(ctx)
	}
	return job.SingleRunResult{Failed: true, Found: job.Found{Finding: event.Counterexample{Input: j.Input, Bytes: len(j.Input)}}}, nil
}

// After Ctrl-C the prompt returns at once, however long the last try of the finding would take.
func TestShrinkEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, interrupt := context.WithCancel(t.Context())
		p := &problem.Problem{InputValidators: []problem.Program{{Name: "validate.py"}}}
		trial, err := stress.Open(ctx, &endless{ended: ctx}, stress.Setup{Problem: p, Folder: t.TempDir()}, ignore)
		if err != nil {
			t.Fatal(err)
		}
		found := &event.Counterexample{Input: []byte("1 2 3\n"), Bytes: 6}
		half := func(ctx context.Context, input []byte, try stress.Try, _ func(int, int)) (stress.Smaller, error) {
			smaller := input[:len(input)/2]
			if _, failed, err := try(ctx, smaller); err != nil || !failed {
				t.Errorf("half of the input: got %t, %v", failed, err)
			}
			interrupt()
			return stress.Smaller{Input: smaller, Tries: 1}, context.Cause(ctx)
		}
		started := time.Now()
		shrunk, err := trial.Shrink(ctx, found, half, 0, ignore)
		if took := time.Since(started); err == nil || took > time.Minute {
			t.Errorf("got %v after %v", err, took)
		}
		if !bytes.Equal(shrunk.Finding.Input, found.Input) {
			t.Errorf("what nobody has seen fail again is shown: %q", shrunk.Finding.Input)
		}
	})
}

// slow is an executor on which a solution fails on all inputs, after a while.
type slow struct{ endless }

const aWhile = time.Second

func (e *slow) Try(ctx context.Context, _ *problem.Problem, j job.SingleRun) (job.SingleRunResult, error) {
	select {
	case <-time.After(aWhile):
		return job.SingleRunResult{Failed: true, Found: job.Found{Finding: event.Counterexample{Input: j.Input, Bytes: len(j.Input)}}}, nil
	case <-ctx.Done():
		return job.SingleRunResult{}, context.Cause(ctx)
	}
}

// Shrink keeps a deadline, and tries what it found once more before that.
func TestShrinkEndsBeforeItsDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const bound = 10 * aWhile
		ctx, cancel := context.WithTimeout(t.Context(), bound)
		defer cancel()
		p := &problem.Problem{InputValidators: []problem.Program{{Name: "validate.py"}}}
		trial, err := stress.Open(ctx, &slow{}, stress.Setup{Problem: p, Folder: t.TempDir()}, ignore)
		if err != nil {
			t.Fatal(err)
		}
		found := &event.Counterexample{Input: bytes.Repeat([]byte("1\n"), 100), Bytes: 200}
		// Remove a byte each time, as long as there is time.
		nibble := func(ctx context.Context, input []byte, try stress.Try, _ func(int, int)) (stress.Smaller, error) {
			for tries := 0; ; tries++ {
				if _, fails, err := try(ctx, input[1:]); err != nil || !fails {
					return stress.Smaller{Input: input, Tries: tries}, err
				}
				input = input[1:]
			}
		}
		started := time.Now()
		shrunk, err := trial.Shrink(ctx, found, nibble, 0, ignore)
		if took := time.Since(started); err != nil || took > bound {
			t.Errorf("got %v after %v, want a smaller input within %v", err, took, bound)
		}
		// Of the time for ten tries, two are kept for the last one.
		if want := found.Bytes - 8; shrunk.ToBytes < want || shrunk.ToBytes > want+1 {
			t.Errorf("got %d bytes, want %d or one more", shrunk.ToBytes, want)
		}
	})
}
