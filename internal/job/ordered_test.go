package job

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"grundy/internal/event"
)

// sleeper emits its name, sleeps, and emits the name again.
func sleeper(name string, sleep time.Duration, err error) Piece {
	return func(ctx context.Context, emit func(event.Event)) error {
		emit(event.Running{Submission: name + " begins"})
		select {
		case <-time.After(sleep):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		emit(event.Running{Submission: name + " ends"})
		return err
	}
}

func TestOverlap(t *testing.T) {
	fault := errors.New("fault")
	for _, test := range []struct {
		name   string
		width  int
		pieces []Piece
		want   string
		took   time.Duration
		err    error
	}{
		{
			"the order is kept", 3,
			[]Piece{sleeper("a", 5*time.Second, nil), sleeper("b", time.Second, nil), sleeper("c", 2*time.Second, nil)},
			"a begins, a ends, b begins, b ends, c begins, c ends", 5 * time.Second, nil,
		},
		{
			"one after the other", 1,
			[]Piece{sleeper("a", 5*time.Second, nil), sleeper("b", time.Second, nil)},
			"a begins, a ends, b begins, b ends", 6 * time.Second, nil,
		},
		{
			"at most two wait for an earlier one", 2,
			[]Piece{sleeper("a", 5*time.Second, nil), sleeper("b", time.Second, nil), sleeper("c", 2*time.Second, nil)},
			"a begins, a ends, b begins, b ends, c begins, c ends", 7 * time.Second, nil,
		},
		{
			"a fault ends all", 3,
			[]Piece{sleeper("a", 5*time.Second, nil), sleeper("b", time.Second, fault), sleeper("c", time.Hour, nil)},
			"a begins, a ends, b begins, b ends", 5 * time.Second, fault,
		},
		{"nothing to do", 3, nil, "", 0, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var got []string
				started := time.Now()
				err := RunOrdered(t.Context(), test.width, test.pieces, func(e event.Event) {
					got = append(got, e.(event.Running).Submission)
				})
				if took := time.Since(started); took != test.took || !errors.Is(err, test.err) {
					t.Errorf("took %v, want %v; error %v, want %v", took, test.took, err, test.err)
				}
				if strings.Join(got, ", ") != test.want {
					t.Errorf("got %q, want %q", got, test.want)
				}
			})
		})
	}
}

// After an interrupt, no held piece may be reported and no piece may go on.
func TestOverlapIsCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		reason := errors.New("changed my mind")
		pieces := []Piece{sleeper("0", 5*time.Second, nil), sleeper("1", time.Second, nil), sleeper("2", time.Hour, nil)}
		var got []string
		err := RunOrdered(ctx, 3, pieces, func(e event.Event) {
			got = append(got, e.(event.Running).Submission)
			if e.(event.Running).Submission == "1 begins" {
				cancel(reason)
			}
		})
		if !errors.Is(err, reason) || strings.Join(got, ", ") != "0 begins, 0 ends, 1 begins" {
			t.Errorf("error %v, got %q", err, got)
		}
	})
}
