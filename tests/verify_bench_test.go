package tests

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
)

// packagesVariable names packages of the library, separated by spaces, that replace the default ones.
const packagesVariable = "VERIFY_PACKAGES"

// verifiedPackages have small cases, large ones, an interactor, and submissions that wait forever.
func verifiedPackages() []string {
	if named := strings.Fields(os.Getenv(packagesVariable)); len(named) > 0 {
		return named
	}
	return []string{"knights", "mousetrap", "spidersduel", "nimduel"}
}

// verification is one run of grundy verify.
type verification struct {
	wall, cpu   time.Duration // CPU of all processes
	verified    event.Verified
	submissions []event.SubmissionChecked
	stalemates  map[string]int // of each submission, the cases reported as a deadlock of both programs
}

// verifyPackage verifies a package, which must have no faults.
func verifyPackage(t testing.TB, grundy string, env []string, dir string, flags ...string) verification {
	t.Helper()
	v := verification{stalemates: map[string]int{}}
	command := exec.CommandContext(t.Context(), grundy, slices.Concat([]string{"verify", "--format", "json"}, flags, []string{dir})...)
	command.Env = env
	var said strings.Builder
	command.Stderr = &said
	begin := time.Now()
	out, failed := command.Output()
	v.wall = time.Since(begin)
	v.cpu = command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	var faults problem.Diagnostics
	decoder := event.NewDecoder(strings.NewReader(string(out)))
	for {
		e, err := decoder.Decode()
		if errors.Is(err, io.EOF) {
			if failed != nil {
				t.Fatalf("%v: %v\n%s%v\n%s%+v", command.Args, failed, &said, faults, unmet(v.submissions), v.verified)
			}
			return v
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := e.(type) {
		case event.DataChecked:
			faults = append(faults, e.Faults.Fatal(false)...)
		case event.Running:
			if judged, ok := e.Event.(event.Test); ok && strings.HasPrefix(judged.Reason, "both programs wait for each other") {
				v.stalemates[e.Submission]++
			}
		case event.SubmissionChecked:
			v.submissions = append(v.submissions, e)
		case event.Verified:
			v.verified = e
		}
	}
}

// unmet returns the submissions that do not do what is expected of them.
func unmet(submissions []event.SubmissionChecked) string {
	var lines strings.Builder
	for _, s := range submissions {
		if !s.Met() {
			fmt.Fprintln(&lines, s.Submission, s.Violations)
		}
	}
	return lines.String()
}

// environmentOf is the environment of grundy, with a cache that lasts as long as the test.
func environmentOf(t testing.TB) []string {
	env := os.Environ()
	for name, value := range surroundings(t.TempDir(), t.TempDir()) {
		env = append(env, name+"="+value)
	}
	return env
}

// BenchmarkVerify measures the cost of verify with compiled programs, package by package: the wall time in seconds;
// the CPU seconds of the submissions, of the package's programs, of compilers and of the judge's own processes; the
// judge's share of all of them; and how many times longer it took than the CPU time on all cores would have. The last
// number leaves out the time in which a submission near its limit ran alone. It means something on a quiet machine
// only.
func BenchmarkVerify(b *testing.B) {
	grundy, env := builtBinary(b), environmentOf(b)
	for _, name := range verifiedPackages() {
		b.Run(name, func(b *testing.B) {
			dir := filepath.Join("..", "problems", name)
			verifyPackage(b, grundy, env, dir) // builds
			var wall, cpu time.Duration
			var used event.Usage
			for b.Loop() {
				v := verifyPackage(b, grundy, env, dir, "--fresh")
				wall, cpu, used = wall+v.wall, cpu+v.cpu, used.Plus(v.verified.Summary.Used)
			}
			judge := cpu - used.Submissions - used.Programs - used.Compilers
			b.ReportMetric(0, "ns/op")
			for unit, time := range map[string]time.Duration{
				"s-wall": wall, "s-submissions": used.Submissions, "s-programs": used.Programs, "s-compilers": used.Compilers, "s-judge": judge,
			} {
				b.ReportMetric(time.Seconds()/float64(b.N), unit)
			}
			b.ReportMetric(judge.Seconds()/cpu.Seconds(), "judge/cpu")
			cores := float64(runtime.NumCPU())
			b.ReportMetric((wall-used.Alone).Seconds()/((cpu-used.Alone).Seconds()/cores), "wall/ideal")
		})
	}
}
