//go:build !linux

package probe

import "time"

// now is the time on the clock.
func now() time.Duration { return time.Since(started) }
