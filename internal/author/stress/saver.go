package stress

import (
	"context"

	"grundy/internal/event"
)

// Saver makes a failing case a test of its problem.
type Saver interface {
	// Save tells where it put the test. When it fails, the problem is as before.
	Save(ctx context.Context, found event.Finding) (event.Kept, error)
}
