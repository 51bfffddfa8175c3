//go:build !linux

package resultcache

import (
	"os"
	"runtime"
)

// ThisMachine looks at the machine. Without a way to ask for the processor its host's name stands for it.
func ThisMachine() Machine {
	name, _ := os.Hostname()
	return Machine{Processor: name, Kernel: runtime.GOOS + " " + runtime.GOARCH}
}
