//go:build linux

package runner_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

const sumInCpp = `#include <iostream>
int main() {
	long long a, b;
	std::cin >> a >> b;
	std::cout << a + b << '\n';
}
`

// distinctCases writes a problem with files of its own for each of n cases.
func distinctCases(b *testing.B, n int) *problem.Problem {
	b.Helper()
	p := open(b, aPlusB)
	dir := b.TempDir()
	group := &problem.Group{Name: "secret"}
	for i := range n {
		name := fmt.Sprintf("%05d", i)
		tc := &problem.Case{Name: "secret/" + name, Input: filepath.Join(dir, name+".in"), Answer: filepath.Join(dir, name+".ans")}
		for path, text := range map[string]string{tc.Input: fmt.Sprintf("%d 1\n", i), tc.Answer: fmt.Sprintf("%d\n", i+1)} {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				b.Fatal(err)
			}
		}
		group.Cases = append(group.Cases, tc)
	}
	p.Data.Groups = []*problem.Group{group}
	return p
}

// BenchmarkTinyTests judges 200 tiny cases with a prebuilt static C++ program. Right afterwards it runs the same
// program over the same files in a shell loop with cmp, so that both meet the same state of the machine.
func BenchmarkTinyTests(b *testing.B) {
	const cases = 200
	for _, slots := range []int{1, 2} {
		b.Run(fmt.Sprintf("slots=%d", slots), func(b *testing.B) {
			p := distinctCases(b, cases)
			j := newJudge(b, slots)
			submitted := job.Judgement{Name: "sum.cpp", Source: source(b, "sum.cpp", sumInCpp)}
			judgeOnce := func() {
				done, err := j.Judge(b.Context(), p, submitted, func(event.Event) {})
				if err != nil || done.Passed != cases {
					b.Fatalf("done = %+v, %v", done, err)
				}
			}
			judgeOnce()
			loop := shellLoop(b, filepath.Dir(p.Data.Groups[0].Cases[0].Input))
			loop()

			var ours, theirs time.Duration
			for b.Loop() {
				begun := time.Now()
				judgeOnce()
				ours += time.Since(begun)
				b.StopTimer()
				begun = time.Now()
				loop()
				theirs += time.Since(begun)
				b.StartTimer()
			}
			perRun := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 / float64(b.N) }
			b.ReportMetric(perRun(ours), "ms/200tests")
			b.ReportMetric(perRun(theirs), "ms/shell-loop")
			b.ReportMetric(ours.Seconds()/theirs.Seconds(), "ratio")
		})
	}
}

// shellLoop builds the program as the judge does, and returns a function that runs it over a directory of cases.
func shellLoop(b *testing.B, dir string) func() {
	b.Helper()
	work := b.TempDir()
	code, binary := filepath.Join(work, "sum.cpp"), filepath.Join(work, "sum")
	if err := os.WriteFile(code, []byte(sumInCpp), 0o644); err != nil {
		b.Fatal(err)
	}
	if out, err := exec.Command("g++", "-O2", "-std=c++20", "-static", "-o", binary, code).CombinedOutput(); err != nil {
		b.Skipf("g++: %v\n%s", err, out)
	}
	script := `for f in "$2"/*.in; do "$1" < "$f" > "$3" && cmp -s "$3" "${f%.in}.ans" || exit 1; done`
	return func() {
		if out, err := exec.Command("bash", "-c", script, "loop", binary, dir, filepath.Join(work, "out")).CombinedOutput(); err != nil {
			b.Fatalf("shell loop: %v\n%s", err, out)
		}
	}
}

// peakOf returns the peak resident memory of this process since resetPeak, in MiB.
func peakOf(b *testing.B) float64 {
	b.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Skip(err)
	}
	for line := range strings.Lines(string(text)) {
		if value, found := strings.CutPrefix(line, "VmHWM:"); found {
			kib, err := strconv.Atoi(strings.Fields(value)[0])
			if err != nil {
				b.Fatal(err)
			}
			return float64(kib) / 1024
		}
	}
	b.Skip("this kernel does not tell the peak")
	return 0
}

// resetPeak makes the kernel measure the peak anew (proc(5), clear_refs).
func resetPeak(b *testing.B) {
	b.Helper()
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		b.Skip(err)
	}
}

// BenchmarkManyCases judges 10,000 cases and reports the peak of the judge's memory.
func BenchmarkManyCases(b *testing.B) {
	const cases = 10_000
	p := manyCases(b, cases, "1 2\n", "3\n")
	j := newJudge(b, 2)
	submitted := job.Judgement{Name: "sum.cpp", Source: source(b, "sum.cpp", sumInCpp)}
	resetPeak(b)
	for b.Loop() {
		done, err := j.Judge(b.Context(), p, submitted, func(event.Event) {})
		if err != nil || done.Passed != cases {
			b.Fatalf("done = %+v, %v", done, err)
		}
	}
	b.ReportMetric(peakOf(b), "MiB-peak")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/cases, "µs/case")
}

// BenchmarkHugeOutput judges an output of 1 GB against an answer as large and reports the peak of the judge's memory.
func BenchmarkHugeOutput(b *testing.B) {
	const size = 1 << 30
	var disk syscall.Statfs_t
	dir := b.TempDir()
	if err := syscall.Statfs(dir, &disk); err != nil || disk.Bavail*uint64(disk.Bsize) < 4*size {
		b.Skip("not enough space for two files of 1 GB", err)
	}
	p := manyCases(b, 1, "", "")
	answer, err := os.Create(filepath.Join(dir, "1.ans"))
	if err != nil {
		b.Fatal(err)
	}
	line := []byte(strings.Repeat("0123456\n", 1<<13))
	for range size / len(line) {
		if _, err := answer.Write(line); err != nil {
			b.Fatal(err)
		}
	}
	if err := answer.Close(); err != nil {
		b.Fatal(err)
	}
	p.Data.Groups[0].Cases[0].Answer = answer.Name()
	j := newJudge(b, 1)
	submitted := job.Judgement{
		Name: "large.sh", Source: source(b, "large.sh", fmt.Sprintf("yes 0123456 | head -c %d\n", size)),
		Options: job.Options{OutputLimit: 2 * bytesize.GiB, TimeLimit: time.Minute},
	}
	resetPeak(b)
	for b.Loop() {
		done, err := j.Judge(b.Context(), p, submitted, func(event.Event) {})
		if err != nil || done.Verdict != verdict.AC {
			b.Fatalf("done = %+v, %v", done, err)
		}
	}
	b.ReportMetric(peakOf(b), "MiB-peak")
	b.SetBytes(size)
}
