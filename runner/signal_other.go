//go:build !unix

package runner

import (
	"fmt"
)

// signalName says which signal it was; this system has no names for them.
func signalName(number int) string { return fmt.Sprintf("signal %d", number) }
