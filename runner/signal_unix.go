//go:build unix

package runner

import (
	"fmt"
	"syscall"

	"golang.org/x/sys/unix"
)

// signalName returns the signal's number and names: "signal 11 (SIGSEGV, segmentation fault)".
func signalName(number int) string {
	signal := syscall.Signal(number)
	if name := unix.SignalName(signal); name != "" {
		return fmt.Sprintf("signal %d (%s, %s)", number, name, signal)
	}
	return fmt.Sprintf("signal %d", number)
}
