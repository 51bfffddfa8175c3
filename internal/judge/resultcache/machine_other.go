//go:build !linux

package resultcache

import (
	"os"
	"runtime"
)

// ThisMachine describes this machine. Its host name stands in for the processor, which cannot be queried.
func ThisMachine() Machine {
	name, _ := os.Hostname()
	return Machine{Processor: name, Kernel: runtime.GOOS + " " + runtime.GOARCH}
}
