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
	"grundy/internal/problem"
)

// endless is an executor for which a solution fails at once on all inputs, until it is asked after the end: then it does not
// answer.
type endless struct {
	stress.Executor
	ended context.Context
}

func (e *endless) Open(context.Context, *problem.Problem, job.Opening) (event.Stress, error) {
	return event.Stress{}, nil
}

func (e *endless) Prepare(context.Context, *problem.Problem, job.Job) {}

func (e *endless) Try(ctx context.Context, _ *problem.Problem, j job.Trial) (job.Tried, error) {
	if e.ended.Err() != nil {
		<-ctx.Done()
		return job.Tried{}, context.Cause(ctx)
	}
	return job.Tried{Failed: true, Found: job.Found{Finding: event.Finding{Input: j.Input, Bytes: len(j.Input)}}}, nil
}

// Somebody who presses Ctrl-C gets the prompt back, however long the last look at what was found would take.
func TestShrinkEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, interrupt := context.WithCancel(t.Context())
		p := &problem.Problem{InputValidators: []problem.Program{{Name: "validate.py"}}}
		trial, err := stress.Open(ctx, &endless{ended: ctx}, stress.Setup{Problem: p, Folder: t.TempDir()}, ignore)
		if err != nil {
			t.Fatal(err)
		}
		found := &event.Finding{Input: []byte("1 2 3\n"), Bytes: 6}
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
