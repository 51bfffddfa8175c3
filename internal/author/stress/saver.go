package stress

import (
	"context"

	"grundy/internal/event"
)

// Saver makes a failing case a test of its problem.
type Saver interface {
	// Save returns where it put the test. If it fails, the problem is unchanged.
	Save(ctx context.Context, found event.Counterexample) (event.Kept, error)
}
