package tests

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	machines "grundy/internal/cluster"
	"grundy/internal/cluster/bus"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/tests/suite"
)

// BenchmarkHub measures the cost of a hub with one worker on this machine: the milliseconds of a job here and through
// the hub, the median and the slowest of a hundred. They take turns, so that both meet the same machine. The jobs are
// the comparison of an output with an answer, which costs almost nothing, and a trial of a shell script on an input,
// of which shrinking an input needs hundreds.
func BenchmarkHub(b *testing.B) {
	const rounds = 200
	if _, err := exec.LookPath("bash"); err != nil {
		b.Skipf("the solution is for bash: %v", err)
	}
	dir := b.TempDir()
	p := doubleIn(b, dir)
	source, err := language.ReadSource(filepath.Join(dir, "double", "submissions", "accepted", "right.sh"))
	if err != nil {
		b.Fatal(err)
	}
	here, there, _ := executors(b, dir)
	for name, ask := range map[string]func(n int) job.Job{
		"empty": func(n int) job.Job {
			return emptyJob(n)
		},
		"try": func(n int) job.Job {
			return job.SingleRun{
				Setup: job.Setup{Solution: job.Judgement{Name: "right.sh", Source: source}},
				Name:  "input", Input: fmt.Appendf(nil, "%d\n", n),
			}
		},
	} {
		b.Run(name, func(b *testing.B) {
			measured := [2][]time.Duration{}
			n := 0
			for b.Loop() {
				for round := range rounds {
					n++
					for i, executor := range []job.Executor{here, there} {
						begin := time.Now()
						if _, err := executor.Do(b.Context(), p, ask(n), func(event.Event) {}); err != nil {
							b.Fatal(err)
						}
						if round > 10 { // the first rounds build or open something
							measured[i] = append(measured[i], time.Since(begin))
						}
					}
				}
			}
			b.ReportMetric(0, "ns/op") // the time of a whole round is meaningless
			for i, place := range []string{"here", "hub"} {
				slices.Sort(measured[i])
				for unit, at := range map[string]float64{"p50": 0.5, "p99": 0.99} {
					took := measured[i][int(at*float64(len(measured[i])))]
					b.ReportMetric(took.Seconds()*1000, "ms-"+place+"/"+unit)
				}
			}
		})
	}
}

// emptyJob is the n-th job that costs almost nothing: the comparison of an output with an answer.
func emptyJob(n int) job.Job {
	return job.OutputCheck{Case: "secret/1", Output: job.File{Part: job.MadeUp, Content: fmt.Appendf(nil, "%d\n", n)}}
}

// doubleIn writes the problem of these tests into a directory and loads it.
func doubleIn(b *testing.B, dir string) *problem.Problem {
	suite.WriteAll(b, dir, clusterFiles)
	p, faults := icpc.Load(filepath.Join(dir, "double"))
	if p == nil {
		b.Fatal(faults)
	}
	return p
}

// BenchmarkFlood submits 20,000 empty jobs, as many at a time as the hub allows a command, and measures the jobs per
// second. It measures the memory of the hub, its worker and the judging child after a tenth of the jobs and at the
// end, and the bytes of the hub's disk per job, whose result is kept.
func BenchmarkFlood(b *testing.B) {
	const jobs, atOnce = 20_000, 512
	dir := b.TempDir()
	p := doubleIn(b, dir)
	_, there, hub := executors(b, dir)
	var (
		took      time.Duration
		n         int
		bytes     [3]int64 // on the disk
		mebibytes = map[string]float64{}
	)
	flood := func(count int) {
		var (
			doing  errgroup.Group
			begin  = time.Now()
			before = n
		)
		doing.SetLimit(atOnce)
		for ; n < before+count; n++ {
			number := n
			doing.Go(func() error {
				_, err := there.Do(b.Context(), p, emptyJob(number), func(event.Event) {})
				return err
			})
		}
		if err := doing.Wait(); err != nil {
			b.Fatal(err)
		}
		took += time.Since(begin)
	}
	weigh := func(when string) {
		mebibytes["MiB-hub-"+when] = resident(b, hub)
		for _, child := range childrenOf(hub) {
			mebibytes["MiB-child-"+when] = resident(b, child)
		}
	}
	store := filepath.Join(dir, "store")
	for b.Loop() {
		bytes[0] = sizeOf(b, store)
		flood(jobs / 10)
		weigh("tenth")
		bytes[1] = sizeOf(b, store)
		flood(jobs - jobs/10)
		weigh("end")
		bytes[2] = sizeOf(b, store)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(n)/took.Seconds(), "jobs/s")
	b.ReportMetric(float64(bytes[2]-bytes[1])/(jobs-jobs/10), "B-disk/job")
	for unit, value := range mebibytes {
		b.ReportMetric(value, unit)
	}
}

// resident is the memory of a process in MiB.
func resident(b *testing.B, process int) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", process))
	if err != nil {
		b.Fatal(err)
	}
	var size, pages int
	if _, err := fmt.Sscan(string(text), &size, &pages); err != nil {
		b.Fatal(err)
	}
	return float64(pages*os.Getpagesize()) / (1 << 20)
}

// sizeOf is the total size of the files of a directory, in bytes.
func sizeOf(b *testing.B, dir string) (bytes int64) {
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // removed meanwhile
		}
		if err == nil && entry.Type().IsRegular() {
			if info, err := entry.Info(); err == nil {
				bytes += info.Size()
			}
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return bytes
}

// executors are this machine, and the workers of a hub: one on this machine, with one slot. Hub is the hub's process.
func executors(b *testing.B, dir string) (here, there job.Executor, hub int) {
	cache := b.TempDir()
	log := slog.New(slog.DiscardHandler) // the worker may join a moment later
	place, err := workspace.Open(workspace.Config{
		Environment: os.Environ(), Jobs: 1, Log: log, Folders: workspace.Folders{Cache: cache, Temporary: b.TempDir()},
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = place.Close() })
	client, err := place.Executor(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	access, hub := startHub(b, dir, cache)
	elsewhere, err := machines.Connect(b.Context(), access, machines.ClientConfig{Digests: place.Digests(), Log: log})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(elsewhere.Close)
	return client.Executor, elsewhere, hub
}

// startHub starts a hub with a worker of one slot, which end with the benchmark.
func startHub(b *testing.B, dir, cache string) (a bus.Access, process int) {
	join := filepath.Join(dir, "join.json")
	hub := exec.Command(builtBinary(b), "hub", "--listen", "127.0.0.1:0", "--store", filepath.Join(dir, "store"), "--join", join, "--jobs", "1")
	hub.Env, hub.Stderr = os.Environ(), os.Stderr
	for name, value := range surroundings(dir, cache) {
		hub.Env = append(hub.Env, name+"="+value)
	}
	out, err := hub.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := hub.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = hub.Process.Signal(syscall.SIGTERM)
		_ = hub.Wait()
	})
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		b.Fatalf("the hub says %q: %v", line, err)
	}
	access, err := bus.ReadAccess(join)
	if err != nil {
		b.Fatal(err)
	}
	return access, hub.Process.Pid
}
