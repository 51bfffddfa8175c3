package tests

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	machines "grundy/internal/cluster"
	"grundy/internal/cluster/bus"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/language"
	"grundy/internal/problem/icpc"
	"grundy/internal/workspace"
)

// BenchmarkHub shows what a hub with one worker on this machine costs: the milliseconds of a job here and through the hub, in the
// middle and for the slowest of a hundred. They take turns, so that both meet the same machine. The jobs are an output that is
// compared with an answer, which is as good as none, and a try of a shell script on an input, of which making an input smaller
// asks hundreds.
func BenchmarkHub(b *testing.B) {
	const rounds = 200
	if _, err := exec.LookPath("bash"); err != nil {
		b.Skipf("the solution is for bash: %v", err)
	}
	dir := b.TempDir()
	for name, text := range clusterFiles {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	p, faults := icpc.Load(filepath.Join(dir, "double"))
	if p == nil {
		b.Fatal(faults)
	}
	source, err := language.ReadSource(filepath.Join(dir, "double", "submissions", "accepted", "right.sh"))
	if err != nil {
		b.Fatal(err)
	}
	here, there := executors(b, dir)
	for name, ask := range map[string]func(n int) job.Job{
		"empty": func(n int) job.Job {
			return job.OutputCheck{Case: "secret/1", Output: job.File{Part: job.MadeUp, Content: fmt.Appendf(nil, "%d\n", n)}}
		},
		"try": func(n int) job.Job {
			return job.Trial{
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
						if round > 10 { // until then something is built, or opened
							measured[i] = append(measured[i], time.Since(begin))
						}
					}
				}
			}
			b.ReportMetric(0, "ns/op") // of a whole round, which says nothing
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

// executors are this machine, and the workers of a hub: one on this machine, with a slot.
func executors(b *testing.B, dir string) (here, there job.Executor) {
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
	access := startHub(b, dir, cache)
	elsewhere, err := machines.Connect(b.Context(), access, machines.Place{Digests: place.Digests(), Log: log})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(elsewhere.Close)
	return client.Executor, elsewhere
}

// startHub starts a hub with a worker of one slot, which end with the benchmark.
func startHub(b *testing.B, dir, cache string) bus.Access {
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
	return access
}
