package namespaces

import (
	"context"
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

	"grundy/internal/bytesize"
	"grundy/internal/sandbox"
)

// BenchmarkSpawn compares a run in a box with posix_spawn of the same static program, in turns and on one core:
//
//	go test -bench Spawn -run xxx ./internal/sandbox/namespaces
//
// It reports the medians and their difference in microseconds.
func BenchmarkSpawn(b *testing.B) {
	for _, tier := range []struct {
		name    string
		options Options
	}{{"found", Options{}}, {"NoCgroup", Options{NoCgroup: true}}} {
		b.Run(tier.name, func(b *testing.B) { benchmarkSpawn(b, tier.options) })
	}
}

func benchmarkSpawn(b *testing.B, options Options) {
	const turn = 50 // runs of one kind before some of the other
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
	box, err := host.Open(context.Background(), sandbox.Config{Name: "bench", Core: core})
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := box.Close(); err != nil {
			b.Error(err)
		}
		if err := host.Close(); err != nil {
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
	defer pin(b, core)()

	var spawned, boxed []time.Duration
	for b.Loop() {
		if len(boxed)%turn == 0 {
			spawned = append(spawned, bench.spawn(b, turn)...)
		}
		start := time.Now()
		result, err := box.Run(context.Background(), spec)
		boxed = append(boxed, time.Since(start))
		if err != nil || result.Exit != 0 || result.Breach != sandbox.NoBreach {
			b.Fatalf("%+v, %v", result, err)
		}
	}
	b.ReportMetric(0, "ns/op") // holds the other kind's runs too
	b.ReportMetric(microseconds(median(spawned)), "µs-posix_spawn")
	b.ReportMetric(microseconds(median(boxed)), "µs-box")
	b.ReportMetric(microseconds(median(boxed)-median(spawned)), "µs-more")
	b.Logf("tier %s", host.Tier())
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

// spawn runs the program n times outside of any box.
func (s spawnBench) spawn(b *testing.B, n int) []time.Duration {
	b.Helper()
	output, err := exec.Command(filepath.Join(s.programs, "spawn"), strconv.Itoa(s.core), filepath.Join(s.programs, "add"),
		s.input, s.output, strconv.Itoa(n)).Output()
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
