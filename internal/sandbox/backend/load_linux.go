package backend

import (
	"os"
	"runtime"
	"strconv"
	"strings"
)

// Load is the number of processes that compete for a processor, at least 1.
func Load() float64 {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 1
	}
	return max(1, competing(string(text))/float64(runtime.NumCPU()))
}

// competing understands /proc/loadavg (proc_loadavg(5)). The average of the last minute knows nothing yet of what has
// just begun, and what runs at this moment is chance: the greater of both counts.
func competing(loadavg string) float64 {
	fields := strings.Fields(loadavg)
	if len(fields) < 4 {
		return 0
	}
	average, _ := strconv.ParseFloat(fields[0], 64)
	now, _, _ := strings.Cut(fields[3], "/")
	running, _ := strconv.ParseFloat(now, 64)
	return max(average, running)
}
