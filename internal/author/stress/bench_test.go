//go:build linux

package stress_test

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"grundy/internal/author/stress"
	"grundy/internal/judge/sandbox/backend"
)

// BenchmarkSearch runs one static C++ program against another on inputs of a third. Right after, it runs the
// same three by posix_spawn, so that both measure the same machine. Both use a single core.
func BenchmarkSearch(b *testing.B) {
	const cases = 250
	work := b.TempDir()
	compiled := map[string]string{}
	for _, name := range []string{"spawn", "generate", "largest", "sorts"} {
		compiled[name] = filepath.Join(work, name)
		// Compile like the judge.
		out, err := exec.Command("g++", "-O2", "-std=c++20", "-static", "-o", compiled[name], filepath.Join("testdata", name+".cpp")).CombinedOutput()
		if err != nil {
			b.Skipf("g++: %v\n%s", err, out)
		}
	}
	dir, err := filepath.Abs("testdata")
	if err != nil {
		b.Fatal(err)
	}
	trial := open(b, newExecutor(b, 1), setup(b, dir, "largest.cpp", "sorts.cpp", "generate.cpp"))
	var ours, bare time.Duration
	for b.Loop() {
		found, done, err := trial.Search(b.Context(), stress.Limits{Seed: 1, Count: cases}, ignore)
		if err != nil || found != nil || done.Cases != cases {
			b.Fatalf("found %+v, done %+v, %v", found, done, err)
		}
		ours += done.Elapsed
		b.StopTimer()
		bare += spawn(b, compiled, cases, work)
		b.StartTimer()
	}
	all := float64(cases * b.N)
	b.ReportMetric(all/ours.Seconds(), "cases/s")
	b.ReportMetric(all/bare.Seconds(), "bare-cases/s")
	b.ReportMetric(ours.Seconds()/bare.Seconds(), "ratio")
}

// spawn does the same without boxes.
func spawn(b *testing.B, compiled map[string]string, cases int, dir string) time.Duration {
	b.Helper()
	out, err := exec.Command(compiled["spawn"], strconv.Itoa(backend.Cores()[0]), strconv.Itoa(cases),
		compiled["generate"], compiled["sorts"], compiled["largest"], dir).Output()
	if err != nil {
		b.Fatal(err)
	}
	nanoseconds, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
	if err != nil {
		b.Fatal(err)
	}
	return time.Duration(nanoseconds)
}
