//go:build linux

package runner_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/runner"
)

// work performs as many steps as its input says. Each looks up a table that does not fit into a first-level cache.
const work = `#include <stdint.h>
#include <stdio.h>
static uint32_t table[1 << 16];
int main(void) {
	uint64_t n;
	if (scanf("%lu", &n) != 1) return 1;
	uint32_t x = 1;
	for (uint64_t i = 0; i < n; i++) {
		x = x * 1664525 + 1013904223 + table[x >> 16];
		table[x >> 16] += x;
	}
	puts(x == 12345 ? "ok " : "ok");
}
`

// trustLimit is the time limit of the experiment: short, so that it judges often.
const trustLimit = 150 * time.Millisecond

// trustNear is how close to the limit chance may decide a verdict.
const trustNear = 0.1

// trustDrift is how much the speed of the quiet machine may change between right before and right after a verdict.
// Virtual machines change their speed on their own, and then it is unknown what a program deserved.
const trustDrift = 0.03

// trustShares are the shares of the limit that programs need.
var trustShares = []float64{0.5, 0.7, 0.8, 0.88, 0.95, 1.05, 1.12, 1.2, 1.5}

// BenchmarkTrust judges programs that need certain shares of the time limit while twice as many other programs
// compute as there are processors. A verdict flips if it is not what the program deserved on the quiet machine. The
// benchmark counts flips outside 10 % around the limit, with and without the rule that runs near the limit are
// repeated; without it the first run alone counts. TRUST_ROUNDS says how often a program of each share is judged.
// Verdicts during which the machine itself changed its speed are reported but do not count.
func BenchmarkTrust(b *testing.B) {
	rounds := 6
	if text := os.Getenv("TRUST_ROUNDS"); text != "" {
		var err error
		if rounds, err = strconv.Atoi(text); err != nil || rounds < 1 {
			b.Fatalf("TRUST_ROUNDS: want a number, got %q", text)
		}
	}
	e := newTrust(b)
	samples := make([]trustSample, len(trustShares))
	unsteady := 0
	for b.Loop() {
		for range rounds {
			for _, i := range rand.Perm(len(samples)) {
				test, lost := e.judge(b, trustShares[i])
				samples[i].count(trustShares[i], test)
				unsteady += lost
			}
		}
	}
	verdicts, once, withRule := 0, 0, 0
	for i, share := range trustShares {
		if math.Abs(share-1) > trustNear {
			verdicts += len(samples[i].least)
			once += samples[i].flipsOnce
			withRule += samples[i].flips
		}
	}
	b.ReportMetric(0, "ns/op") // the whole experiment's time says nothing
	b.ReportMetric(float64(unsteady), "unsteady")
	b.ReportMetric(float64(verdicts), "verdicts")
	b.ReportMetric(100*float64(once)/float64(verdicts), "%flips-once")
	b.ReportMetric(100*float64(withRule)/float64(verdicts), "%flips-rule")
	// Benchmark logs are truncated.
	fmt.Fprint(os.Stderr, "\n", table(samples))
}

// table lists the results of each share. CPU times are shares of the limit: least, median and most.
func table(samples []trustSample) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%5s %8s   %-15s %5s   %-15s %5s\n", "share", "verdicts", "once", "flips", "with the rule", "flips")
	for i, share := range trustShares {
		s := samples[i]
		fmt.Fprintf(&text, "%5.2f %8d   %-15s %5d   %-15s %5d\n", share, len(s.least), spread(s.first), s.flipsOnce, spread(s.least), s.flips)
	}
	return text.String()
}

func spread(times []float64) string {
	sorted := slices.Sorted(slices.Values(times))
	return fmt.Sprintf("%.2f %.2f %.2f", sorted[0], sorted[len(sorted)/2], sorted[len(sorted)-1])
}

// trust is the experiment.
type trust struct {
	judging *runner.Judge
	source  language.Source
	problem *problem.Problem // with one case
	input   string           // of that case: how many steps to do
	steps   float64          // that take the limit on the quiet machine
	others  []*exec.Cmd      // stopped, except while judging
}

// trustSample is the result for a share.
type trustSample struct {
	first, least     []float64 // CPU time as a share of the limit: of the first run, and of the fastest
	flipsOnce, flips int       // wrong verdicts, by the first run alone and with the rule
}

func newTrust(b *testing.B) *trust {
	b.Helper()
	dir := b.TempDir()
	e := &trust{judging: newJudge(b, 1), source: source(b, "work.c", work), input: filepath.Join(dir, "1"), steps: 1 << 22}
	answer := filepath.Join(dir, "1.ans")
	if err := os.WriteFile(answer, []byte("ok\n"), 0o644); err != nil {
		b.Fatal(err)
	}
	e.problem = open(b, aPlusB)
	e.problem.Data.Groups = []*problem.Group{{Name: "secret", Cases: []*problem.Case{{Name: "secret/1", Input: e.input, Answer: answer}}}}
	for range 3 {
		e.calibrate(b)
	}
	e.start(b)
	return e
}

// calibrate finds out how many steps take the time limit at present; the least of several runs counts. Virtual
// machines are slower at some times than at others, independently of what else runs on this one. It returns the
// change of the number since the last time.
func (e *trust) calibrate(b *testing.B) float64 {
	b.Helper()
	least := time.Hour
	for range 5 {
		least = min(least, e.run(b, 1, job.Options{TimeLimit: time.Minute}).CPU)
	}
	ratio := trustLimit.Seconds() / least.Seconds()
	e.steps *= ratio
	return ratio - 1
}

// judge judges a program of a share under the limit, disturbed by the others, until the machine keeps its speed
// meanwhile. It also returns how often the machine did not.
func (e *trust) judge(b *testing.B, share float64) (test event.Test, unsteady int) {
	b.Helper()
	for {
		e.disturb(unix.SIGCONT)
		test = e.run(b, share, job.Options{TimeLimit: trustLimit})
		e.disturb(unix.SIGSTOP)
		if math.Abs(e.calibrate(b)) <= trustDrift {
			return test, unsteady
		}
		if unsteady++; unsteady == 100 {
			b.Fatalf("the machine changed its own speed %d times in a row", unsteady)
		}
	}
}

// run runs a program that performs a share of the steps.
func (e *trust) run(b *testing.B, share float64, options job.Options) event.Test {
	b.Helper()
	if err := os.WriteFile(e.input, fmt.Appendln(nil, uint64(share*e.steps)), 0o644); err != nil {
		b.Fatal(err)
	}
	var test event.Test
	submitted := job.Judgement{Name: "work.c", Source: e.source, Options: options}
	_, err := e.judging.Judge(b.Context(), e.problem, submitted, func(e event.Event) {
		if judged, ok := e.(event.Test); ok {
			test = judged
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	if test.Verdict != verdict.AC && test.Verdict != verdict.TLE {
		b.Fatalf("%v %s", test.Verdict, test.Reason)
	}
	return test
}

// count adds a verdict on a program that needs a share.
func (s *trustSample) count(share float64, test event.Test) {
	first := test.CPU
	if len(test.Runs) > 0 {
		first = test.Runs[0]
	}
	s.first = append(s.first, first.Seconds()/trustLimit.Seconds())
	s.least = append(s.least, test.CPU.Seconds()/trustLimit.Seconds())
	earned := share < 1
	if earned != (first <= trustLimit) {
		s.flipsOnce++
	}
	if earned != (test.Verdict == verdict.AC) {
		s.flips++
	}
}

// start starts twice as many endless programs as there are processors, and stops them.
func (e *trust) start(b *testing.B) {
	b.Helper()
	dir := b.TempDir()
	code, binary := filepath.Join(dir, "work.c"), filepath.Join(dir, "work")
	if err := os.WriteFile(code, []byte(work), 0o644); err != nil {
		b.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-O2", "-o", binary, code).CombinedOutput(); err != nil {
		b.Skipf("gcc: %v\n%s", err, out)
	}
	b.Cleanup(func() {
		for _, other := range e.others {
			_ = other.Process.Kill()
			_ = other.Wait()
		}
	})
	for range 2 * runtime.NumCPU() {
		other := exec.Command(binary)
		other.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} // otherwise they would outlive a killed test
		other.Stdin = strings.NewReader(strconv.FormatUint(math.MaxUint64, 10))
		if err := other.Start(); err != nil {
			b.Fatal(err)
		}
		e.others = append(e.others, other)
	}
	e.disturb(unix.SIGSTOP)
}

// disturb stops the others, or continues them.
func (e *trust) disturb(signal unix.Signal) {
	for _, other := range e.others {
		_ = other.Process.Signal(signal)
	}
}
