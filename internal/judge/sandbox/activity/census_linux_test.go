package activity

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"grundy/internal/judge/sandbox"
	"grundy/tests/suite"
)

// behaviour names the environment variable that makes a process of this binary do something else than testing.
const behaviour = "PULSE_TEST_BEHAVIOUR"

func TestMain(m *testing.M) {
	if act, found := behaviours[os.Getenv(behaviour)]; found {
		act()
		return
	}
	os.Exit(m.Run())
}

func readAll() {
	for in := bufio.NewReader(os.Stdin); ; {
		if _, err := in.ReadByte(); err != nil {
			return
		}
	}
}

func spin() {
	for n := uint(1); ; {
		n *= 3
	}
}

var behaviours = map[string]func(){
	"read": readAll,
	"read beside a sleeper": func() {
		go func() { time.Sleep(horizon * 9 / 10); fmt.Println("awake") }()
		readAll()
	},
	"read beside a ticker": func() {
		go func() {
			for range time.Tick(time.Millisecond) {
			}
		}()
		readAll()
	},
	"read beside a mutex": func() {
		var m sync.Mutex
		m.Lock()
		go m.Lock()
		readAll()
	},
	"spin": spin,
	"read unseen": func() {
		_ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
		readAll()
	},
	"read beside a spinner": func() {
		go spin()
		readAll()
	},
	"wait for a child that reads": func() {
		borrow(func() { unix.RawSyscall(unix.SYS_READ, 0, uintptr(unsafe.Pointer(&borrowed)), 1) })
	},
	"wait for a child that sleeps": func() {
		long := unix.Timespec{Sec: 600}
		borrow(func() { unix.RawSyscall(unix.SYS_NANOSLEEP, uintptr(unsafe.Pointer(&long)), 0, 0) })
	},
	"wait for a child that spins": func() { borrow(spin) },
}

// borrowed is the byte that a child reads into.
var borrowed byte

// borrow lets a child act in the memory of this process, which waits meanwhile. Both are to be killed before that
// ends.
func borrow(act func()) {
	if pid, _, _ := unix.RawSyscall(unix.SYS_CLONE, unix.CLONE_VM|unix.CLONE_VFORK|uintptr(unix.SIGCHLD), 0, 0); pid == 0 {
		act()
	}
	unix.RawSyscall(unix.SYS_EXIT_GROUP, 1, 0, 0)
}

// horizon is shorter than the sleep of idle threads of Go's runtime.
const horizon = 20 * time.Second

// run is a process group that reads from a pipe.
type run struct {
	census *census
	says   *os.File
	group  int
}

// start starts a program and its descendants as one group.
func start(t testing.TB, args ...string) *run {
	t.Helper()
	if _, err := exec.LookPath(args[0]); err != nil {
		t.Skip("no", args[0])
	}
	heard, says, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.SysProcAttr = heard, &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	r := &run{says: says, group: cmd.Process.Pid}
	r.census = newCensus(Run{
		Horizon: horizon, Started: time.Now(), Input: InputName(int(heard.Fd())), Processes: r.members,
	})
	heard.Close()
	t.Cleanup(func() {
		_ = syscall.Kill(-r.group, syscall.SIGKILL)
		_ = cmd.Wait()
		says.Close()
	})
	return r
}

// members lists the processes of the group.
func (r *run) members() (list []int) {
	entries, _ := os.ReadDir("/proc")
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		if group, err := syscall.Getpgid(pid); err == nil && group == r.group {
			list = append(list, pid)
		}
	}
	return list
}

// find repeats the census until it finds a state. It takes no longer than the machine needs to start the program.
func (r *run) find(t *testing.T, state sandbox.State) {
	t.Helper()
	r.await(t, fmt.Sprintf("state %d", state), func(found threadStates) bool { return found.state == state })
}

// await repeats the census until the result is as wanted.
func (r *run) await(t *testing.T, wanted string, is func(threadStates) bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		found := r.census.take()
		if is(found) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%+v, want %s", found, wanted)
		}
	}
}

func self(t *testing.T, name string) []string {
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return []string{"env", behaviour + "=" + name, path}
}

func TestCensus(t *testing.T) {
	python := func(lines ...string) []string { return []string{"python3", "-c", strings.Join(lines, "\n")} }
	for _, test := range []struct {
		name  string
		args  []string
		want  sandbox.State
		never []sandbox.State
	}{
		{"a program", []string{"cat"}, sandbox.Stuck, nil},
		{"a child", []string{"sh", "-c", "cat; true"}, sandbox.Stuck, nil},
		{"a pipeline", []string{"sh", "-c", "cat | cat | cat"}, sandbox.Stuck, nil},
		{"Go", self(t, "read"), sandbox.Stuck, nil},
		{"a mutex that is never unlocked", self(t, "read beside a mutex"), sandbox.Stuck, nil},
		{"Python", python("input()"), sandbox.Stuck, nil},
		{"Python's threads", python("import threading", "threading.Thread(target=input).start()", "threading.Event().wait()"), sandbox.Stuck, nil},
		{"select without a timeout", python("import select", "select.select([0], [], [])"), sandbox.Stuck, nil},

		{"a timeout", python("import select", "select.select([0], [], [], 600)"), sandbox.Reads, []sandbox.State{sandbox.Stuck}},
		{
			"a socket beside its input", python("import select, socket", "a, b = socket.socketpair()", "select.select([0, a], [], [])"),
			sandbox.Reads,
			[]sandbox.State{sandbox.Stuck},
		},
		{"a sleeping child", []string{"sh", "-c", "sleep 600 & cat"}, sandbox.Reads, []sandbox.State{sandbox.Stuck}},
		{"a sleeping goroutine", self(t, "read beside a sleeper"), sandbox.Reads, []sandbox.State{sandbox.Stuck}},
		{"a ticker", self(t, "read beside a ticker"), sandbox.Reads, []sandbox.State{sandbox.Stuck}},
		{
			"an alarm", python("import signal", "signal.signal(signal.SIGALRM, print)", "signal.alarm(600)", "input()"),
			sandbox.Reads,
			[]sandbox.State{sandbox.Stuck},
		},
		{"a spinning thread", self(t, "read beside a spinner"), sandbox.Computes, []sandbox.State{sandbox.Stuck}},
		{"a vforked child that reads", self(t, "wait for a child that reads"), sandbox.Reads, nil},
		{"a vforked child that sleeps", self(t, "wait for a child that sleeps"), sandbox.Waits, []sandbox.State{sandbox.Reads, sandbox.Stuck}},
		{"a vforked child that spins", self(t, "wait for a child that spins"), sandbox.Computes, []sandbox.State{sandbox.Reads, sandbox.Stuck}},
		{"nothing to read", []string{"sleep", "100"}, sandbox.Waits, []sandbox.State{sandbox.Reads, sandbox.Stuck}},
		{"a spinner", self(t, "spin"), sandbox.Computes, []sandbox.State{sandbox.Reads, sandbox.Stuck}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := start(t, test.args...)
			r.find(t, test.want)
			for range 20 {
				if found := r.census.take().state; slices.Contains(test.never, found) {
					t.Fatalf("state %d", found)
				}
				time.Sleep(time.Millisecond)
			}
		})
	}
}

// If the judge may not see what a program waits for, it may be its input, which is not the program's fault. Without
// an input the program just waits.
func TestUnseen(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root sees everything")
	}
	r := start(t, self(t, "read unseen")...)
	r.await(t, "to be blind to what it waits for", func(found threadStates) bool { return found.blind && found.state == sandbox.Computes })
	r.census.Input = ""
	r.await(t, "it to wait", func(found threadStates) bool { return !found.blind && found.state == sandbox.Waits })
}

// The census derives what a thread waits for from its system call, here one of this process.
func TestUnderstand(t *testing.T) {
	input, _, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	other, _, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []*os.File{input, other, file} {
		defer f.Close()
	}
	piped := InputName(int(input.Fd()))
	const (
		closed                                 = 1 << 20
		soon                                   = 100 * time.Millisecond
		late                                   = 10 * time.Second
		relative, absolute, absoluteOnWallTime = 0, 9, 9 | 256
		wake                                   = 1
	)
	clock := func(id int32) time.Duration {
		var now unix.Timespec
		if err := unix.ClockGettime(id, &now); err != nil {
			t.Fatal(err)
		}
		return time.Duration(now.Nano())
	}
	var times []*unix.Timespec // must be neither moved nor freed
	at := func(d time.Duration) uint64 {
		spec := unix.NsecToTimespec(d.Nanoseconds())
		times = append(times, &spec)
		return uint64(uintptr(unsafe.Pointer(&spec)))
	}
	inTheMiddle := unix.Timespec{Nsec: (400 * time.Millisecond).Nanoseconds()}
	times = append(times, &inTheMiddle)
	sleeps := thread{process: os.Getpid(), state: 'S'}
	for _, test := range []struct {
		name      string
		input     string // the program's
		horizon   time.Duration
		ago       time.Duration // since the program began
		call      int
		arguments [6]uint64
		want      wait
	}{
		{"its input", piped, 0, 0, unix.SYS_READ, [6]uint64{uint64(input.Fd())}, wait{endless: true, input: true}},
		{"a pipe of its own", piped, 0, 0, unix.SYS_READ, [6]uint64{uint64(other.Fd())}, wait{endless: true}},
		{"a device", piped, 0, 0, unix.SYS_READ, [6]uint64{uint64(file.Fd())}, wait{}},
		{"a closed descriptor", "", 0, 0, unix.SYS_READ, [6]uint64{closed}, wait{}},
		{"an unknown call", piped, 0, 0, unix.SYS_NANOSLEEP, [6]uint64{}, wait{}},
		{"any descriptor", piped, 0, 0, unix.SYS_PPOLL, [6]uint64{}, wait{endless: true, input: true, polls: true}},
		{"any but its input", "pipe:[0]", 0, 0, unix.SYS_PPOLL, [6]uint64{}, wait{endless: true, polls: true}},
		{"any, until a time", piped, 0, 0, unix.SYS_PPOLL, [6]uint64{2: 1}, wait{input: true, polls: true}},
		{"milliseconds", piped, 0, 0, unix.SYS_EPOLL_PWAIT, [6]uint64{3: 1}, wait{input: true, polls: true}},
		{"none of them", piped, 0, 0, unix.SYS_EPOLL_PWAIT, [6]uint64{}, wait{input: true, polls: true}},
		{"any number of them", piped, 0, 0, unix.SYS_EPOLL_PWAIT, [6]uint64{3: 1<<32 - 1}, wait{endless: true, input: true, polls: true}},

		{"a thread", "", time.Second, 0, unix.SYS_FUTEX, [6]uint64{1: relative}, wait{endless: true}},
		{"to wake threads", "", time.Second, 0, unix.SYS_FUTEX, [6]uint64{1: wake}, wait{}},
		{"a thread for a long time", "", time.Second, 0, unix.SYS_FUTEX, [6]uint64{1: relative, 3: at(late)}, wait{endless: true}},
		{"a thread for a while", "", time.Second, 0, unix.SYS_FUTEX, [6]uint64{1: relative, 3: at(soon)}, wait{}},
		{"for parts of a second", "", time.Second, 0, unix.SYS_FUTEX, [6]uint64{1: relative, 3: uint64(uintptr(unsafe.Pointer(&inTheMiddle)))}, wait{}},
		{"for a time that may be over", "", time.Second, late, unix.SYS_FUTEX, [6]uint64{1: relative, 3: at(late)}, wait{}},
		{"without a horizon", "", 0, 0, unix.SYS_FUTEX, [6]uint64{1: relative, 3: at(late)}, wait{}},
		{"for a time that cannot be read", "", time.Second, 0, unix.SYS_FUTEX, [6]uint64{1: relative, 3: 1}, wait{}},
		{
			"until late", "", time.Second, 0, unix.SYS_FUTEX,
			[6]uint64{1: absolute, 3: at(clock(unix.CLOCK_MONOTONIC) + time.Hour)},
			wait{endless: true},
		},
		{"until soon", "", time.Second, 0, unix.SYS_FUTEX, [6]uint64{1: absolute, 3: at(clock(unix.CLOCK_MONOTONIC) + soon)}, wait{}},
		{
			"until late on the wall", "", time.Second, 0, unix.SYS_FUTEX,
			[6]uint64{1: absoluteOnWallTime, 3: at(clock(unix.CLOCK_REALTIME) + time.Hour)},
			wait{endless: true},
		},
		{"for the judge to allow a process", "", 0, 0, unix.SYS_CLONE, [6]uint64{}, wait{asks: true}},
		{"for the judge to allow a mode", "", 0, 0, unix.SYS_FCHMODAT, [6]uint64{}, wait{asks: true}},
		{"until soon on the wall", "", time.Second, 0, unix.SYS_FUTEX, [6]uint64{1: absoluteOnWallTime, 3: at(clock(unix.CLOCK_REALTIME) + soon)}, wait{}},
	} {
		c := newCensus(Run{Input: test.input, Horizon: test.horizon, Started: time.Now().Add(-test.ago)})
		fields := []string{strconv.Itoa(test.call)}
		for _, argument := range test.arguments {
			fields = append(fields, fmt.Sprintf("0x%x", argument))
		}
		if got := c.understand(&sleeps, fields); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
		stopped := sleeps
		stopped.state = 'T'
		if got := c.understand(&stopped, fields); got != (wait{}) {
			t.Errorf("%s, stopped: %+v", test.name, got)
		}
	}
	if got := newCensus(Run{}).understand(&sleeps, []string{"running"}); got != (wait{}) {
		t.Errorf("running: %+v", got)
	}
	runtime.KeepAlive(times)
}

// Threads slept from one pass to the next if they are the same, sleep, and had no turn in between.
func TestAsleep(t *testing.T) {
	const helper = "VM Thread"
	one := thread{id: 1, state: 'S', turns: 5}
	for _, test := range []struct {
		name          string
		before, after thread
		want          bool
	}{
		{"nothing happened", one, one, true},
		{"a turn", one, thread{id: 1, state: 'S', turns: 6}, false},
		{"another thread", one, thread{id: 2, state: 'S', turns: 5}, false},
		{"ready for a turn", one, thread{id: 1, state: 'R', turns: 5}, false},
		{"waits for a disk", one, thread{id: 1, state: 'D', turns: 5}, false},
		{"turns are not counted", thread{id: 1, state: 'S'}, thread{id: 1, state: 'S'}, false},
		{"a helper's turn", thread{id: 1, state: 'S', name: helper, turns: 5}, thread{id: 1, state: 'S', turns: 6}, true},
		{"a helper at work", thread{id: 1, state: 'S', name: helper}, thread{id: 1, state: 'R'}, false},
		{"another helper", thread{id: 1, state: 'S', name: helper}, thread{id: 2, state: 'S'}, false},
	} {
		var c census
		if got := c.asleep([]thread{test.before}, []thread{test.after}); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
		if c.asleep([]thread{test.before}, nil) {
			t.Errorf("%s: asleep without the thread", test.name)
		}
	}
}

// A timer may wake a process whatever its threads wait for, and a process that cannot be inspected may have one.
func TestTimeless(t *testing.T) {
	var c census
	threads := []thread{{process: os.Getpid()}, {process: os.Getpid()}}
	if !c.timeless(threads, false) {
		t.Skip("this process has a timer, or the kernel does not show any")
	}
	if c.timeless([]thread{{process: 1 << 30}}, false) {
		t.Error("a process that is not there is timeless")
	}
	// Whatever else is polled may end the wait, such as this socket.
	sockets, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(sockets[0])
	defer unix.Close(sockets[1])
	if c.timeless(threads, true) {
		t.Error("timeless though it polls sockets")
	}
	const nobody = 1                    // SIGEV_NONE of sigevent(3type)
	event := [8]uint64{1: nobody << 32} // after a value and a signal
	var timer int32
	_, _, errno := unix.Syscall(unix.SYS_TIMER_CREATE, unix.CLOCK_MONOTONIC, uintptr(unsafe.Pointer(&event)), uintptr(unsafe.Pointer(&timer)))
	if errno != 0 {
		t.Fatal(errno)
	}
	defer unix.Syscall(unix.SYS_TIMER_DELETE, uintptr(timer), 0, 0)
	if c.timeless(threads, false) {
		t.Error("timeless with a timer")
	}
}

// The kernel reports the total wait of a thread for a processor; a census returns the growth since the last one.
func TestDelayed(t *testing.T) {
	var c census
	for _, look := range []struct {
		threads []thread
		want    time.Duration
	}{
		{[]thread{{id: 1, delay: 5}}, 5},
		{[]thread{{id: 1, delay: 7}, {id: 2, delay: 3}}, 5},
		{[]thread{{id: 2, delay: 3}}, 0},
	} {
		if got := c.delayed(look.threads); got != look.want {
			t.Errorf("%+v: %d, want %d", look.threads, got, look.want)
		}
	}
}

// A process that has just ended does not hide the next one.
func TestEndedMeanwhile(t *testing.T) {
	c := newCensus(Run{Processes: func() []int { return []int{1 << 30, os.Getpid()} }})
	if len(c.threads()) == 0 {
		t.Error("no threads of this process")
	}
}

// A zombie has no living thread.
func TestZombie(t *testing.T) {
	cmd := exec.Command("true")
	if err := cmd.Start(); err != nil {
		t.Skip(err)
	}
	defer cmd.Wait()
	c := newCensus(Run{Processes: func() []int { return []int{cmd.Process.Pid} }})
	for deadline := time.Now().Add(time.Minute); len(c.threads()) > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%+v", c.threads())
		}
	}
}

func TestInputName(t *testing.T) {
	file, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, fd := range []int{int(file.Fd()), -1} {
		if name := InputName(fd); name != "" {
			t.Errorf("descriptor %d is no pipe: %q", fd, name)
		}
	}
}

// A beat inspects the threads unless the program computes, and says since when it has waited.
func TestBeats(t *testing.T) {
	const ms = time.Millisecond
	r := start(t, "sleep", "100")
	r.find(t, sandbox.Waits)
	looks := 0
	p := New(Run{Reports: true, Processes: func() []int { looks++; return r.members() }})
	var at []time.Time
	for i, beat := range []struct {
		cpu     time.Duration // in 100 ms
		looks   bool
		waiting bool
		since   int // the beat since which it has waited
	}{
		{0, true, false, 0},
		{0, true, false, 0},
		{2 * ms, true, true, 0},
		{10 * ms, true, false, 0}, // not quiet, but calm
		{11 * ms, true, false, 4},
		{0, true, false, 4},
		{0, true, false, 4},
		{50 * ms, true, false, 7},
		{51 * ms, false, false, 8},
		{0, true, false, 9}, // it has computed
		{0, true, false, 9},
		{0, true, true, 9},
	} {
		before, idle := looks, p.Idle
		if !p.Look(p.wall+100*ms, p.cpu+beat.cpu) {
			t.Fatalf("look %d is no beat", i)
		}
		at = append(at, p.Report.At)
		if beat.looks != (looks > before) || p.Waiting != beat.waiting || !p.Report.Since.Equal(at[beat.since]) {
			t.Errorf("beat %d: %d looks, waiting %t, since %v; want %+v, %v", i, looks-before, p.Waiting, p.Report.Since, beat, at)
		}
		// The rest of the beat, less the time that the sleeper may have waited for a processor.
		if rest := 100*ms - beat.cpu; beat.looks && p.Idle-idle > rest {
			t.Errorf("beat %d: idle for %v of %v", i, p.Idle-idle, rest)
		}
	}
}

// Runtimes whose own threads wake from time to time.
func TestRuntimes(t *testing.T) {
	suite.NeedsAll(t, "starts virtual machines")
	for name, args := range map[string][]string{
		"Java":       {"java", filepath.Join("testdata", "Read.java")},
		"JavaScript": {"node", "-e", "process.stdin.on('data', () => {})"},
	} {
		t.Run(name, func(t *testing.T) { start(t, args...).find(t, sandbox.Stuck) })
	}
}

// TestStuckIsForEver: a stuck program stays stuck until it is given something to read. A program that wakes by itself at odd moments is
// never called stuck while it may.
func TestStuckIsForEver(t *testing.T) {
	for _, script := range []string{
		"for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.0$i; done; touch $0; cat",
		"(for i in 1 2 3 4 5 6 7 8 9; do sleep 0.0$i; done; touch $0) & cat",
		"for i in 1 2 3 4 5 6 7 8 9; do sleep 0.0$i | cat; done; touch $0; cat",
	} {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			mark := t.TempDir() + "/awake"
			r := start(t, "sh", "-c", script, mark)
			for deadline := time.Now().Add(time.Minute); r.census.take().state != sandbox.Stuck; {
				if time.Now().After(deadline) {
					t.Fatal("never called stuck")
				}
			}
			if _, err := os.Stat(mark); err != nil {
				t.Error("called stuck although it went on:", err)
			}
		})
	}
}

// BenchmarkCensus measures one census of a program with one thread that waits for its input.
func BenchmarkCensus(b *testing.B) {
	r := start(b, "cat")
	r.census.Processes = func() []int { return []int{r.group} }
	for r.census.take().state != sandbox.Stuck {
	}
	for b.Loop() {
		r.census.take()
	}
}
