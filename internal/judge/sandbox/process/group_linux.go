package process

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/addressspace"
	"grundy/internal/judge/sandbox/ulimit"
)

// lookInterval is how often the judge checks a program.
const lookInterval = 5 * time.Millisecond

// clockTick is the unit of times in /proc/PID/stat, the same on all architectures (USER_HZ).
const clockTick = 10 * time.Millisecond

// Fields of /proc/PID/stat (proc_pid_stat(5)), counted from field 3: the name before it may contain anything.
const (
	fieldState = 0
	fieldGroup = 5 - 3
	fieldTimes = 14 - 3 // utime, stime, cutime, cstime
)

// inspect sums the processes of the group. A zombie still counts with its time, but no longer as a process.
func (g group) inspect() usage {
	var sum usage
	dir, err := os.Open("/proc")
	if err != nil {
		return sum
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return sum
	}
	for _, name := range names {
		if name[0] < '0' || name[0] > '9' {
			continue
		}
		stat, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue
		}
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(fields) < fieldTimes+4 || number(fields[fieldGroup]) != g.id {
			continue
		}
		for _, field := range fields[fieldTimes : fieldTimes+4] {
			sum.cpu += time.Duration(number(field)) * clockTick
		}
		if state := fields[fieldState][0]; state != 'Z' && state != 'X' {
			sum.processes++
			sum.members = append(sum.members, number([]byte(name)))
		}
	}
	// Read memory afterwards: a child of vfork(2) that has executed a program meanwhile has memory of its own.
	shared := addressspace.Shared(sum.members)
	for _, pid := range sum.members {
		if !slices.Contains(shared, pid) {
			sum.memory += resident(pid)
		}
	}
	return sum
}

// resident returns the memory of a process (/proc/PID/statm, field 2), or 0 if it has ended.
func resident(pid int) bytesize.Size {
	statm, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := bytes.Fields(statm)
	if len(fields) < 2 {
		return 0
	}
	return bytesize.Size(number(fields[1]) * os.Getpagesize())
}

// peakOf returns the peak of memory of an ended program and of the processes that it waited for. It returns 0 if that
// may be the judge's own peak, with which the program begins.
func peakOf(state *os.ProcessState) bytesize.Size {
	used, ok := state.SysUsage().(*syscall.Rusage)
	status, err := os.ReadFile("/proc/self/status")
	if !ok || err != nil {
		return 0
	}
	var own bytesize.Size
	for line := range bytes.Lines(status) {
		if value, found := bytes.CutPrefix(line, []byte("VmHWM:")); found {
			own = bytesize.Size(number(bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimSpace(value), []byte("kB"))))) * bytesize.KiB
		}
	}
	const inexact = bytesize.MiB // the kernel adds pages up in batches
	if peak := bytesize.Size(used.Maxrss) * bytesize.KiB; peak > own+inexact {
		return peak
	}
	return 0
}

func number(field []byte) int {
	n, _ := strconv.Atoi(string(field))
	return n
}

// limitStarted sets the limits that the kernel checks continuously, for which it is early enough just after the
// start. It ignores errors, since the process may have ended already.
func limitStarted(pid int, limits sandbox.Limits) {
	set := func(resource int, value uint64) {
		value = ulimit.Clamp(pid, resource, value)
		_ = unix.Prlimit(pid, resource, &unix.Rlimit{Cur: value, Max: value}, nil)
	}
	set(unix.RLIMIT_CORE, ulimit.NoCore)
	var own unix.Rlimit
	if limits.Memory > 0 && unix.Prlimit(pid, unix.RLIMIT_STACK, nil, &own) == nil {
		// Programs that need a larger stack may raise the limit: Memory bounds them anyway.
		own.Cur = min(uint64(limits.Stack()), own.Max)
		_ = unix.Prlimit(pid, unix.RLIMIT_STACK, &own, nil)
	}
	if most := limits.FileSize(); most > 0 {
		// One byte more distinguishes writing too much from writing just enough.
		set(unix.RLIMIT_FSIZE, uint64(most)+1)
	}
	if limits.OpenFiles > 0 {
		set(unix.RLIMIT_NOFILE, uint64(limits.OpenFiles))
	}
}
