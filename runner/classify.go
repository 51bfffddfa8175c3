package runner

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/judge/diagnose"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
)

// idleShare is the share of its wall time that a program may spend on the CPU and still count as idle.
const idleShare = 0.1

// classify judges how a run of a submission ended. It returns None if the run ended well and its output is to be
// judged.
//
// The output limit comes first, since a program that exceeds it and goes on meets another limit as well. Memory comes
// next, since the kernel's OOM kill looks like a signal. Then come time, signals and exit codes.
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
	case r.Breach == sandbox.IdleBreach, r.Breach == sandbox.WallBreach && float64(r.CPU) < idleShare*float64(r.Wall):
		reason := fmt.Sprintf("idle: used %s of CPU time in %s", seconds(r.CPU), seconds(r.Wall))
		if l.idleness {
			return verdict.ILE, reason
		}
		return verdict.TLE, reason
	case r.Breach == sandbox.WallBreach:
		return verdict.TLE, fmt.Sprintf("killed after %s of wall time, %s of CPU time, limit %s", seconds(r.Wall), seconds(r.CPU), seconds(l.time))
	case r.Signal == segmentationFault && r.Memory >= (sandbox.Limits{Memory: l.memory}).Stack() && l.memory > 0:
		return verdict.RTE, "killed by " + signalName(r.Signal) + stackOverflow
	case r.Signal != 0:
		return verdict.RTE, "killed by " + signalName(r.Signal)
	case crashes[uint32(r.Exit)] != "":
		return verdict.RTE, fmt.Sprintf("crashed with 0x%08X: %s", uint32(r.Exit), crashes[uint32(r.Exit)])
	case r.Exit != 0:
		return verdict.RTE, "exit code " + strconv.Itoa(r.Exit)
	}
	return verdict.None, ""
}

// stackOverflow is appended to the reason of a crash that looks like one.
const stackOverflow = ": stack overflow?"

const segmentationFault = 11 // SIGSEGV, on all systems whose sandboxes report signals

// overflows are the messages of runtimes that end a program themselves when its stack is full.
var overflows = []string{
	"RecursionError:", "java.lang.StackOverflowError", "Maximum call stack size exceeded", "has overflowed its stack",
	"goroutine stack exceeds", "stack level too deep", "Stack overflow", "stack overflow", "Stack_overflow", "StackOverflowException",
	"Control stack exhausted", "Runtime error 202",
}

// refineVerdict adds to a verdict's reason what standard error and the program's source reveal about it.
//
// A program whose runtime reports that memory ran out exceeded the limit in two cases: its runtime was told of the
// limit, or the program had already used a large share of it. Otherwise the program may have asked for more than the
// machine has, and crashed for that reason.
func refineVerdict(t event.Test, program *language.Program) (verdict.Verdict, string) {
	if t.Verdict == verdict.RTE && program != nil && program.Hides != "" {
		return t.Verdict, t.Reason + ": " + program.Hides
	}
	says := func(words string) bool { return strings.Contains(t.Stderr, words) }
	// A stack that grows like any other memory may reach the memory limit.
	if t.Verdict == verdict.RTE || t.Verdict == verdict.MLE {
		if strings.HasSuffix(t.Reason, stackOverflow) {
			return t.Verdict, t.Reason
		}
		if slices.ContainsFunc(overflows, says) {
			return t.Verdict, t.Reason + stackOverflow
		}
	}
	words, found := diagnose.OutOfMemory(t.Stderr)
	isMost := t.MemoryLimit > 0 && t.Memory >= bytesize.Size(exhaustedShare*float64(t.MemoryLimit))
	switch {
	case t.Verdict != verdict.RTE || !found:
		return t.Verdict, t.Reason
	case isMost, program != nil && program.KnowsMemory():
		return verdict.MLE, fmt.Sprintf("ran out of memory: %s, limit %s", firstLine(words), t.MemoryLimit)
	}
	return t.Verdict, t.Reason + ": ran out of memory: " + firstLine(words)
}

// exhaustedShare is the smallest share of the memory limit that a program has used when its runtime meets that limit.
// A table that doubles asks for as much again as it has.
const exhaustedShare = 0.5

// seconds formats a duration the way limits are read: "1.03 s", "0.4 s", "12 ms".
func seconds(d time.Duration) string {
	if d < 100*time.Millisecond {
		return strconv.FormatFloat(float64(d.Microseconds())/1000, 'f', 1, 64) + " ms"
	}
	text := strconv.FormatFloat(d.Seconds(), 'f', 3, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + " s"
}
