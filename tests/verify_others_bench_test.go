package tests

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"grundy/tests/suite"
	"grundy/tests/verifiers"
)

// BenchmarkVerifyOthers verifies a package of a contest's size, up to the first failure of each submission, with
// grundy and with the verifiers of other judges, all with as many jobs as cores. For grundy it measures a run with
// nothing compiled, one that repeats all measurements, one that knows all results, and one in which a submission has
// changed. For the second it also reports how many times longer it took than the CPU time of the judged submissions
// on all cores. The numbers mean something on a quiet machine only.
func BenchmarkVerifyOthers(b *testing.B) {
	dir := writeContestPackage(b)
	cores := runtime.NumCPU()
	b.Run("grundy", func(b *testing.B) {
		grundy := builtBinary(b)
		for b.Loop() {
			env := environmentOf(b)
			verify := func(name string, flags ...string) verification {
				v := verifyPackage(b, grundy, env, dir, append(flags, "--stop")...)
				b.ReportMetric(v.wall.Seconds(), "s-"+name)
				return v
			}
			verify("first")
			again := verify("again", "--fresh")
			submissions := again.verified.Summary.Used.Submissions
			b.ReportMetric(submissions.Seconds(), "s-submissions")
			b.ReportMetric(again.wall.Seconds()/(submissions.Seconds()/float64(cores)), "again/ideal")
			verify("known")
			touched, err := os.OpenFile(filepath.Join(dir, "submissions", "accepted", "merge.cpp"), os.O_APPEND|os.O_WRONLY, 0)
			if err == nil {
				_, err = fmt.Fprintln(touched, "// changed at", time.Now())
				err = errors.Join(err, touched.Close())
			}
			if err != nil {
				b.Fatal(err)
			}
			verify("changed")
		}
	})
	others := map[string]struct {
		form     string
		commands [][]string
	}{
		"problemtools": {"legacy", [][]string{{
			"verifyproblem", "-j", strconv.Itoa(cores), "-t", "3", "-p", "config", "validators", "graders", "data", "submissions", "--", ".",
		}}},
		"bapctools": {"icpc", [][]string{
			{"bt", "validate", "--jobs", strconv.Itoa(cores), "--no-bar"}, {"bt", "run", "--jobs", strconv.Itoa(cores), "--no-bar"},
		}},
	}
	for name, other := range others {
		b.Run(name, func(b *testing.B) {
			bin := b.TempDir()
			b.Setenv("PATH", strings.Join([]string{bin, filepath.Join(verifiers.Installed(b), "bin"), os.Getenv("PATH")}, ":"))
			verifiers.PyPy(b, bin)
			at := filepath.Join(b.TempDir(), "inversions")
			export := exec.CommandContext(b.Context(), builtBinary(b), "export", "--to", other.form, "-o", at+".zip", dir)
			export.Env = environmentOf(b)
			if out, err := export.CombinedOutput(); err != nil {
				b.Fatalf("%v: %v\n%s", export.Args, err, out)
			}
			verifiers.Unzip(b, at+".zip", at)
			var wall time.Duration
			for b.Loop() {
				for _, args := range other.commands {
					command := exec.CommandContext(b.Context(), args[0], args[1:]...)
					command.Dir = at
					begin := time.Now()
					out, err := command.CombinedOutput()
					wall += time.Since(begin)
					b.Logf("%v: %v\n%s", args, err, out) // warnings make an exit code of 1
				}
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(wall.Seconds()/float64(b.N), "s-wall")
		})
	}
}

// writeContestPackage gives testdata/contest its 180 test cases: a third of them small, a third large. Quadratic
// solutions are far from the limit on either side, as authors want it: a result near the limit is measured in each
// run, alone.
func writeContestPackage(b *testing.B) string {
	b.Helper()
	dir := filepath.Join(b.TempDir(), "inversions")
	if err := os.CopyFS(dir, os.DirFS("testdata/contest")); err != nil {
		b.Fatal(err)
	}
	write := func(name string, a []int) {
		text := strings.Trim(fmt.Sprint(a), "[]")
		suite.WriteAll(b, filepath.Join(dir, "data"), map[string]string{
			name + ".in": fmt.Sprintf("%d\n%s\n", len(a), text), name + ".ans": fmt.Sprintln(inversions(a)),
		})
	}
	write("sample/1", []int{3, 1, 2})
	write("sample/2", []int{5, 5, 1, 1})
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 178 {
		least, greatest := 1, 50
		if i >= 120 {
			least, greatest = 80_000, 150_000
		} else if i >= 60 {
			least, greatest = 100, 5_000
		}
		a := make([]int, least+random.IntN(greatest-least+1))
		bound := []int{10, 1_000_000_000}[random.IntN(2)]
		for j := range a {
			a[j] = random.IntN(bound + 1)
		}
		switch i % 6 {
		case 4:
			slices.Sort(a)
		case 5:
			slices.Sort(a)
			slices.Reverse(a)
		}
		write(fmt.Sprintf("secret/%03d", i+1), a)
	}
	return dir
}

// inversions sorts numbers and counts the pairs in the wrong order.
func inversions(a []int) int {
	if len(a) < 2 {
		return 0
	}
	left, right := slices.Clone(a[:len(a)/2]), slices.Clone(a[len(a)/2:])
	count := inversions(left) + inversions(right)
	for k := range a {
		if len(right) == 0 || len(left) > 0 && left[0] <= right[0] {
			a[k], left = left[0], left[1:]
		} else {
			a[k], right = right[0], right[1:]
			count += len(left)
		}
	}
	return count
}
