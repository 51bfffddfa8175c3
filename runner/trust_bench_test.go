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

	"grundy/internal/problem"
	"grundy/internal/verdict"
	"grundy/runner"
)

// work does as many steps as its input says, each a look into a table that fits no first-level cache.
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

// trustNear is how near the limit a verdict may be left to chance.
const trustNear = 0.1

// trustDrift is by how much the quiet machine may be faster or slower after a round than before it: virtual machines
// change their speed on their own, and what a program earned is not known then.
const trustDrift = 0.03

// trustShares are what programs need of the limit.
var trustShares = []float64{0.5, 0.7, 0.8, 0.88, 0.95, 1.05, 1.12, 1.2, 1.5}

// BenchmarkTrust judges programs that need certain shares of the time limit while twice as many others compute as there
// are processors, with the rule that runs near the limit are repeated and without it. A verdict flips when it is not what
// the program earned on the quiet machine, and does so outside 10 % around the limit. TRUST_ROUNDS says how often each
// program is judged in either way; rounds in which the machine changed its speed by itself are told, but do not count.
func BenchmarkTrust(b *testing.B) {
	rounds := 6
	if text := os.Getenv("TRUST_ROUNDS"); text != "" {
		var err error
		if rounds, err = strconv.Atoi(text); err != nil || rounds < 1 {
			b.Fatalf("TRUST_ROUNDS: want a number, got %q", text)
		}
	}
	e := newTrust(b)
	rules := []*trustRule{{name: "no-rerun", options: runner.Options{NoRerun: true}}, {name: "rerun"}}
	unsteady := 0
	for b.Loop() {
		for done := 0; done < rounds; {
			e.disturb(unix.SIGCONT)
			judged := make([][]runner.Test, len(rules))
			for i, rule := range rules {
				judged[i] = e.judge(b, rule)
			}
			e.disturb(unix.SIGSTOP)
			if drift := e.calibrate(b); math.Abs(drift) > trustDrift {
				if unsteady++; unsteady > 9*rounds {
					b.Fatalf("the machine's own speed changed in %d of %d rounds", unsteady, unsteady+done)
				}
				continue
			}
			for i, rule := range rules {
				rule.count(judged[i])
			}
			done++
		}
	}
	b.ReportMetric(float64(unsteady), "unsteady-rounds")
	b.ReportMetric(0, "ns/op") // of the whole experiment, which says nothing
	for _, rule := range rules {
		flips, verdicts := 0, 0
		for i, share := range trustShares {
			if share < 1-trustNear || share > 1+trustNear {
				flips += rule.samples[i].flips
				verdicts += len(rule.samples[i].used)
			}
		}
		b.ReportMetric(100*float64(flips)/float64(verdicts), "%flips-"+rule.name)
		b.ReportMetric(float64(verdicts), "verdicts-"+rule.name)
	}
	// Logs of benchmarks are cut short.
	fmt.Fprint(os.Stderr, "\n", table(rules))
}

// table lists what came of each share by each rule. CPU times are parts of the limit.
func table(rules []*trustRule) string {
	var text strings.Builder
	for _, rule := range rules {
		fmt.Fprintf(&text, "%-10s %8s %8s %6s   CPU time: least, median, most\n", rule.name, "share", "verdicts", "flips")
		for i, share := range trustShares {
			used := slices.Sorted(slices.Values(rule.samples[i].used))
			fmt.Fprintf(&text, "%-10s %8.2f %8d %6d   %.2f %.2f %.2f\n", "",
				share, len(used), rule.samples[i].flips, used[0], used[len(used)/2], used[len(used)-1])
		}
	}
	return text.String()
}

// trust is the experiment.
type trust struct {
	judging *runner.Judge
	problem *problem.Problem // with a case for each share
	quiet   *problem.Problem // with a case for the whole limit
	steps   uint64           // that take as long as the limit on the quiet machine
	others  []*exec.Cmd      // stopped, but for the time of judging
}

// trustRule is a way of judging, and what came of it for each share.
type trustRule struct {
	name    string
	options runner.Options
	samples [9]trustSample
}

type trustSample struct {
	used  []float64 // CPU time of the limit
	flips int
}

func newTrust(b *testing.B) *trust {
	b.Helper()
	e := &trust{judging: newJudge(b, runtime.NumCPU()), steps: 1 << 22}
	e.quiet = trustProblem(b, []float64{1})
	e.problem = trustProblem(b, trustShares)
	for range 3 {
		e.calibrate(b)
	}
	e.start(b)
	return e
}

// trustProblem has a case for each share, whose input is not there yet.
func trustProblem(b *testing.B, shares []float64) *problem.Problem {
	b.Helper()
	p, dir := open(b, aPlusB), b.TempDir()
	answer := filepath.Join(dir, "ans")
	if err := os.WriteFile(answer, []byte("ok\n"), 0o644); err != nil {
		b.Fatal(err)
	}
	group := &problem.Group{Name: "secret"}
	for _, share := range shares {
		name := fmt.Sprintf("%.2f", share)
		group.Cases = append(group.Cases, &problem.Case{Name: "secret/" + name, Input: filepath.Join(dir, name), Answer: answer})
	}
	p.Data.Groups = []*problem.Group{group}
	return p
}

// calibrate finds out how many steps take as long as the limit at present: the least of several runs counts. Virtual
// machines are slower at some times than at others, which is no matter of what runs beside on this one. It returns by how
// much the number has changed since the last time.
func (e *trust) calibrate(b *testing.B) float64 {
	b.Helper()
	e.write(b, e.quiet)
	least := time.Hour
	for range 9 {
		least = min(least, e.run(b, e.quiet, runner.Options{TimeLimit: time.Minute})[0].CPU)
	}
	ratio := trustLimit.Seconds() / least.Seconds()
	e.steps = uint64(float64(e.steps) * ratio)
	e.write(b, e.problem)
	return ratio - 1
}

// write puts the steps that shares amount to into the inputs.
func (e *trust) write(b *testing.B, p *problem.Problem) {
	b.Helper()
	for _, tc := range p.Data.Groups[0].Cases {
		share, err := strconv.ParseFloat(filepath.Base(tc.Input), 64)
		if err == nil {
			err = os.WriteFile(tc.Input, fmt.Appendln(nil, uint64(share*float64(e.steps))), 0o644)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

func (e *trust) run(b *testing.B, p *problem.Problem, options runner.Options) []runner.Test {
	b.Helper()
	var tests []runner.Test
	job := runner.Job{Problem: p, Name: "work.c", Source: source(b, "work.c", work), Options: options}
	_, err := e.judging.Judge(b.Context(), job, func(event runner.Event) {
		if test, ok := event.(runner.Test); ok {
			tests = append(tests, test)
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	for _, test := range tests {
		if test.Verdict != verdict.AC && test.Verdict != verdict.TLE {
			b.Fatalf("%s: %v %s", test.Test, test.Verdict, test.Reason)
		}
	}
	return tests
}

// judge judges a program of each share once, in a new order each time.
func (e *trust) judge(b *testing.B, rule *trustRule) []runner.Test {
	b.Helper()
	group := e.problem.Data.Groups[0]
	rand.Shuffle(len(group.Cases), func(i, j int) { group.Cases[i], group.Cases[j] = group.Cases[j], group.Cases[i] })
	options := rule.options
	options.TimeLimit = trustLimit
	return e.run(b, e.problem, options)
}

// count adds the verdicts of a round.
func (r *trustRule) count(tests []runner.Test) {
	for _, test := range tests {
		i := slices.IndexFunc(trustShares, func(share float64) bool { return test.Test == fmt.Sprintf("secret/%.2f", share) })
		s := &r.samples[i]
		s.used = append(s.used, test.CPU.Seconds()/trustLimit.Seconds())
		if earned := trustShares[i] < 1; earned != (test.Verdict == verdict.AC) {
			s.flips++
		}
	}
}

// start makes twice as many programs that compute for ever as there are processors, and stops them.
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
		other.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} // nothing else ends them if this process is killed
		other.Stdin = strings.NewReader(strconv.FormatUint(math.MaxUint64, 10))
		if err := other.Start(); err != nil {
			b.Fatal(err)
		}
		e.others = append(e.others, other)
	}
	e.disturb(unix.SIGSTOP)
}

// disturb stops the others, or lets them go on.
func (e *trust) disturb(signal unix.Signal) {
	for _, other := range e.others {
		_ = other.Process.Signal(signal)
	}
}
