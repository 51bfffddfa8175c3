package runner

import (
	"context"
	"slices"
)

// turn tells when somebody is served who waits for a slot: smaller ones come first. Longer ones are parts of shorter ones.
type turn []int

type turnKey struct{}

// InTurn gives what is done in the context a turn: of several pieces of work that a judge is given at once, those with a
// smaller one get the slots that come free, and the others what these leave. Work of a context that has a turn already is
// ordered within that one. Without a turn work goes before all work that has one.
func InTurn(ctx context.Context, n int) context.Context {
	return context.WithValue(ctx, turnKey{}, append(slices.Clone(turnOf(ctx)), n))
}

func turnOf(ctx context.Context) turn {
	t, _ := ctx.Value(turnKey{}).(turn)
	return t
}
