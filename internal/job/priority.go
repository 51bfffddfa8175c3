package job

import (
	"context"
	"slices"
)

type priorityKey struct{}

// WithPriority gives what is done in the context a turn: of several jobs that an executor is given at once, those with a smaller
// one get the slots that come free, and the others what these leave. Work of a context that has a turn already is ordered
// within that one. Without a turn work goes before all work that has one.
// The next case of a submission that its first failure ends waits, while one is run, for all other work of the outer context.
func WithPriority(ctx context.Context, n int) context.Context {
	return context.WithValue(ctx, priorityKey{}, append(slices.Clone(Priority(ctx)), n))
}

// Priority is the turn of what is done in the context: its numbers from the outermost in, nil when it has none. Smaller ones come
// first, and those that others begin with before these.
func Priority(ctx context.Context) []int {
	turn, _ := ctx.Value(priorityKey{}).([]int)
	return turn
}
