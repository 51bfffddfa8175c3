package namespaces

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/bytesize"
	"grundy/internal/sandbox"
)

// watchInterval is how often memory is looked at where no cgroup limits it. A program that touches new pages as fast as
// it can gets some tens of megabytes further in that time.
const watchInterval = 5 * time.Millisecond

// clockTick is the unit of times in /proc/PID/stat, the same on all architectures (USER_HZ).
const clockTick = 10 * time.Millisecond

// watcher is the meter of machines without usable cgroups. It looks at all processes of the namespace and adds up what
// it reaps.
type watcher struct {
	limit  bytesize.Size
	dead   time.Duration // CPU time of reaped processes
	lost   time.Duration // of processes that went without anybody waiting for them
	seen   time.Duration // of the living and the reaped at the last look
	living []int         // at the last look
	peak   bytesize.Size
	// ownPeak is the init's, as far as it was looked at. Up to that a reaped process's peak may be inherited through vfork.
	ownPeak  bytesize.Size
	breached bool
}

func (w *watcher) begin(limits sandbox.Limits) error {
	*w = watcher{limit: limits.Memory, ownPeak: w.ownPeak}
	return nil
}

// exhausted is never so: nothing keeps a program from going on.
func (w *watcher) exhausted() bool { return false }

func (w *watcher) interval() time.Duration { return watchInterval }

func (w *watcher) alarm() int { return -1 }

func (w *watcher) birthplace() int { return -1 }

func (w *watcher) look() (time.Duration, bool, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return 0, false, err
	}
	cpu, memory := w.dead, usedScratch()
	var pids []int
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		pids = append(pids, pid)
		cpu += processTime(pid)
		memory += residentSize(pid)
	}
	if w.limit > 0 && memory > w.limit {
		// Pages that processes share were counted several times; the exact sum is dearer.
		memory = usedScratch()
		for _, pid := range pids {
			memory += proportionalSize(pid)
		}
		w.breached = w.breached || memory > w.limit
	}
	w.peak = max(w.peak, memory)
	w.miss(cpu, pids)
	return cpu + w.lost, w.breached, nil
}

// miss notices CPU time that is in no count any more: the kernel itself reaps the children of a process that ignores
// SIGCHLD. Time that a parent was told of moves to the parent's count, rounded to ticks of user and of system time.
func (w *watcher) miss(cpu time.Duration, pids []int) {
	gone := 0
	for _, pid := range w.living {
		if !slices.Contains(pids, pid) {
			gone++
		}
	}
	if missing := w.seen - cpu - time.Duration(gone)*2*clockTick; gone > 0 && missing > 0 {
		w.lost += missing
	}
	w.seen, w.living = cpu, pids
}

func (w *watcher) reaped(used *unix.Rusage) {
	w.dead += time.Duration(used.Utime.Nano() + used.Stime.Nano())
	peak := bytesize.Size(used.Maxrss) * bytesize.KiB
	if peak > w.ownPeak {
		// Reading it takes as long as a twentieth of a short run. Not getrusage(2), whose peak the init in its turn inherited
		// from the judge.
		if own, err := sizeIn("/proc/self/status", "VmHWM:"); err == nil {
			w.ownPeak = own
		}
	}
	if peak > w.ownPeak {
		w.peak = max(w.peak, peak)
	}
}

func (w *watcher) end() (usage, error) {
	// Files cannot take more than the limit: the tmpfs is as large as that.
	files := usedScratch()
	w.peak = max(w.peak, files)
	// What was seen last may be missing among the reaped, for the same reason.
	cpu := max(w.dead, w.seen) + w.lost
	return usage{cpu, w.peak, 0, w.breached || w.limit > 0 && (w.peak > w.limit || files == w.limit)}, nil
}

// processTime is the CPU time of a process, of its threads, and of the children it has waited for.
func processTime(pid int) time.Duration {
	// The clock of a process: clock_getcpuclockid(3).
	const cpuClock = 2
	var ts unix.Timespec
	if unix.ClockGettime(int32(^pid)<<3|cpuClock, &ts) != nil {
		return 0
	}
	total := time.Duration(ts.Nano())
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return total
	}
	// The name in field 2 may hold anything, so count from its end: cutime and cstime are fields 16 and 17.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	const cutime, cstime = 16 - 3, 17 - 3
	if len(fields) > cstime {
		for _, field := range fields[cutime : cstime+1] {
			ticks, _ := strconv.Atoi(string(field))
			total += time.Duration(ticks) * clockTick
		}
	}
	return total
}

// residentSize reads /proc/PID/statm.
func residentSize(pid int) bytesize.Size {
	statm, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := bytes.Fields(statm)
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(string(fields[1]), 10, 64)
	return bytesize.Size(pages * int64(os.Getpagesize()))
}

// proportionalSize reads the Pss of /proc/PID/smaps_rollup, or falls back to the resident size.
func proportionalSize(pid int) bytesize.Size {
	size, err := sizeIn(fmt.Sprintf("/proc/%d/smaps_rollup", pid), "Pss:")
	if err != nil {
		return residentSize(pid)
	}
	return size
}

// sizeIn reads the value behind a key of a file of /proc that gives sizes in kibibytes.
func sizeIn(path, key string) (bytesize.Size, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	for line := range bytes.Lines(data) {
		if value, ok := bytes.CutPrefix(line, []byte(key)); ok {
			if fields := bytes.Fields(value); len(fields) > 0 {
				kib, err := strconv.ParseInt(string(fields[0]), 10, 64)
				return bytesize.Size(kib) * bytesize.KiB, err
			}
		}
	}
	return 0, fmt.Errorf("%s has no %q", path, key)
}
