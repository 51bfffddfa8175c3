package activity

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/judge/sandbox"
)

// A program is stuck if, at one moment, each of its threads sleeps in a system call that only three things can end:
// its standard input, another thread of the program, or the end of a time beyond the horizon. From then on nothing
// happens until its standard input gets data or is closed. That moment lies between two passes over all threads. A
// thread that sleeps in both passes and got no processor in between (its turns, proc_pid_schedstat(5)) has slept
// throughout. A thread that something wakes is runnable at once, however long it then waits for a processor.
//
// A wait that something outside the program could end means that the program is not stuck: timeouts, timers and
// alarms, and descriptors other than pipes, event counters and files. The same holds for everything that the kernel
// hides from the judge. The census trusts the program in two points: the names of the helper threads of Java's
// runtime, which wake now and then for its own purposes, and that a program which does not handle SIGALRM has set no
// alarm, since no file shows alarms. A program that lies here harms only itself.

// census inspects the threads of a run.
type census struct {
	Run
	delays map[int]time.Duration // by thread, at the last census
	buffer [4096]byte
}

func newCensus(run Run) *census { return &census{Run: run} }

// InputName returns the name that links in /proc/PID/fd give to a pipe or a terminal, or "" for any other descriptor.
func InputName(fd int) string {
	var stat unix.Stat_t
	if unix.Fstat(fd, &stat) != nil {
		return ""
	}
	if stat.Mode&unix.S_IFMT == unix.S_IFIFO {
		return fmt.Sprintf("pipe:[%d]", stat.Ino)
	}
	if _, err := unix.IoctlGetTermios(fd, unix.TCGETS); err != nil {
		return ""
	}
	name, _ := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", fd)) // without /proc the name is never compared
	return name
}

// thread is a living thread.
type thread struct {
	process, id     int
	name            string
	state           byte
	bears           bool   // waits for a child that borrows its memory
	caught, blocked uint64 // signals
	delay           time.Duration
	turns           uint64
}

// active reports whether a thread computes, or waits for a processor or a disk.
func (t *thread) active() bool { return t.state == 'R' || t.state == 'D' }

// helpers are threads of the HotSpot virtual machine that wake now and then, by their names in the kernel. They do
// nothing that a program could wait for.
var helpers = []string{
	"VM Periodic Tas", "VM Thread", "Monitor Deflati", "Common-Cleaner", "Service Thread", "Sweeper thread", "C1 CompilerThre", "C2 CompilerThre",
	"G1 Service", "G1 Main Marker", "G1 Conc#", "G1 Refine#", "GC Thread#",
}

// isIdleHelper reports whether a thread is a helper that has nothing to do at the moment.
func (t *thread) isIdleHelper() bool {
	return slices.ContainsFunc(helpers, func(name string) bool { return strings.HasPrefix(t.name, name) })
}

// take determines what the threads do.
func (c *census) take() threadStates {
	found := threadStates{at: time.Now()}
	threads := c.threads()
	found.delay = c.delayed(threads)
	if len(threads) == 0 || slices.ContainsFunc(threads, func(t thread) bool { return t.active() }) {
		return found
	}
	found.state = sandbox.Waits
	stuck, polls := true, false
	for i := range threads {
		w, known := c.wait(&threads[i])
		if !known && c.Input != "" {
			// A wait for input is not the program's fault, so it must not be mistaken for another wait.
			found.state, found.blind = sandbox.Computes, true
			return found
		}
		if w.asks {
			found.state, found.asks = sandbox.Computes, true
			return found
		}
		if w.input {
			found.state, found.input = sandbox.Reads, true
		}
		stuck = stuck && (w.endless || threads[i].isIdleHelper())
		polls = polls || w.polls
	}
	if stuck && c.timeless(threads, polls) && c.asleep(threads, c.threads()) {
		found.state = sandbox.Stuck
	}
	return found
}

// asleep reports whether all threads slept from one pass to the next.
func (c *census) asleep(before, after []thread) bool {
	return slices.EqualFunc(before, after, func(a, b thread) bool {
		return a.id == b.id && !b.active() && (a.turns == b.turns && a.turns > 0 || a.isIdleHelper())
	})
}

// delayed sums how long threads have waited for a processor since the last census.
func (c *census) delayed(threads []thread) (sum time.Duration) {
	delays := make(map[int]time.Duration, len(threads))
	for _, t := range threads {
		delays[t.id] = t.delay
		sum += t.delay - c.delays[t.id]
	}
	c.delays = delays
	return sum
}

// threads lists the living threads, in the order of the kernel.
func (c *census) threads() (list []thread) {
	for _, process := range c.Processes() {
		entries, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", process))
		if err != nil {
			continue // the process has just ended
		}
		for _, entry := range entries {
			id, err := strconv.Atoi(entry.Name())
			if err != nil {
				continue
			}
			if t, lives := c.thread(process, id); lives {
				list = append(list, t)
			}
		}
	}
	return list
}

// Fields of /proc/PID/task/TID/stat (proc_pid_stat(5)), counted from field 3: the name before it may contain
// anything.
const (
	fieldState   = 0
	fieldBlocked = 32 - 3
	fieldCaught  = 34 - 3
)

func (c *census) thread(process, id int) (t thread, lives bool) {
	folder := fmt.Sprintf("/proc/%d/task/%d/", process, id)
	stat := c.read(folder + "stat")
	begin, end := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
	if begin < 0 || end < begin {
		return t, false
	}
	fields := bytes.Fields(stat[end+1:])
	if len(fields) <= fieldCaught || bytes.ContainsAny(fields[fieldState], "ZX") {
		return t, false
	}
	t = thread{
		process: process, id: id, name: string(stat[begin+1 : end]), state: fields[fieldState][0],
		blocked: decimal(fields[fieldBlocked]), caught: decimal(fields[fieldCaught]),
	}
	// Kernels without accounting have no such file. A program never counts as stuck there.
	if fields := bytes.Fields(c.read(folder + "schedstat")); len(fields) == 3 {
		t.delay, t.turns = time.Duration(decimal(fields[1])), decimal(fields[2])
	}
	if t.state == 'D' && c.awaitsBirth(&t) {
		t.state, t.bears = 'S', true
	}
	return t, true
}

// awaitsBirth reports whether a thread that seems to wait for a disk in fact waits for a child. The child borrows the
// thread's memory until it executes a program (vfork(2)), and may do anything until then. It is itself a process of
// the run, so the census sees whether it is active.
func (c *census) awaitsBirth(t *thread) bool {
	number, _, _ := bytes.Cut(c.read(c.callPath(t)), []byte(" "))
	call, err := strconv.Atoi(string(number))
	return err == nil && calls[call].kind == birth
}

// read returns the beginning of a file, or nothing if it cannot be read. The result is valid until the next call.
func (c *census) read(path string) []byte {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	n, err := unix.Read(fd, c.buffer[:])
	if err != nil {
		return nil
	}
	return c.buffer[:n]
}

func decimal(text []byte) uint64 {
	n, _ := strconv.ParseUint(string(text), 10, 64)
	return n
}

// wait describes what a sleeping thread waits for.
type wait struct {
	endless bool // only standard input and other threads of the run can end it
	input   bool // standard input can end it
	polls   bool // other descriptors can end it as well
	asks    bool // the judge ends it by an answer; see instantCalls
}

// wait reads the number and arguments of the system call from /proc/PID/task/TID/syscall. Containers may forbid that.
func (c *census) wait(t *thread) (w wait, known bool) {
	text := c.read(c.callPath(t))
	return c.understand(t, strings.Fields(string(text))), len(text) > 0
}

func (c *census) callPath(t *thread) string {
	return fmt.Sprintf("/proc/%d/task/%d/syscall", t.process, t.id)
}

func (c *census) understand(t *thread, fields []string) wait {
	if t.state != 'S' || len(fields) < 7 {
		return wait{} // the thread was stopped or runs again
	}
	number, err := strconv.Atoi(fields[0])
	call, known := calls[number]
	if call.kind == birth && !t.bears || slices.Contains(instantCalls, number) {
		return wait{asks: true}
	}
	if err != nil || !known {
		return wait{}
	}
	var arguments [6]uint64
	for i := range arguments {
		arguments[i], _ = strconv.ParseUint(strings.TrimPrefix(fields[i+1], "0x"), 16, 64)
	}
	switch call.kind {
	case reading:
		link := c.link(t.process, strconv.Itoa(int(int32(arguments[0]))))
		input := link != "" && link == c.Input
		return wait{endless: input || isPrivate(link), input: input}
	case polling:
		input := c.Input != "" && slices.Contains(c.links(t.process), c.Input)
		return wait{endless: c.outlasts(t, call, arguments), input: input, polls: true}
	default:
		return wait{endless: c.outlasts(t, call, arguments)}
	}
}

// outlasts reports whether a call has no timeout, or one beyond the horizon.
func (c *census) outlasts(t *thread, call call, arguments [6]uint64) bool {
	switch call.timeout {
	case never:
		return true
	case milliseconds:
		return int32(arguments[call.argument]) < 0
	case pointer:
		return arguments[call.argument] == 0
	}
	// Operations of futex(2).
	const futexCommand, futexWait, futexWaitBitset, futexRealtime = 127, 0, 9, 256
	operation := int(arguments[1])
	absolute := false
	switch operation & futexCommand {
	case futexWait:
	case futexWaitBitset:
		absolute = true
	default:
		return false
	}
	address := arguments[3]
	if address == 0 {
		return true
	}
	timeout, known := c.timespec(t.process, address)
	if !known || c.Horizon == 0 {
		return false
	}
	if absolute {
		clock := int32(unix.CLOCK_MONOTONIC)
		if operation&futexRealtime != 0 {
			clock = unix.CLOCK_REALTIME
		}
		var now unix.Timespec
		if unix.ClockGettime(clock, &now) != nil {
			return false
		}
		return timeout-time.Duration(now.Nano()) > c.Horizon
	}
	// The wait began some time after the program did.
	return timeout-time.Since(c.Started) > c.Horizon
}

// timespec reads a time from the memory of a process.
func (c *census) timespec(process int, address uint64) (time.Duration, bool) {
	fd, err := unix.Open(fmt.Sprintf("/proc/%d/mem", process), unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, false
	}
	defer unix.Close(fd)
	var words [16]byte
	if n, err := unix.Pread(fd, words[:], int64(address)); err != nil || n < len(words) {
		return 0, false
	}
	const most = uint64(1<<63-1) / uint64(time.Second)
	seconds := min(binary.NativeEndian.Uint64(words[:]), most-1)
	return time.Duration(seconds)*time.Second + time.Duration(binary.NativeEndian.Uint64(words[8:])%uint64(time.Second)), true
}

// link reads what a descriptor of a process refers to.
func (c *census) link(process int, descriptor string) string {
	n, err := unix.Readlink(fmt.Sprintf("/proc/%d/fd/%s", process, descriptor), c.buffer[:])
	if err != nil {
		return ""
	}
	return string(c.buffer[:n])
}

// links reads what the descriptors of a process refer to.
func (c *census) links(process int) (list []string) {
	entries, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", process))
	if err != nil {
		return []string{""}
	}
	for _, entry := range entries {
		list = append(list, c.link(process, entry.Name()))
	}
	return list
}

// isPrivate reports whether a link names something that only the program itself can write to.
func isPrivate(link string) bool {
	return strings.HasPrefix(link, "pipe:[") || link == "anon_inode:[eventfd]"
}

// isSilent reports whether a link names something that never wakes a thread by itself.
func isSilent(link string) bool {
	return isPrivate(link) || link == "anon_inode:[eventpoll]" ||
		strings.HasPrefix(link, "/") && !strings.HasPrefix(link, "/dev/") || slices.Contains(silentDevices, link)
}

var silentDevices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}

// timeless reports whether neither time nor another process can wake the processes of these threads. polls says that
// some of them poll.
func (c *census) timeless(threads []thread, polls bool) bool {
	last := 0
	for _, t := range threads {
		if awaitsAlarm(t.caught) || awaitsAlarm(t.blocked) {
			return false
		}
		if t.process == last {
			continue
		}
		last = t.process
		if timers, err := os.ReadFile(fmt.Sprintf("/proc/%d/timers", t.process)); err != nil || len(timers) > 0 {
			return false
		}
		if polls && slices.ContainsFunc(c.links(t.process), func(link string) bool { return !isSilent(link) }) {
			return false
		}
	}
	return true
}

// awaitsAlarm reports whether a set of signals contains an alarm signal on purpose. Some runtimes, such as Go's,
// handle or block all signals, including the one for coprocessor faults, which no program expects.
func awaitsAlarm(signals uint64) bool {
	has := func(signal unix.Signal) bool { return signals&(1<<(signal-1)) != 0 }
	return has(unix.SIGALRM) && !has(unix.SIGSTKFLT)
}
