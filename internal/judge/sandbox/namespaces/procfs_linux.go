package namespaces

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/addressspace"
)

// watchInterval is how often memory is measured where no cgroup limits it. In that time a program that touches new
// pages as fast as it can gets some tens of megabytes further.
const watchInterval = 5 * time.Millisecond

// clockTick is the unit of times in /proc/PID/stat, the same on all architectures (USER_HZ).
const clockTick = 10 * time.Millisecond

// watcher is the meter of machines without usable cgroups. It inspects all processes of the namespace and sums the
// usage of those that it reaps.
type watcher struct {
	// keeper compares processes, which the filter forbids to the serving thread.
	keeper *helperThread
	people population
	files  fileUsage
	// clock counts the CPU time of everything that the init starts. If it is nil, observed times are summed.
	clock   *eventCounter
	started time.Duration // clock at the beginning of the run

	limit   bytesize.Size
	granted bytesize.Size // memory that programs asked for: shared anonymous memory and named pipes
	mapped  mappings
	// watched counts the descriptors that epolls watched at the last look, and watches all those seen so far: an
	// epoll for which a thread waits continues without a descriptor, and /proc no longer lists it.
	watched, watches int
	dead             time.Duration // CPU time of reaped processes
	lost             time.Duration // of processes that ended without being waited for
	seen             time.Duration // of living and reaped processes at the last look
	living           []int         // at the last look
	peak             bytesize.Size // 0 until a process was seen
	// ownPeak is the init's own peak as far as it was measured. A reaped process may have inherited a peak up to
	// that, and a little more, through vfork.
	ownPeak  bytesize.Size
	breached bool
}

// fileUsage measures the files of a run.
type fileUsage interface {
	used(all []process) bytesize.Size
	full() bool
}

// inexact is how much two readings of a process's memory may differ: the kernel adds pages up in batches, for each
// processor or thread (mm_counter, percpu_counter_add_batch).
const inexact = bytesize.MiB

// mostReadings is how often memory above the limit is measured before it counts. Processes that start and end all the
// time make more than one sum in ten too large, and a program that exceeds its limit runs on meanwhile.
const mostReadings = 5

// newWatcher must be called on the thread that starts programs.
func newWatcher(k *helperThread, people population, files fileUsage) *watcher {
	clock, err := openEventCounter(taskClock)
	if err != nil { // see CountsTime
		clock = nil
	}
	return &watcher{keeper: k, people: people, files: files, clock: clock}
}

func (w *watcher) begin(limits sandbox.Limits) error {
	*w = watcher{keeper: w.keeper, people: w.people, files: w.files, clock: w.clock, limit: limits.Memory, ownPeak: w.ownPeak}
	var err error
	if w.clock != nil {
		w.started, err = w.counted()
	}
	return err
}

// counted returns the reading of the clock.
func (w *watcher) counted() (time.Duration, error) {
	now, err := w.clock.read()
	return time.Duration(now.value), err
}

// exhausted returns false: a program at its limit can always go on.
func (w *watcher) exhausted() bool { return false }

func (w *watcher) interval() time.Duration { return watchInterval }

func (w *watcher) alarm() int { return -1 }

func (w *watcher) birthplace() int { return -1 }

func (w *watcher) look() (time.Duration, bool, error) {
	var pids []int
	err := w.weigh(func() (all []process, err error) {
		pids, all, err = w.read()
		return all, err
	})
	if err != nil {
		return 0, false, err
	}
	cpu, err := w.time(pids)
	return cpu, w.breached, err
}

// read returns the processes of the run. Those that share the memory of another one have none of their own.
func (w *watcher) read() (pids []int, all []process, err error) {
	if pids, err = w.people.list(); err != nil {
		return nil, nil, err
	}
	shared, err := w.shared(pids)
	if err != nil {
		return nil, nil, err
	}
	all = make([]process, len(pids))
	for i, pid := range pids {
		all[i] = readProcess(processDir(pid))
		if slices.Contains(shared, pid) {
			all[i].sharesMemory()
		}
	}
	return pids, all, nil
}

// shared lists the processes that share all of their memory with an earlier one. Their memory must be read
// afterwards: a child of vfork(2) that executes a program meanwhile has memory of its own.
func (w *watcher) shared(pids []int) (shared []int, err error) {
	if len(pids) < 2 {
		return nil, nil
	}
	err = w.keeper.do(func() error {
		shared = addressspace.Shared(pids)
		return nil
	})
	return shared, err
}

// weigh measures the memory of the processes that read returns. Several processes may share pages, and /proc shows
// one process after the other: when one of them ends meanwhile, the shares of the later ones have grown, and the sum
// contains pages twice. Therefore only the smallest of several sums counts against the limit, unless what the processes
// do not share exceeds it.
func (w *watcher) weigh(read func() ([]process, error)) error {
	memory := bytesize.Size(math.MaxInt64)
	for range mostReadings {
		all, err := read()
		if err != nil {
			return err
		}
		sum, certain := w.sum(all)
		memory = min(memory, sum)
		if certain || memory <= w.limit {
			break
		}
	}
	w.peak = max(w.peak, memory)
	w.breached = w.breached || w.limit > 0 && memory > w.limit
	return nil
}

// sum adds up the memory of all processes. It reports whether the sum is certain: there is no limit, one process, or
// memory above the limit that no processes share.
func (w *watcher) sum(all []process) (memory bytesize.Size, certain bool) {
	living := 0
	for _, p := range all {
		if own := p.memory(); own > 0 {
			memory += own
			living++
		}
		w.peak = max(w.peak, p.peak)
	}
	if living == 0 { // they have ended
		return 0, true
	}
	open := readOpened(all, w.limit)
	w.watches += max(0, open.watched-w.watched)
	w.watched = open.watched
	memory += w.files.used(all) + open.memory(w.watches) + w.granted + w.mapped.weigh(all, w.limit)
	if w.limit == 0 || memory <= w.limit {
		return memory, true
	}
	// This counted shared pages several times. The exact sum costs more.
	unshared := memory
	for _, p := range all {
		if own := p.memory(); own > 0 {
			share, private := p.proportional()
			memory -= own - share
			unshared -= own - private
		}
	}
	return memory, living == 1 || unshared > w.limit
}

// share reports whether a program may have the given number of bytes of what programs have to ask for. They count as
// used until the end of the run, since pages may stay that no process maps or has open.
func (w *watcher) share(size uint64) bool {
	most := cmp.Or(w.limit, math.MaxInt64/2)
	if size > uint64(most) {
		return false
	}
	page := bytesize.Size(os.Getpagesize())
	pages := (bytesize.Size(size) + page - 1) / page * page
	if pages > most-w.granted {
		return false
	}
	w.granted += pages
	return true
}

// time returns the CPU time since the beginning of the run.
func (w *watcher) time(pids []int) (time.Duration, error) {
	if w.clock != nil {
		now, err := w.counted()
		return now - w.started, err
	}
	cpu := w.dead
	for _, pid := range pids {
		cpu += processTime(pid)
	}
	w.miss(cpu, pids)
	return cpu + w.lost, nil
}

// miss finds CPU time that no count contains any more: the kernel itself reaps the children of a process that ignores
// SIGCHLD. Time that a parent was credited with moves to the parent's count, rounded to ticks of user and of system
// time.
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

func (w *watcher) spent(time.Duration) {}

func (w *watcher) reaped(used *unix.Rusage) {
	w.dead += time.Duration(used.Utime.Nano() + used.Stime.Nano())
	peak := bytesize.Size(used.Maxrss) * bytesize.KiB
	if peak > w.ownPeak+inexact {
		// Reading it takes a twentieth of the time of a short run. It does not use getrusage(2), whose peak the init
		// itself inherited from the judge.
		if own, err := sizeIn("/proc/self/status", "VmHWM:"); err == nil {
			w.ownPeak = own
		}
	}
	if peak > w.ownPeak+inexact {
		w.peak = max(w.peak, peak)
	}
}

func (w *watcher) end() (usage, error) {
	w.peak = w.peakWith(w.files.used(nil))
	// For the same reason, time seen last may be missing among the reaped processes.
	cpu := max(w.dead, w.seen) + w.lost
	if w.clock != nil {
		now, err := w.counted()
		if err != nil {
			return usage{}, err
		}
		cpu = now - w.started
	}
	return usage{cpu, w.peak, 0, w.breached || w.limit > 0 && (w.peak > w.limit || w.files.full())}, nil
}

// peakWith returns the peak of a run whose files take the given size. If no process was seen, the files would pass
// for everything that the program used, so they count only if they exceed the limit.
func (w *watcher) peakWith(files bytesize.Size) bytesize.Size {
	if w.peak > 0 || w.limit > 0 && files > w.limit {
		return max(w.peak, files)
	}
	return w.peak
}

// processTime returns the CPU time of a process, its threads, and the children that it has waited for.
func processTime(pid int) time.Duration {
	// The clock of a process: clock_getcpuclockid(3).
	const cpuClock = 2
	var ts unix.Timespec
	if unix.ClockGettime(int32(^pid)<<3|cpuClock, &ts) != nil {
		return 0
	}
	total := time.Duration(ts.Nano())
	stat, err := os.ReadFile(processDir(pid) + "/stat")
	if err != nil {
		return total
	}
	// The name in field 2 may contain anything, so count from its end: cutime and cstime are fields 16 and 17.
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

// sizeIn reads the value of a key in a file of /proc with sizes in kibibytes.
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
