package namespaces

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/judge/sandbox"
)

// openOrSkip opens a tally, or skips the test if this user may not count events of programs.
func openOrSkip(t *testing.T, e event) *eventCounter {
	t.Helper()
	fd, err := unix.PerfEventOpen(&unix.PerfEventAttr{
		Type: e.Type, Config: uint64(e.Config), Size: unix.PERF_ATTR_SIZE_VER0, Bits: unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
	}, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		t.Skip("this machine does not let this user count:", err)
	}
	counted, err := openEventCounter(e)
	if err := errors.Join(err, unix.Close(fd)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := counted.close(); err != nil {
			t.Error(err)
		}
	})
	return counted
}

// burner is the environment variable that makes this binary use CPU time. Its value is how many processes shall do
// so; each starts the next one and does not wait for it.
const burner = "GRUNDY_TEST_BURNERS"

// burnTime is how much CPU time each of them uses.
const burnTime = 60 * time.Millisecond

func burn(processes string) {
	if n, _ := strconv.Atoi(processes); n > 1 {
		next := exec.Command("/proc/self/exe")
		next.Env = []string{burner + "=" + strconv.Itoa(n-1)}
		next.Stdout = os.Stdout
		if err := next.Start(); err != nil {
			os.Exit(1)
		}
	}
	spin(burnTime)
}

// runBurners starts the given number of burning processes, and returns when the end of their output shows that all
// have ended.
func runBurners(t *testing.T, processes int) {
	t.Helper()
	command := exec.Command(executable(t))
	command.Env = []string{burner + "=" + strconv.Itoa(processes)}
	if out, err := command.CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("%s, %v", out, err)
	}
}

// spin uses the given CPU time of the process.
func spin(d time.Duration) {
	used := func() time.Duration {
		var clock unix.Timespec
		if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &clock); err != nil {
			panic(err)
		}
		return time.Duration(clock.Nano())
	}
	for begun := used(); used() < begun+d; {
	}
}

// TestTallyCountsDescendants: a tally counts what a thread starts, with all descendants, but not the thread itself.
func TestTallyCountsDescendants(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	counted := openOrSkip(t, taskClock)
	for _, processes := range []int{1, 4, 1} {
		spin(burnTime)
		if got := counted.take(); got != 0 {
			t.Errorf("the thread alone used %v: got %v", burnTime, time.Duration(got))
		}
		runBurners(t, processes)
		// The two clocks differ by some microseconds at each context switch, of which a busy machine makes many. The
		// event also counts time that the host of a virtual machine took: there is no upper bound.
		want := time.Duration(processes) * burnTime
		if got := time.Duration(counted.take()); got < want*7/10 {
			t.Errorf("%d processes that use %v each: got %v", processes, burnTime, got)
		}
	}
}

// TestBoxCounts makes a box count nanoseconds instead of instructions: the two clocks of a run must agree.
func TestBoxCounts(t *testing.T) {
	openOrSkip(t, taskClock)
	host := newHost(t, Options{})
	host.counted = taskClock
	box := openBox(t, host, "counted")
	run := func(script string) sandbox.Result {
		t.Helper()
		result, err := box.Run(context.Background(), sandbox.Spec{
			Args: []string{"sh", "-c", script}, Env: []string{"PATH=/usr/bin:/bin"},
			Limits: sandbox.Limits{Wall: 2 * time.Minute, Processes: 32},
		})
		if err != nil || result.Exit != 0 {
			t.Fatalf("%+v, %v", result, err)
		}
		return result
	}
	const loop = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; "
	// Orphans are killed at the end of the first process, so it waits for processes that are not its children.
	const orphans = "mkfifo pipe; (" + loop + "echo > pipe) & (exec 3<&-; (" + loop + "echo > pipe) & ) ; " + loop + "read x < pipe; sleep 0.5"
	for _, script := range []string{"true", loop, orphans, "true"} {
		// The event also counts time that the host of a virtual machine takes, which it does not do every time.
		for try := 1; ; try++ {
			result := run(script)
			counted := time.Duration(result.Instructions)
			// The kernel's work before the program is executed, and after its end, counts for only one of the two.
			const slack, tries = 100 * time.Millisecond, 20
			if counted == 0 || counted < result.CPU*8/10-slack || counted > 2*result.CPU+slack && try == tries {
				t.Errorf("%q: counted %v, CPU time %v", script, counted, result.CPU)
			}
			if counted <= 2*result.CPU+slack || try == tries {
				break
			}
		}
	}
}

// TestBoxCountsInstructions uses the hardware's counter, if there is one.
func TestBoxCountsInstructions(t *testing.T) {
	host := newHost(t, Options{})
	box := openBox(t, host, "instructions")
	result, err := box.Run(context.Background(), sandbox.Spec{Args: []string{"/bin/true"}})
	if err != nil {
		t.Fatal(err)
	}
	if reason := CountsInstructions(); reason != nil {
		if result.Instructions != 0 {
			t.Errorf("got %d instructions, although %v", result.Instructions, reason)
		}
		t.Skip(reason)
	}
	if result.Instructions < 10_000 {
		t.Errorf("got %d instructions", result.Instructions)
	}
}

func TestSharedCounterIsNotGuessed(t *testing.T) {
	for _, test := range []struct {
		last, now reading
		want      int64
	}{
		{reading{}, reading{}, 0},
		{reading{100, 10, 10}, reading{150, 20, 20}, 50},
		{reading{100, 10, 10}, reading{150, 20, 19}, 0},
		{reading{100, 10, 5}, reading{150, 20, 15}, 50}, // it is complete again
	} {
		if got := test.now.since(test.last); got != test.want {
			t.Errorf("%v after %v: got %d, want %d", test.now, test.last, got, test.want)
		}
	}
}

// A missing counter, or one that does not report everything requested, gives an error.
func TestTallyErrors(t *testing.T) {
	if fd, err := openEvent(event{Type: 1 << 31}, 0); fd != -1 || err == nil {
		t.Errorf("an unknown event: %d, %v", fd, err)
	}
	var pipe [2]int
	if err := unix.Pipe2(pipe[:], unix.O_CLOEXEC); err != nil {
		t.Fatal(err)
	}
	if _, err := unix.Write(pipe[1], make([]byte, 16)); err != nil {
		t.Fatal(err)
	}
	if _, err := (&eventCounter{fd: pipe[0]}).read(); err == nil {
		t.Error("two of three words were read without an error")
	}
	closeAll(pipe[:])
	if _, err := (&eventCounter{fd: pipe[0]}).read(); !errors.Is(err, unix.EBADF) {
		t.Errorf("a closed counter: %v", err)
	}
}

func TestNoCounter(t *testing.T) {
	const real, virtual = "flags\t\t: fpu vme\n", "processor\t: 0\nflags\t\t: fpu hypervisor lahf_lm\n"
	for _, test := range []struct {
		err     error
		cpuinfo string
		want    string
	}{
		{unix.EACCES, virtual, "kernel.perf_event_paranoid=2"},
		{unix.EPERM, real, "--cap-add PERFMON"},
		{unix.ENOENT, virtual, "virtual machine"},
		{unix.EOPNOTSUPP, virtual, "virtual machine"},
		{unix.ENOENT, real, "of this processor"},
		{unix.ENOENT, "", "of this processor"},
		{unix.ENOSYS, real, "without performance events"},
		{errors.New("strange"), real, "strange"},
	} {
		if got := noCounter(test.err, test.cpuinfo); !strings.Contains(got, test.want) {
			t.Errorf("%v: got %q, want %q in it", test.err, got, test.want)
		}
	}
}
