package runner

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"grundy/internal/sandbox"
	"grundy/internal/verdict"
)

// idleShare is the part of its wall time that a program may spend on the processor and still count as idle.
const idleShare = 0.1

// classify judges how a submission ended. It returns None when it ended well and its output is to be judged.
//
// Writing too much comes first, since a program that goes on after it meets some other limit as well. Then memory,
// since the kernel's kill looks like a signal, then time, then signals and exit codes.
func classify(r sandbox.Result, l limits) (verdict.Verdict, string) {
	switch {
	case r.OutputHit, r.Breach == sandbox.OutputBreach:
		return verdict.OLE, fmt.Sprintf("wrote more than %s", l.output)
	case r.Breach == sandbox.MemoryBreach && r.OOMKills > 0:
		return verdict.MLE, fmt.Sprintf("killed by the kernel at %s", l.memory)
	case r.Breach == sandbox.MemoryBreach && r.Memory <= l.memory:
		return verdict.MLE, fmt.Sprintf("reached the limit of %s", l.memory)
	case r.Breach == sandbox.MemoryBreach:
		return verdict.MLE, fmt.Sprintf("used %s, limit %s", r.Memory, l.memory)
	case r.Breach == sandbox.CPUBreach && r.Signal == 0:
		return verdict.TLE, fmt.Sprintf("used %s of CPU time, limit %s", seconds(r.CPU), seconds(l.time))
	case r.Breach == sandbox.CPUBreach:
		return verdict.TLE, fmt.Sprintf("killed at %s of CPU time, limit %s", seconds(r.CPU), seconds(l.time))
	case r.CPU > l.time:
		return verdict.TLE, fmt.Sprintf("used %s of CPU time, limit %s", seconds(r.CPU), seconds(l.time))
	case r.Breach == sandbox.WallBreach && float64(r.CPU) < idleShare*float64(r.Wall):
		reason := fmt.Sprintf("idle: used %s of CPU time in %s", seconds(r.CPU), seconds(r.Wall))
		if l.idleness {
			return verdict.IE, reason
		}
		return verdict.TLE, reason
	case r.Breach == sandbox.WallBreach:
		return verdict.TLE, fmt.Sprintf("killed after %s of wall time, %s of CPU time, limit %s", seconds(r.Wall), seconds(r.CPU), seconds(l.time))
	case r.Signal != 0:
		return verdict.RTE, "killed by " + signalName(r.Signal)
	case r.Exit != 0:
		return verdict.RTE, "exit code " + strconv.Itoa(r.Exit)
	}
	return verdict.None, ""
}

// seconds writes a duration as people compare it with a limit: "1.03 s", "0.4 s", "12 ms".
func seconds(d time.Duration) string {
	if d < 100*time.Millisecond {
		return strconv.FormatFloat(float64(d.Microseconds())/1000, 'f', 1, 64) + " ms"
	}
	text := strconv.FormatFloat(d.Seconds(), 'f', 3, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + " s"
}
