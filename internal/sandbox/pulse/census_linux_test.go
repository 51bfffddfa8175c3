package pulse

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"grundy/internal/sandbox"
	"grundy/tests/suite"
)

// behaviour names what a process of this binary does instead of testing.
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
	"read beside a spinner": func() {
		go spin()
		readAll()
	},
}

// horizon is less than the time for which threads of Go's runtime sleep that have nothing to do.
const horizon = 20 * time.Second

// run is a process group that reads from a pipe.
type run struct {
	census *census
	says   *os.File
	group  int
}

// start starts a program and whatever that starts.
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
		Horizon: horizon, Started: time.Now(), Input: PipeName(int(heard.Fd())), Processes: r.members,
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

// find looks until one of the states is found. It takes no longer than the machine needs to start the program.
func (r *run) find(t *testing.T, states ...sandbox.State) sandbox.State {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		found := r.census.take().state
		if slices.Contains(states, found) {
			return found
		}
		if time.Now().After(deadline) {
			t.Fatalf("state %d, want one of %v", found, states)
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
		{"a mutex nobody opens", self(t, "read beside a mutex"), sandbox.Stuck, nil},
		{"Python", python("input()"), sandbox.Stuck, nil},
		{"Python's threads", python("import threading", "threading.Thread(target=input).start()", "threading.Event().wait()"), sandbox.Stuck, nil},
		{"select without a timeout", python("import select", "select.select([0], [], [])"), sandbox.Stuck, nil},

		{"a timeout", python("import select", "select.select([0], [], [], 600)"), sandbox.Reads, []sandbox.State{sandbox.Stuck}},
		{"a sleeping child", []string{"sh", "-c", "sleep 600 & cat"}, sandbox.Reads, []sandbox.State{sandbox.Stuck}},
		{"a sleeping goroutine", self(t, "read beside a sleeper"), sandbox.Reads, []sandbox.State{sandbox.Stuck}},
		{"a ticker", self(t, "read beside a ticker"), sandbox.Reads, []sandbox.State{sandbox.Stuck}},
		{
			"an alarm", python("import signal", "signal.signal(signal.SIGALRM, print)", "signal.alarm(600)", "input()"),
			sandbox.Reads,
			[]sandbox.State{sandbox.Stuck},
		},
		{"a spinning thread", self(t, "read beside a spinner"), sandbox.Computes, []sandbox.State{sandbox.Stuck}},
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

// What is stuck stays so until it is given something to read: a program that wakes by itself at odd moments is never called
// stuck while it may.
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
			for r.census.take().state != sandbox.Stuck {
			}
			if _, err := os.Stat(mark); err != nil {
				t.Error("called stuck although it went on:", err)
			}
		})
	}
}

// BenchmarkCensus shows what one look costs at a program of one thread that waits for its input.
func BenchmarkCensus(b *testing.B) {
	r := start(b, "cat")
	r.census.Processes = func() []int { return []int{r.group} }
	for r.census.take().state != sandbox.Stuck {
	}
	for b.Loop() {
		r.census.take()
	}
}
