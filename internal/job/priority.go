package job

import (
	"context"
	"slices"
)

type priorityKey struct{}

// WithPriority gives the work of the context a priority. Among concurrent jobs of an executor, those with a smaller
// number get free slots first, and the others get the rest. Within a context that already has a priority, the number
// orders work below that one. Work without a priority precedes all work with one.
//
// If the first failure ends a submission, its next case, while one runs, waits for all other work of the outer
// context.
func WithPriority(ctx context.Context, n int) context.Context {
	return context.WithValue(ctx, priorityKey{}, append(slices.Clone(Priority(ctx)), n))
}

// Priority is the priority of the context: its numbers from the outermost in, nil for none. Smaller numbers come
// first, and a prefix precedes its extensions.
func Priority(ctx context.Context) []int {
	turn, _ := ctx.Value(priorityKey{}).([]int)
	return turn
}
