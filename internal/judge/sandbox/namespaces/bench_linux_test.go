package namespaces

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
)

// BenchmarkSpawn compares a run in a box with posix_spawn of the same static program, and with bubblewrap where it is
// installed, in turns and on one core:
//
//	go test -run '^$' -bench Spawn ./internal/judge/sandbox/namespaces
//
// It reports the medians and their difference in microseconds, and logs the medians of a run's steps.
func BenchmarkSpawn(b *testing.B) {
	for _, tier := range []struct {
		name    string
		options Options
	}{{"found", Options{}}, {"NoCgroup", Options{NoCgroup: true}}} {
		b.Run(tier.name, func(b *testing.B) { benchmarkSpawn(b, tier.options) })
	}
}

func benchmarkSpawn(b *testing.B, options Options) {
	const turn = 50 // runs of one kind before those of the other
	core := Allowed()[0]
	bench := spawnBench{
		programs: b.TempDir(), core: core, input: filepath.Join(b.TempDir(), "in"), output: filepath.Join(b.TempDir(), "out"),
	}
	bench.compile(b, "add", "-O2", "-static")
	bench.compile(b, "spawn", "-O2")
	if err := os.WriteFile(bench.input, []byte("20 22\n"), 0o644); err != nil {
		b.Fatal(err)
	}
	output, err := os.Create(bench.output)
	if err != nil {
		b.Fatal(err)
	}
	defer output.Close()

	options.Scratch = b.TempDir()
	host, err := New(options)
	if err != nil {
		b.Fatal(err)
	}
	box, timed := openBench(b, host, core, false), openBench(b, host, core, true)
	defer func() {
		if err := errors.Join(box.Close(), timed.Close(), host.Close()); err != nil {
			b.Error(err)
		}
	}()
	mount := sandbox.Mount{Name: "program", Host: bench.programs}
	spec := sandbox.Spec{
		Args: []string{box.Path(mount, "add")}, Mounts: []sandbox.Mount{mount}, Stdin: sandbox.FromPath(bench.input), Stdout: output,
		Limits: sandbox.Limits{
			CPU: time.Second, Wall: 5 * time.Second, Memory: 256 * bytesize.MiB, Output: 8 * bytesize.MiB, Processes: 64,
		},
	}
	run := func(box *Box) time.Duration {
		start := time.Now()
		result, err := box.Run(context.Background(), spec)
		took := time.Since(start)
		if err != nil || result.Exit != 0 || result.Breach != sandbox.NoBreach {
			b.Fatalf("%+v, %v", result, err)
		}
		return took
	}
	bubble := bench.bubblewrap()
	defer pin(b, core)()

	var spawned, bubbled, boxed []time.Duration
	var budget budget
	for b.Loop() {
		if len(boxed)%turn == 0 {
			spawned = append(spawned, bench.spawn(b, turn, bench.add())...)
			if bubble != nil {
				bubbled = append(bubbled, bench.spawn(b, turn/10, bubble)...)
			}
			for range turn {
				budget.add(run(timed), timed.laps)
			}
		}
		boxed = append(boxed, run(box))
	}
	b.ReportMetric(0, "ns/op") // would include the other kinds' runs
	b.ReportMetric(microseconds(median(spawned)), "µs-posix_spawn")
	b.ReportMetric(microseconds(median(boxed)), "µs-box")
	b.ReportMetric(microseconds(median(boxed)-median(spawned)), "µs-more")
	if bubble != nil {
		b.ReportMetric(microseconds(median(bubbled)), "µs-bubblewrap")
	}
	b.Logf("tier %s\n%s", host.Tier(), &budget)
}

// openBench opens a box; a timed box measures each run's steps.
func openBench(b *testing.B, host *Host, core int, timed bool) *Box {
	b.Helper()
	host.timed = timed
	box, err := host.Open(context.Background(), sandbox.Config{Name: fmt.Sprintf("timed-%t", timed), Core: core})
	if err != nil {
		b.Fatal(err)
	}
	return box.(*Box)
}

// budget collects the times of the steps of runs.
type budget struct {
	steps []string
	times map[string][]time.Duration
}

// add adds a run. Time outside all laps is spent in the judge and in transit.
func (b *budget) add(total time.Duration, laps []lap) {
	if b.times == nil {
		b.times = map[string][]time.Duration{}
	}
	for _, l := range laps {
		total -= l.Time
	}
	for _, l := range append(slices.Clone(laps), lap{"judge and messages", total}) {
		if b.times[l.Step] == nil {
			b.steps = append(b.steps, l.Step)
		}
		b.times[l.Step] = append(b.times[l.Step], l.Time)
	}
}

func (b *budget) String() string {
	var text strings.Builder
	for _, step := range b.steps {
		fmt.Fprintf(&text, "%7.1f µs  %s\n", microseconds(median(b.times[step])), step)
	}
	return text.String()
}

type spawnBench struct {
	programs, input, output string
	core                    int
}

func (s spawnBench) compile(b *testing.B, name string, flags ...string) {
	b.Helper()
	args := append(flags, "-o", filepath.Join(s.programs, name), filepath.Join("testdata", name+".c"))
	if output, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		b.Skipf("gcc %q: %v\n%s", args, err, output)
	}
}

// add returns the command of the program without a box.
func (s spawnBench) add() []string { return []string{filepath.Join(s.programs, "add")} }

// bubblewrap returns the command of the program in bubblewrap, with as much of a box's isolation as that offers, or
// nil if it is not installed.
func (s spawnBench) bubblewrap() []string {
	path, err := exec.LookPath("bwrap")
	if err != nil {
		return nil
	}
	args := []string{
		path, "--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--proc", "/proc", "--dev", "/dev",
		"--tmpfs", "/tmp", "--tmpfs", "/work", "--chdir", "/work", "--ro-bind", s.programs, "/program",
	}
	for _, dir := range []string{"/usr", "/bin", "/lib", "/lib64"} {
		args = append(args, "--ro-bind-try", dir, dir)
	}
	return append(args, "/program/add")
}

// spawn runs a command n times outside any box.
func (s spawnBench) spawn(b *testing.B, n int, command []string) []time.Duration {
	b.Helper()
	args := append([]string{strconv.Itoa(s.core), s.input, s.output, strconv.Itoa(n)}, command...)
	output, err := exec.Command(filepath.Join(s.programs, "spawn"), args...).Output()
	if err != nil {
		b.Fatal(err)
	}
	var times []time.Duration
	for field := range strings.FieldsSeq(string(output)) {
		nanoseconds, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Duration(nanoseconds))
	}
	return times
}

// pin keeps the calling goroutine on a core until the result is called.
func pin(b *testing.B, core int) func() {
	b.Helper()
	runtime.LockOSThread()
	var before, pinned unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		b.Fatal(err)
	}
	pinned.Set(core)
	if err := unix.SchedSetaffinity(0, &pinned); err != nil {
		b.Fatal(err)
	}
	return func() {
		if err := unix.SchedSetaffinity(0, &before); err != nil {
			b.Error(err)
		}
		runtime.UnlockOSThread()
	}
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

func microseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }
