package backend

import (
	"os"
	"runtime"
	"strconv"
	"strings"
)

// Load returns how many processes compete for a processor, at least 1.
func Load() float64 {
	text, _ := os.ReadFile("/proc/loadavg") // without the file nothing is known about other processes
	return perProcessor(string(text), runtime.NumCPU())
}

func perProcessor(loadavg string, processors int) float64 {
	return max(1, competing(loadavg)/float64(processors))
}

// competing parses /proc/loadavg (proc_loadavg(5)). The average of the last minute misses processes that have just
// begun, and the number that run at this moment is chance: the greater of both counts.
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
