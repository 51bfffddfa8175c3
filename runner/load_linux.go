package runner

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// load is the number of processes that compete for a processor, at least 1 and at most maxLoad.
func load() float64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 1
	}
	// The kernel counts in fixed point, with 16 bits after it: the average of the last minute.
	average := float64(info.Loads[0]) / (1 << 16)
	return min(max(1, average/float64(runtime.NumCPU())), maxLoad)
}
