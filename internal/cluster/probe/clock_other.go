//go:build !linux

package probe

import "time"

// now returns the wall-clock time.
func now() time.Duration { return time.Since(started) }
