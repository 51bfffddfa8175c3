package namespaces

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
)

// cgroupKind is the kind of control groups that a machine has.
type cgroupKind string

// The kinds. With noCgroup, rlimits and the observation of /proc enforce the limits.
const (
	noCgroup cgroupKind = "none"
	cgroup1  cgroupKind = "v1"
	cgroup2  cgroupKind = "v2"
)

// minimumLimit keeps the kernel from killing a child before its exec, while it still shares the init's memory.
const minimumLimit = 8 * bytesize.MiB

// meter measures and limits one run. It lives as long as the init.
type meter interface {
	// begin sets limits and takes the present values of the counters as zero.
	begin(limits sandbox.Limits) error
	// look returns the CPU time since begin, and reports whether the memory limit was breached.
	look() (cpu time.Duration, breached bool, err error)
	// interval returns how often to look even if nothing happens.
	interval() time.Duration
	// alarm returns a descriptor that becomes readable when memory has run out, or -1.
	alarm() int
	// reaped adds a process that has been collected.
	reaped(usage *unix.Rusage)
	// spent adds CPU time that the init itself used for looking at threads.
	spent(cpu time.Duration)
	// exhausted reports whether the limit was reached and the program's own pages fill its memory. Such a program may
	// not be killed but spend its time reading its own code again and again, which the kernel evicts so that it can
	// go on.
	exhausted() bool
	// end returns the totals, when no process is left.
	end() (usage, error)
	// birthplace returns the descriptor of the cgroup that programs are born in, or -1 if they inherit the thread's.
	birthplace() int
}

// usage is what a run used.
type usage struct {
	cpu      time.Duration
	peak     bytesize.Size
	oomKills int // processes that the kernel killed because memory ran out
	breached bool
}

// reapInterval is how often the init collects orphans while a program runs, so that they do not use up its process
// limit.
const reapInterval = 100 * time.Millisecond

// counter is an open control file, read and written at offset 0 again and again.
type counter struct{ fd int }

func openCounter(dir int, name string, flags int) (counter, error) {
	fd, err := unix.Openat(dir, name, flags|unix.O_CLOEXEC, 0)
	if err != nil {
		return counter{-1}, fmt.Errorf("open cgroup file %s: %w", name, err)
	}
	return counter{fd}, nil
}

func (c counter) read(buffer []byte) ([]byte, error) {
	n, err := unix.Pread(c.fd, buffer, 0)
	if err != nil {
		return nil, err
	}
	return buffer[:n], nil
}

// number reads a file that holds one number.
func (c counter) number() (int64, error) {
	var buffer [32]byte
	text, err := c.read(buffer[:])
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
}

// field reads the value of a key of a flat keyed file.
func (c counter) field(key string) (int64, error) {
	var buffer [1024]byte
	text, err := c.read(buffer[:])
	if err != nil {
		return 0, err
	}
	for line := range bytes.Lines(text) {
		if value, ok := bytes.CutPrefix(line, []byte(key+" ")); ok {
			return strconv.ParseInt(string(bytes.TrimSpace(value)), 10, 64)
		}
	}
	return 0, fmt.Errorf("cgroup file has no %q", key)
}

// write sets a value. Version 1 sets no limit while a signal is pending.
func (c counter) write(text string) error {
	return uninterrupted(func() error {
		_, err := unix.Pwrite(c.fd, []byte(text), 0)
		return err
	})
}

// setting is a control file that is written only when the value changes.
type setting struct {
	counter
	value int64
}

func (s *setting) set(value int64, unlimited string) error {
	if value == s.value {
		return nil
	}
	text := unlimited
	if value > 0 {
		text = strconv.FormatInt(value, 10)
	}
	if err := s.write(text); err != nil {
		return err
	}
	s.value = value
	return nil
}

// exhausted compares the peak and the program's own pages, a field of memory.stat, with the limit. The kernel charges
// pages in batches. A value that cannot be read, such as the peak on old kernels, proves nothing.
func exhausted(limit setting, peak, stat counter, field string) bool {
	const batches = 256 << 10
	most, err := peak.number()
	if err != nil || limit.value <= 0 || most < limit.value-batches {
		return false
	}
	own, err := stat.field(field)
	return err == nil && own > limit.value-limit.value/16
}

// unset is not a valid setting, so that the first value is always written.
const unset = -1

func effectiveMemory(limit bytesize.Size) int64 {
	if limit == 0 {
		return 0
	}
	return int64(max(limit, minimumLimit))
}

// meter1 uses the controllers memory, cpuacct and pids of version 1. The spawning thread is a permanent member, so
// that children are born there: moving a process costs an RCU grace period, milliseconds.
type meter1 struct {
	limit, swapLimit, pids   setting
	usage, peak, oom, cpuUse counter
	stat                     counter
	empty                    counter
	cpuStart                 int64
	found                    bytesize.Size // page cache left by earlier runs
	kills                    int64         // total so far; the kernel kills nothing between runs
	alarming                 bool          // the last run ran out of memory
	hasSwapLimit             bool
	event                    int
}

// newMeter1 adds the calling thread to the directories, in the order memory, cpuacct, pids.
func newMeter1(dirs []int) (*meter1, error) {
	if len(dirs) != 3 {
		return nil, fmt.Errorf("cgroup v1: want 3 directories, got %d", len(dirs))
	}
	for _, dir := range dirs {
		tasks, err := openCounter(dir, "tasks", unix.O_WRONLY)
		if err != nil {
			return nil, err
		}
		err = tasks.write("0") // the calling thread
		unix.Close(tasks.fd)
		if err != nil {
			return nil, fmt.Errorf("join cgroup: %w", err)
		}
	}
	m := &meter1{}
	var errs []error
	open := func(target *counter, dir int, name string, flags int) {
		var err error
		*target, err = openCounter(dir, name, flags)
		errs = append(errs, err)
	}
	open(&m.limit.counter, dirs[0], "memory.limit_in_bytes", unix.O_WRONLY)
	open(&m.usage, dirs[0], "memory.usage_in_bytes", unix.O_RDONLY)
	open(&m.peak, dirs[0], "memory.max_usage_in_bytes", unix.O_RDWR)
	open(&m.oom, dirs[0], "memory.oom_control", unix.O_RDONLY)
	open(&m.stat, dirs[0], "memory.stat", unix.O_RDONLY)
	open(&m.empty, dirs[0], "memory.force_empty", unix.O_WRONLY)
	open(&m.cpuUse, dirs[1], "cpuacct.usage", unix.O_RDONLY)
	open(&m.pids.counter, dirs[2], "pids.max", unix.O_WRONLY)
	// This file does not exist on machines without swap accounting.
	if swap, err := openCounter(dirs[0], "memory.memsw.limit_in_bytes", unix.O_WRONLY); err == nil {
		m.swapLimit.counter, m.hasSwapLimit = swap, true
	}
	m.limit.value, m.swapLimit.value, m.pids.value = unset, unset, unset
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	var err error
	if m.kills, err = m.oom.field("oom_kill"); err != nil {
		return nil, err
	}
	m.event, err = m.watchOOM(dirs[0])
	return m, err
}

// watchOOM returns a descriptor that becomes readable when the memory controller runs out of memory (cgroup v1,
// memory.txt, section 10).
func (m *meter1) watchOOM(dir int) (int, error) {
	event, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return -1, err
	}
	control, err := openCounter(dir, "cgroup.event_control", unix.O_WRONLY)
	if err != nil {
		return -1, err
	}
	defer unix.Close(control.fd)
	return event, control.write(fmt.Sprintf("%d %d", event, m.oom.fd))
}

// Up to leftover bytes of an earlier run may count towards the next run's peak. More page cache than that, up to
// maxFound and 1/foundShare of the limit, stays where it is and is not counted: often it is the interpreter itself,
// which every run would have to read from the disk again. A program that needs nearly all of the limit is then
// reported to have needed all of it.
const (
	leftover   = 2 << 20
	maxFound   = 64 << 20
	foundShare = 8
)

func (m *meter1) begin(limits sandbox.Limits) error {
	memory := effectiveMemory(limits.Memory)
	if err := m.settle(memory); err != nil {
		return err
	}
	if memory != m.limit.value {
		// The limit with swap may never be below the one without, so it is lifted first.
		if m.hasSwapLimit {
			if err := m.swapLimit.set(0, "-1"); err != nil {
				return fmt.Errorf("set swap limit: %w", err)
			}
		}
		if err := m.limit.set(memory, "-1"); err != nil {
			return fmt.Errorf("set memory limit: %w", err)
		}
		if m.hasSwapLimit {
			if err := m.swapLimit.set(memory, "-1"); err != nil {
				return fmt.Errorf("set swap limit: %w", err)
			}
		}
	}
	processes := int64(limits.Processes)
	if processes > 0 {
		processes++ // the spawning thread
	}
	if err := m.pids.set(processes, "max"); err != nil {
		return fmt.Errorf("set process limit: %w", err)
	}
	if err := m.peak.write("0"); err != nil {
		return fmt.Errorf("reset memory peak: %w", err)
	}
	if m.alarming {
		// A process that is being killed for lack of memory may ask for more and raise the alarm again after the end.
		_ = m.alarmed()
		m.alarming = false
	}
	var err error
	m.cpuStart, err = m.cpuUse.number()
	return err
}

// settle removes what earlier runs left in the group, or measures how much of it shall not count towards a limit.
func (m *meter1) settle(limit int64) error {
	m.found = 0
	used, err := m.usage.number()
	if err != nil || used <= leftover {
		return err
	}
	inactive, err := m.stat.field("inactive_file")
	if err != nil {
		return err
	}
	active, err := m.stat.field("active_file")
	if err != nil {
		return err
	}
	most := int64(maxFound)
	if limit > 0 {
		most = min(most, limit/foundShare)
	}
	if files := inactive + active; files <= most && used-files <= leftover {
		m.found = bytesize.Size(files)
		return nil
	}
	// Ignoring the error is right: memory that cannot be freed now merely counts.
	_ = m.empty.write("0")
	return nil
}

func (m *meter1) look() (time.Duration, bool, error) {
	used, err := m.cpuUse.number()
	return time.Duration(used - m.cpuStart), false, err
}

func (m *meter1) exhausted() bool {
	return exhausted(m.limit, m.peak, m.stat, "rss")
}

func (m *meter1) interval() time.Duration { return reapInterval }

func (m *meter1) alarm() int { return m.event }

func (m *meter1) reaped(*unix.Rusage) {}

// spent subtracts the time: the init's thread is a member of the group.
func (m *meter1) spent(cpu time.Duration) { m.cpuStart += int64(cpu) }

func (m *meter1) end() (usage, error) {
	cpu, _, err := m.look()
	if err != nil {
		return usage{}, err
	}
	number, err := m.peak.number()
	if err != nil {
		return usage{}, err
	}
	peak := bytesize.Size(number)
	if m.limit.value <= 0 || number < m.limit.value { // otherwise the kernel has freed what was found to make room
		peak -= min(peak, m.found)
	}
	ever, err := m.oom.field("oom_kill")
	if err != nil {
		return usage{}, err
	}
	kills := ever - m.kills
	m.kills = ever
	if kills == 0 && m.alarmed() {
		// The alarm comes just before the kernel kills. Whether the kernel's signal arrives first, or the one that
		// the init sends to all on the alarm, is chance.
		kills = 1
	}
	m.alarming = kills > 0
	return usage{cpu, peak, int(kills), m.alarming}, nil
}

// alarmed reports once whether memory ran out since begin.
func (m *meter1) alarmed() bool {
	var times [8]byte
	_, err := unix.Read(m.event, times[:])
	return err == nil
}

func (m *meter1) birthplace() int { return -1 }

// meter2 uses version 2. Programs are born in the leaf "run" below the box's directory.
type meter2 struct {
	dir, leaf             int
	limit, swap, pids     setting
	peak, events, cpuStat counter
	stat                  counter
	// current is sampled where the kernel keeps no peak; otherwise its descriptor is -1.
	current    counter
	seen       bytesize.Size
	cpuStart   int64
	killsStart int64
	// fresh reports that the leaf is created anew for each run, since its peak cannot be reset (before Linux 6.12).
	fresh bool
	used  bool
}

// newMeter2 takes the box's directory, whose children have the controllers memory and pids.
func newMeter2(dirs []int) (*meter2, error) {
	if len(dirs) != 1 {
		return nil, fmt.Errorf("cgroup v2: want 1 directory, got %d", len(dirs))
	}
	m := &meter2{dir: dirs[0], leaf: -1}
	return m, m.makeLeaf()
}

const leafName = "run"

func (m *meter2) makeLeaf() error {
	if m.leaf >= 0 {
		for _, fd := range []int{m.leaf, m.limit.fd, m.swap.fd, m.pids.fd, m.peak.fd, m.current.fd, m.events.fd, m.cpuStat.fd, m.stat.fd} {
			if fd >= 0 {
				unix.Close(fd)
			}
		}
		// A dead process leaves its group a moment after it was reaped.
		for try := 0; ; try++ {
			err := unix.Unlinkat(m.dir, leafName, unix.AT_REMOVEDIR)
			if err == nil || errors.Is(err, unix.ENOENT) {
				break
			}
			if !errors.Is(err, unix.EBUSY) || try == 1000 {
				return fmt.Errorf("remove cgroup: %w", err)
			}
			time.Sleep(time.Millisecond)
		}
	}
	if err := unix.Mkdirat(m.dir, leafName, 0o755); err != nil && !errors.Is(err, unix.EEXIST) {
		return fmt.Errorf("make cgroup: %w", err)
	}
	var err error
	if m.leaf, err = unix.Openat(m.dir, leafName, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0); err != nil {
		return fmt.Errorf("open cgroup: %w", err)
	}
	var errs []error
	open := func(target *counter, name string, flags int) {
		var err error
		*target, err = openCounter(m.leaf, name, flags)
		errs = append(errs, err)
	}
	open(&m.limit.counter, "memory.max", unix.O_WRONLY)
	open(&m.pids.counter, "pids.max", unix.O_WRONLY)
	open(&m.events, "memory.events", unix.O_RDONLY)
	open(&m.cpuStat, "cpu.stat", unix.O_RDONLY)
	open(&m.stat, "memory.stat", unix.O_RDONLY)
	// Linux 5.19 made the peak readable, and 6.12 made it resettable by writing.
	m.current.fd = -1
	if m.peak, err = openCounter(m.leaf, "memory.peak", unix.O_RDWR); err != nil {
		m.fresh = true
		if m.peak, err = openCounter(m.leaf, "memory.peak", unix.O_RDONLY); err != nil {
			open(&m.current, "memory.current", unix.O_RDONLY)
		}
	}
	// This file does not exist on kernels without swap.
	if m.swap.counter, err = openCounter(m.leaf, "memory.swap.max", unix.O_WRONLY); err == nil {
		errs = append(errs, m.swap.write("0"))
	}
	group, err := openCounter(m.leaf, "memory.oom.group", unix.O_WRONLY)
	if err == nil {
		err = group.write("1")
		unix.Close(group.fd)
	}
	m.limit.value, m.pids.value = unset, unset
	return errors.Join(append(errs, err)...)
}

func (m *meter2) begin(limits sandbox.Limits) error {
	if !m.fresh && m.used && m.peak.write("reset") != nil {
		m.fresh = true
	}
	if m.fresh && m.used {
		if err := m.makeLeaf(); err != nil {
			return err
		}
	}
	m.used, m.seen = true, 0
	if err := m.limit.set(effectiveMemory(limits.Memory), "max"); err != nil {
		return fmt.Errorf("set memory limit: %w", err)
	}
	if err := m.pids.set(int64(limits.Processes), "max"); err != nil {
		return fmt.Errorf("set process limit: %w", err)
	}
	var err error
	if m.killsStart, err = m.events.field("oom_kill"); err != nil {
		return err
	}
	m.cpuStart, err = m.cpuStat.field("usage_usec")
	return err
}

func (m *meter2) look() (time.Duration, bool, error) {
	if m.current.fd >= 0 {
		now, err := m.current.number()
		if err != nil {
			return 0, false, err
		}
		m.seen = max(m.seen, bytesize.Size(now))
	}
	used, err := m.cpuStat.field("usage_usec")
	return time.Duration(used-m.cpuStart) * time.Microsecond, false, err
}

func (m *meter2) exhausted() bool {
	return exhausted(m.limit, m.peak, m.stat, "anon")
}

// interval is short where the peak must be sampled. When memory runs out, the group dies as a whole, which wakes the
// waiting thread anyway.
func (m *meter2) interval() time.Duration {
	if m.current.fd >= 0 {
		return watchInterval
	}
	return reapInterval
}

func (m *meter2) alarm() int { return -1 }

func (m *meter2) reaped(*unix.Rusage) {}

func (m *meter2) spent(time.Duration) {}

func (m *meter2) end() (usage, error) {
	cpu, _, err := m.look()
	if err != nil {
		return usage{}, err
	}
	peak := m.seen
	if m.current.fd < 0 {
		number, err := m.peak.number()
		if err != nil {
			return usage{}, err
		}
		peak = bytesize.Size(number)
	}
	kills, err := m.events.field("oom_kill")
	kills -= m.killsStart
	return usage{cpu, peak, int(kills), kills > 0}, err
}

func (m *meter2) birthplace() int { return m.leaf }
