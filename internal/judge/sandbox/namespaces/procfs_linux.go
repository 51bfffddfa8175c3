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

// watchInterval is how often memory is looked at where no cgroup limits it. A program that touches new pages as fast as
// it can gets some tens of megabytes further in that time.
const watchInterval = 5 * time.Millisecond

// clockTick is the unit of times in /proc/PID/stat, the same on all architectures (USER_HZ).
const clockTick = 10 * time.Millisecond

// watcher is the meter of machines without usable cgroups. It looks at all processes of the namespace and adds up what
// it reaps.
type watcher struct {
	// keeper compares processes, which the filter forbids to the serving thread.
	keeper *keeper
	// clock counts the CPU time of all that the init starts. Where it is nil, times are added up from what is seen.
	clock   *tally
	started time.Duration // the clock at the beginning of the run

	limit   bytesize.Size
	granted bytesize.Size // what was asked for: anonymous memory that processes share, and pipes that have a name
	mapped  mappings
	// watched are the descriptors that epolls watched at the last look, and watches all that were ever seen: an epoll for which a
	// thread waits goes on without a descriptor, and nothing lists it any more.
	watched, watches int
	dead             time.Duration // CPU time of reaped processes
	lost             time.Duration // of processes that went without anybody waiting for them
	seen             time.Duration // of the living and the reaped at the last look
	living           []int         // at the last look
	peak             bytesize.Size // 0 as long as no process was seen
	// ownPeak is the init's, as far as it was looked at. Up to that, and a little more, a reaped
	// process's peak may be inherited through vfork.
	ownPeak  bytesize.Size
	breached bool
}

// inexact is by how much two readings of the same process's memory may differ: the kernel adds pages up in batches, for each
// processor or thread (mm_counter, percpu_counter_add_batch).
const inexact = bytesize.MiB

// newWatcher is made on the thread that starts programs.
func newWatcher(k *keeper) *watcher {
	clock, err := openTally(taskClock)
	if err != nil { // see CountsTime
		clock = nil
	}
	return &watcher{keeper: k, clock: clock}
}

func (w *watcher) begin(limits sandbox.Limits) error {
	*w = watcher{keeper: w.keeper, clock: w.clock, limit: limits.Memory, ownPeak: w.ownPeak}
	var err error
	if w.clock != nil {
		w.started, err = w.counted()
	}
	return err
}

// counted is what the clock says.
func (w *watcher) counted() (time.Duration, error) {
	now, err := w.clock.read()
	return time.Duration(now.value), err
}

// exhausted is never so: nothing keeps a program from going on.
func (w *watcher) exhausted() bool { return false }

func (w *watcher) interval() time.Duration { return watchInterval }

func (w *watcher) alarm() int { return -1 }

func (w *watcher) birthplace() int { return -1 }

func (w *watcher) look() (time.Duration, bool, error) {
	pids, err := processes()
	if err != nil {
		return 0, false, err
	}
	shared, err := w.shared(pids)
	if err != nil {
		return 0, false, err
	}
	all := make([]process, len(pids))
	for i, pid := range pids {
		all[i] = readProcess(processDir(pid))
		if slices.Contains(shared, pid) {
			all[i].sharesMemory()
		}
	}
	w.weigh(all)
	cpu, err := w.time(pids)
	return cpu, w.breached, err
}

// shared lists the processes that share all of their memory with one before them. What they are found to have is read afterwards: a
// child of vfork(2) that executes a program meanwhile has memory of its own by then.
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

// weigh adds up the memory of all processes.
func (w *watcher) weigh(all []process) {
	var memory bytesize.Size
	for _, p := range all {
		memory += p.memory()
		w.peak = max(w.peak, p.peak)
	}
	if memory == 0 { // they have ended
		return
	}
	open := readOpened(all, w.limit)
	w.watches += max(0, open.watched-w.watched)
	w.watched = open.watched
	memory += usedScratch() + open.memory(w.watches) + w.granted + w.mapped.weigh(all, w.limit)
	if w.limit > 0 && memory > w.limit {
		// Pages that processes share were counted several times; the exact sum is dearer.
		for _, p := range all {
			if own := p.memory(); own > 0 {
				memory -= own - p.proportional()
			}
		}
		w.breached = w.breached || memory > w.limit
	}
	w.peak = max(w.peak, memory)
}

// share tells whether so many more bytes are to be had of what programs have to ask for. They count as used until the end of the run,
// since pages may stay that no process has mapped or open.
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

// time is the CPU time since the beginning of the run.
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

func (w *watcher) spent(time.Duration) {}

func (w *watcher) reaped(used *unix.Rusage) {
	w.dead += time.Duration(used.Utime.Nano() + used.Stime.Nano())
	peak := bytesize.Size(used.Maxrss) * bytesize.KiB
	if peak > w.ownPeak+inexact {
		// Reading it takes as long as a twentieth of a short run. Not getrusage(2), whose peak the init in its turn inherited
		// from the judge.
		if own, err := sizeIn("/proc/self/status", "VmHWM:"); err == nil {
			w.ownPeak = own
		}
	}
	if peak > w.ownPeak+inexact {
		w.peak = max(w.peak, peak)
	}
}

func (w *watcher) end() (usage, error) {
	w.peak = w.peakWith(usedScratch())
	// What was seen last may be missing among the reaped, for the same reason.
	cpu := max(w.dead, w.seen) + w.lost
	if w.clock != nil {
		now, err := w.counted()
		if err != nil {
			return usage{}, err
		}
		cpu = now - w.started
	}
	return usage{cpu, w.peak, 0, w.breached || w.limit > 0 && (w.peak > w.limit || scratchFull())}, nil
}

// peakWith is the peak of a run whose files take so much. Where no process was seen they would be taken for all that it used,
// and count only when they are too many.
func (w *watcher) peakWith(files bytesize.Size) bytesize.Size {
	if w.peak > 0 || w.limit > 0 && files > w.limit {
		return max(w.peak, files)
	}
	return w.peak
}

// processes lists all but the init itself.
func processes() (pids []int, err error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		if pid, err := strconv.Atoi(entry.Name()); err == nil && pid != os.Getpid() {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}

// living lists the processes of a run, none where that cannot be told.
func living() []int {
	pids, _ := processes()
	return pids
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
	stat, err := os.ReadFile(processDir(pid) + "/stat")
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
