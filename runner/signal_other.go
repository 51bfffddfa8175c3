//go:build !unix

package runner

import (
	"fmt"
)

// signalName returns the signal's number; this system has no signal names.
func signalName(number int) string { return fmt.Sprintf("signal %d", number) }
