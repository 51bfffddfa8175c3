package runner_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
	"grundy/runner"
)

func TestEventsComeInOrder(t *testing.T) {
	t.Parallel()
	var more strings.Builder
	for i := range 30 {
		fmt.Fprintf(&more, "-- data/secret/%02d.in --\n%d 1\n-- data/secret/%02d.ans --\n%d\n", i, i, i, i+1)
	}
	p := open(t, aPlusB, more.String())
	// The first cases take longest.
	slow := "read a b; [ $a -lt 3 ] && sleep 0.1; echo $((a + b))\n"
	got := judgeText(t, newJudge(t, 4), p, job.Options{}, "slow.sh", slow)
	if got.err != nil || got.done.Verdict != verdict.AC || got.done.Passed != 33 || got.done.NotRun != 0 {
		t.Fatalf("done = %+v, %v", got.done, got.err)
	}
	if plan, ok := got.events[0].(event.Plan); !ok || plan.Tests != 33 || plan.Slots != 4 || plan.Language != "bash" {
		t.Errorf("first event = %+v, want the plan", got.events[0])
	}
	if _, ok := got.events[1].(event.Compile); !ok {
		t.Errorf("second event = %+v, want the build", got.events[1])
	}
	if _, ok := got.events[len(got.events)-1].(event.Done); !ok {
		t.Errorf("last event = %+v, want the end", got.events[len(got.events)-1])
	}
	var names []string
	for _, tc := range p.Data.AllCases() {
		names = append(names, tc.Name)
	}
	for i, test := range got.tests {
		if test.Test != names[i] || test.Index != i+1 {
			t.Errorf("test %d is %s with index %d, want %s", i+1, test.Test, test.Index, names[i])
		}
		start := slices.IndexFunc(got.events, func(e event.Event) bool { s, ok := e.(event.Start); return ok && s.Test == test.Test })
		end := slices.IndexFunc(got.events, func(e event.Event) bool { end, ok := e.(event.Test); return ok && end.Test == test.Test })
		if start < 0 || start > end {
			t.Errorf("%s starts at event %d and ends at %d", test.Test, start, end)
		}
	}
}

// The report does not depend on which of two slots is faster.
func TestStoppingAtTheFirstFailureIsDeterministic(t *testing.T) {
	t.Parallel()
	p := open(t, aPlusB)
	j := newJudge(t, 2)
	for _, sleep := range []string{"0", "0.05"} {
		// secret/1 fails late, after secret/2 has failed in another way.
		text := "read a b; [ $a = 3 ] && { sleep " + sleep + "; exit 9; }; [ $a = 5 ] && exit 8; echo $((a + b))\n"
		got := judgeText(t, j, p, job.Options{StopAtFirst: true}, "fails.sh", text)
		if len(got.tests) != 2 || got.tests[1].Reason != "exit code 9" || got.done.Reason != "run-time error on secret/1" || got.done.NotRun != 1 {
			t.Errorf("tests = %+v, done = %+v", got.tests, got.done)
		}
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	p := open(t, aPlusB)
	j := newJudge(t, 1)
	for _, test := range []struct {
		name    string
		options job.Options
		text    string
		want    verdict.Verdict
		check   func(*judgement) bool
	}{
		{"selected cases", job.Options{Cases: []string{"secret/1", "secret/2"}}, sumInBash, verdict.AC, func(g *judgement) bool {
			return len(g.tests) == 2 && g.tests[0].Test == "secret/1"
		}},
		{"no case is selected", job.Options{Cases: []string{}}, sumInBash, verdict.JE, func(g *judgement) bool {
			return g.done.Reason == "there is no test case to run"
		}},
		{"strict comparison", job.Options{CheckerArgs: []string{"space_change_sensitive"}}, "read a b; echo \" $((a + b))\"\n", verdict.WA, nil},
		{"unknown comparison", job.Options{CheckerArgs: []string{"tolerant"}}, sumInBash, verdict.JE, func(g *judgement) bool {
			return strings.Contains(g.tests[0].Reason, "tolerant")
		}},
		{"time limit", job.Options{TimeLimit: 100 * time.Millisecond}, "while :; do :; done\n", verdict.TLE, func(g *judgement) bool {
			return g.events[0].(event.Plan).TimeLimitSource == "command line" && g.tests[0].TimeLimit == 100*time.Millisecond
		}},
		{"output limit", job.Options{OutputLimit: 100}, "while :; do echo 1; done\n", verdict.OLE, func(g *judgement) bool {
			return g.tests[0].Reason == "wrote more than 100 B"
		}},
		{"as much as the output limit", job.Options{OutputLimit: 2, Cases: []string{"sample/1"}}, sumInBash, verdict.AC, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := judgeText(t, j, p, test.options, "a.sh", test.text)
			if got.done.Verdict != test.want || test.check != nil && !test.check(got) {
				t.Errorf("done = %+v, tests = %+v, want %v", got.done, got.tests, test.want)
			}
		})
	}
}

func TestMemoryLimit(t *testing.T) {
	t.Parallel()
	p := open(t, aPlusB)
	j := newJudge(t, 1)
	got := judgeText(t, j, p, job.Options{}, "hog.c", `
#include <stdlib.h>
#include <string.h>
int main(void) {
	for (;;) {
		char *volatile p = malloc(1 << 20);
		if (!p) abort();
		memset(p, 1, 1 << 20);
	}
}
`)
	test := got.tests[0]
	if test.Tier == sandbox.CgroupV1 || test.Tier == sandbox.CgroupV2 {
		if test.Verdict != verdict.MLE || !strings.HasSuffix(test.Reason, " 64 MiB") {
			t.Errorf("test = %+v", test)
		}
	} else if test.Verdict != verdict.MLE && test.Verdict != verdict.RTE {
		t.Errorf("test = %+v", test)
	}
	if got := judgeText(t, j, p, job.Options{MemoryLimit: 256 * bytesize.MiB}, "needs_100.c", `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
	int a, b;
	volatile char *p = malloc(100 << 20);
	for (long i = 0; i < 100 << 20; i += 4096) p[i] = 1;
	scanf("%d %d", &a, &b);
	printf("%d\n", a + b);
}
`); got.done.Verdict != verdict.AC || got.done.Memory < 100*bytesize.MiB || got.done.Memory > 120*bytesize.MiB {
		t.Errorf("done = %+v", got.done)
	}
}

// A run near its limit is repeated, and the fastest counts.
func TestNearTheLimit(t *testing.T) {
	t.Parallel()
	p := open(t, aPlusB)
	p.Data.Groups = p.Data.Groups[:1] // the sample
	j := newJudge(t, 2)
	spin := func(milliseconds int, answer string) string {
		return fmt.Sprintf(`
#include <stdio.h>
#include <time.h>
int main(void) {
	while (clock() < %d * (CLOCKS_PER_SEC / 1000)) {}
	puts(%q);
}
`, milliseconds, answer)
	}
	for _, test := range []struct {
		name    string
		text    string
		noRerun bool
		runs    int
		want    verdict.Verdict
	}{
		{"far below", spin(50, "3"), false, 0, verdict.AC},
		{"just below", spin(320, "3"), false, 3, verdict.AC},
		{"just below, once", spin(320, "3"), true, 0, verdict.AC},
		{"just above", spin(440, "3"), false, 5, verdict.TLE},
		{"far above", spin(10_000, "3"), false, 0, verdict.TLE},
		{"near, but wrong", spin(320, "4"), false, 0, verdict.WA},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := judgeText(t, j, p, job.Options{TimeLimit: 400 * time.Millisecond, NoRerun: test.noRerun}, "spin.c", test.text)
			result := got.tests[0]
			if result.Verdict != test.want || len(result.Runs) != test.runs {
				t.Errorf("%v %s after %v, want %v after %d runs", result.Verdict, result.Reason, result.Runs, test.want, test.runs)
			}
			if test.runs > 0 && (result.CPU != slices.Min(result.Runs) || len(got.starts) != test.runs || got.starts[2].Rerun != 2) {
				t.Errorf("CPU = %v of %v, starts = %v", result.CPU, result.Runs, got.starts)
			}
		})
	}
}

func TestTranscript(t *testing.T) {
	t.Parallel()
	p := open(t, `
-- problem.yaml --
problem_format_version: 2025-09
name: Talk
uuid: 8152979a-4dcf-4a9e-9de8-a5078d3c24bd
type: interactive
limits: {time_limit: 1, validation_time: 1}
-- data/secret/1.in --
-- data/secret/1.ans --
-- output_validator/talk.sh --
read a; printf 'got %s \377\n' "$a"; read b; echo bye; exit 43
`)
	got := judgeText(t, newJudge(t, 1), p, job.Options{}, "talk.sh", "echo one; read a; sleep 0.1; echo two; read b\n")
	talk := got.tests[0].Transcript
	want := []event.Exchange{
		{From: event.FromSubmission, Text: "one\n"},
		{From: event.FromInteractor, Text: "got one \uFFFD\n"},
		{From: event.FromSubmission, Text: "two\n"},
		{From: event.FromInteractor, Text: "bye\n"},
	}
	if len(talk) != len(want) {
		t.Fatalf("transcript = %q, want %q", talk, want)
	}
	for i := range want {
		if talk[i].From != want[i].From || talk[i].Text != want[i].Text || i > 0 && talk[i].At < talk[i-1].At {
			t.Errorf("exchange %d = %+v, want %+v", i, talk[i], want[i])
		}
	}
	if pause := talk[2].At - talk[1].At; pause < 100*time.Millisecond || pause > time.Minute {
		t.Errorf("two came %v after one", pause)
	}
}

func TestPackageProgramThatCannotBeBuilt(t *testing.T) {
	t.Parallel()
	p := open(t, aPlusB, "-- output_validator/check.c --\nint main(void) { return }\n")
	j := newJudge(t, 1)
	for range 2 {
		got := judgeText(t, j, p, job.Options{}, "sum.sh", sumInBash)
		var faulty *job.PackageError
		if !errors.As(got.err, &faulty) || !strings.Contains(got.err.Error(), "check.c:1") || got.done.Verdict != verdict.JE {
			t.Errorf("error = %v, done = %+v", got.err, got.done)
		}
		if got.compile.Failed != "" || len(got.tests) > 0 {
			t.Errorf("events = %+v", got.events)
		}
	}
}

func TestMissingToolchainIsSkipped(t *testing.T) {
	t.Parallel()
	p := open(t, aPlusB)
	// No machine has all of these.
	for _, name := range []string{"a.a68", "a.apl", "a.cr", "a.jl", "a.d"} {
		got := judgeText(t, newJudge(t, 1), p, job.Options{}, name, "1\n")
		if got.done.Skipped {
			if got.err != nil || got.done.Verdict != verdict.None || !got.compile.Skipped || got.compile.Help == "" || got.done.NotRun != 3 {
				t.Errorf("done = %+v, compile = %+v, %v", got.done, got.compile, got.err)
			}
			return
		}
	}
	t.Skip("this machine has every toolchain")
}

func TestUnknownLanguage(t *testing.T) {
	t.Parallel()
	got := judgeText(t, newJudge(t, 1), open(t, aPlusB), job.Options{}, "notes.xyz", "hello\n")
	var unknown *language.SourceError
	if !errors.As(got.err, &unknown) || len(got.events) > 0 {
		t.Errorf("error = %v, events = %v", got.err, got.events)
	}
}

func TestPrepare(t *testing.T) {
	t.Parallel()
	j := newJudge(t, 2)
	p := open(t, aPlusB, "-- output_validator/check.sh --\nread n; [ $n = 3 ] || [ $n = 7 ] || [ $n = 11 ] && exit 42; exit 43\n")
	fresh := fmt.Sprintf("// %d\n", time.Now().UnixNano())
	submitted := job.Judgement{Name: "sum.c", Source: source(t, "sum.c", fresh+"#include <stdio.h>\nint main(void) { int a, b; scanf(\"%d %d\", &a, &b); printf(\"%d\", a + b); }\n")}
	j.Prepare(t.Context(), p, submitted)
	got := judge(t.Context(), j, p, submitted)
	if got.err != nil || got.done.Verdict != verdict.AC || got.compile.Cached || got.compile.Submission != "sum.c" {
		t.Errorf("done = %+v, compile = %+v, %v", got.done, got.compile, got.err)
	}
	if again := judge(t.Context(), j, p, submitted); !again.compile.Cached {
		t.Errorf("compile = %+v, want it from the cache", again.compile)
	}
	unknown := job.Judgement{Name: "a.xyz", Source: source(t, "a.xyz", "")}
	j.Prepare(t.Context(), p, unknown)
	if got := judge(t.Context(), j, p, unknown); got.err == nil {
		t.Error("the language is unknown: want an error")
	}
	// Closing the judge ends builds that no judgement waits for.
	j.Prepare(t.Context(), p, job.Judgement{Name: "slow.c", Source: source(t, "slow.c", "#include \"/dev/zero\"\n")})
}

func TestCancel(t *testing.T) {
	t.Parallel()
	p := open(t, aPlusB)
	scratch := t.TempDir()
	j := newJudgeIn(t, 2, scratch, func(host sandbox.Host) sandbox.Host { return host })
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(300*time.Millisecond, cancel)
	marker := fmt.Sprintf("cancel-%d", time.Now().UnixNano())
	begun := time.Now()
	got := judge(ctx, j, p, job.Judgement{Name: "sleeps.sh", Source: source(t, "sleeps.sh", "exec -a "+marker+" sleep 100\n")})
	if got.err != nil || !got.done.Interrupted || got.done.Verdict != verdict.None || got.done.NotRun != 3 || len(got.tests) != 0 {
		t.Errorf("done = %+v, %v", got.done, got.err)
	}
	if took := time.Since(begun); took > 50*time.Second {
		t.Errorf("took %v to end", took)
	}
	if left := processes(t, marker); len(left) > 0 {
		t.Errorf("processes %v are left", left)
	}
	// The judge continues normally.
	if got := judgeText(t, j, p, job.Options{}, "sum.sh", sumInBash); got.done.Verdict != verdict.AC {
		t.Errorf("after that: %+v, %+v", got.done, got.tests)
	}
}

// processes finds the processes that have an argument with the given text.
func processes(t *testing.T, text string) []string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, file := range files {
		if line, err := os.ReadFile(file); err == nil && strings.Contains(string(line), text) {
			found = append(found, filepath.Base(filepath.Dir(file)))
		}
	}
	return found
}

// A program that is too slow gets more reruns than one that is fast enough.
func TestReruns(t *testing.T) {
	t.Parallel()
	var times []time.Duration // that the next runs seem to take
	j, _ := newJudgeRunning(t, 1, func(ctx context.Context, box sandbox.Box, spec sandbox.Spec) (sandbox.Result, error) {
		result, err := box.Run(ctx, spec)
		result.CPU, times = times[0], times[1:]
		return result, err
	})
	p := open(t, aPlusB)
	p.Data.Groups = p.Data.Groups[:1] // the sample
	for _, test := range []struct {
		times   []int // percent of the limit
		reruns  int
		verdict verdict.Verdict
		counts  int
	}{
		{[]int{74}, 0, verdict.AC, 74},
		{[]int{126}, 0, verdict.TLE, 126},
		{[]int{99, 120, 98}, 2, verdict.AC, 98},
		{[]int{120, 99, 101}, 2, verdict.AC, 99},
		{[]int{120, 101, 102, 100}, 3, verdict.AC, 100},
		{[]int{120, 101, 102, 103, 70}, 4, verdict.AC, 70},
		{[]int{120, 101, 102, 103, 104}, 4, verdict.TLE, 101},
	} {
		t.Run(fmt.Sprint(test.times), func(t *testing.T) {
			times = nil
			for _, percent := range test.times {
				times = append(times, time.Duration(percent)*10*time.Millisecond)
			}
			got := judgeText(t, j, p, job.Options{TimeLimit: time.Second}, "sum.sh", sumInBash)
			result := got.tests[0]
			if result.Verdict != test.verdict || result.CPU != time.Duration(test.counts)*10*time.Millisecond {
				t.Errorf("%v %v, want %v %d%% of a second", result.Verdict, result.CPU, test.verdict, test.counts)
			}
			if !slices.Equal(got.done.SlowestRuns, result.Runs) {
				t.Errorf("the summary has %v, the test %v", got.done.SlowestRuns, result.Runs)
			}
			if reruns := got.starts[len(got.starts)-1].Rerun; reruns != test.reruns || len(times) != 0 {
				t.Errorf("%d reruns, want %d; not asked for: %v", reruns, test.reruns, times)
			}
		})
	}
}

// A run that hit the wall limit is rerun alone if another program computed on its core meanwhile. Otherwise it counts
// as is.
func TestSlowedByAnother(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		cases   int
		noRerun bool
		percent int // of the time limit, that undisturbed runs take
		runs    int32
		want    verdict.Verdict
	}{
		{"alone", 1, false, 1, 1, verdict.TLE},
		{"beside another", 2, false, 1, 4, verdict.AC},
		{"beside another, near the limit", 2, false, 99, 8, verdict.AC},
		{"beside another, near the limit, with one rerun at most", 2, true, 99, 4, verdict.AC},
	} {
		var runs atomic.Int32
		second, resumed := make(chan struct{}), make(chan struct{})
		slow := sandbox.Result{Wall: time.Minute, Breach: sandbox.WallBreach}
		j, _ := newJudgeRunning(t, 1, func(ctx context.Context, box sandbox.Box, spec sandbox.Spec) (sandbox.Result, error) {
			switch n := runs.Add(1); {
			case test.cases == 1:
				return slow, nil
			case n == 1: // the core is lent while it waits
				spec.Waiting(true)
				<-second
				spec.Waiting(false)
				close(resumed)
				return slow, nil
			case n == 2:
				close(second)
				<-resumed
				return slow, nil
			}
			result, err := box.Run(ctx, spec)
			result.CPU = time.Duration(test.percent) * 10 * time.Millisecond
			return result, err
		})
		p := open(t, aPlusB)
		p.Data.Groups = p.Data.Groups[1:] // the secret cases
		p.Data.Groups[0].Cases = p.Data.Groups[0].Cases[:test.cases]
		got := judgeText(t, j, p, job.Options{TimeLimit: time.Second, NoRerun: test.noRerun}, "sum.sh", sumInBash)
		if got.done.Verdict != test.want || runs.Load() != test.runs {
			t.Errorf("%s: %s after %d runs, want %s after %d", test.name, got.done.Verdict, runs.Load(), test.want, test.runs)
		}
	}
}

// The judge keeps a submission's standard error whatever its verdict, and its output if that is wrong. It keeps a
// static validator's message if that rejects.
func TestWhatWasWrittenIsKept(t *testing.T) {
	t.Parallel()
	p := open(t, aPlusB, `
-- data/secret/test_group.yaml --
static_validation: true
-- static_validator/look.sh --
echo looked >&2
grep -q forbidden "$2" && exit 43
exit 42
`)
	j := newJudge(t, 1)
	for _, test := range []struct{ text, want string }{
		{"echo mine >&2; " + sumInBash, "sample/1 AC: mine, secret/static_validation AC: , secret/1 AC: mine, secret/2 AC: mine, "},
		{"echo mine >&2; echo 3 # forbidden\n", "sample/1 AC: mine, secret/static_validation WA: looked, secret/1 WA: 3 mine, secret/2 WA: 3 mine, "},
	} {
		said := ""
		for _, result := range judgeText(t, j, p, job.Options{}, "a.sh", test.text).tests {
			said += result.Test + " " + result.Verdict.String() + ": " + strings.TrimSpace(strings.ReplaceAll(result.Output+result.Stderr, "\n", " ")) + ", "
		}
		if said != test.want {
			t.Errorf("%q: %s; want %s", test.text, said, test.want)
		}
	}
}

// The excerpts name a submission's files as the user knows them.
func TestOwnPathsInWhatIsWritten(t *testing.T) {
	t.Parallel()
	submitted := job.Judgement{Name: "a.sh", Source: source(t, "a.sh", "echo \"$0\" >&2; "+sumInBash)}
	got := judge(t.Context(), newJudge(t, 1), open(t, aPlusB), submitted)
	if len(got.tests) == 0 || got.tests[0].Stderr != submitted.Source.Files[0].Path+"\n" {
		t.Errorf("%+v, %v, want the path %s", got.tests, got.err, submitted.Source.Files[0].Path)
	}
}

func TestOverrun(t *testing.T) {
	t.Parallel()
	var killed time.Duration
	j, _ := newJudgeRunning(t, 1, func(ctx context.Context, box sandbox.Box, spec sandbox.Spec) (sandbox.Result, error) {
		killed = spec.Limits.CPU
		return box.Run(ctx, spec)
	})
	p := open(t, aPlusB)
	for overrun, want := range map[float64]time.Duration{
		0: 1250 * time.Millisecond, 0.1: 1250 * time.Millisecond, 0.5: 1500 * time.Millisecond,
	} {
		judgeText(t, j, p, job.Options{TimeLimit: time.Second, Overrun: overrun}, "sum.sh", sumInBash)
		if killed != want {
			t.Errorf("overrun %v: killed after %v, want %v", overrun, killed, want)
		}
	}
}

// One run up to the overrun is enough.
func TestOverrunOnce(t *testing.T) {
	t.Parallel()
	var bounds []time.Duration
	j, _ := newJudgeRunning(t, 1, func(_ context.Context, _ sandbox.Box, spec sandbox.Spec) (sandbox.Result, error) {
		bounds = append(bounds, spec.Limits.CPU)
		if len(bounds) == 1 { // it ends by itself, too late
			return sandbox.Result{CPU: spec.Limits.CPU - time.Millisecond}, nil
		}
		return sandbox.Result{CPU: spec.Limits.CPU, Breach: sandbox.CPUBreach}, nil
	})
	judgeText(t, j, open(t, aPlusB), job.Options{TimeLimit: time.Second, Overrun: 2}, "sum.sh", sumInBash)
	want := []time.Duration{3 * time.Second, 3 * time.Second, 1250 * time.Millisecond}
	if len(bounds) < len(want) || !slices.Equal(bounds[:len(want)], want) {
		t.Errorf("killed after %v, want %v at first", bounds, want)
	}
}

func TestBoxThatFails(t *testing.T) {
	t.Parallel()
	failures := 2
	j, host := newJudgeRunning(t, 1, func(ctx context.Context, box sandbox.Box, spec sandbox.Spec) (sandbox.Result, error) {
		if failures > 0 {
			failures--
			return sandbox.Result{}, errors.New("the box fell apart")
		}
		return box.Run(ctx, spec)
	})
	got := judgeText(t, j, open(t, aPlusB), job.Options{}, "sum.sh", sumInBash)
	want := []verdict.Verdict{verdict.JE, verdict.JE, verdict.AC}
	for i, test := range got.tests {
		if test.Verdict != want[i] || want[i] == verdict.JE && test.Reason != "the box fell apart" {
			t.Errorf("%s: %v %s, want %v", test.Test, test.Verdict, test.Reason, want[i])
		}
	}
	if got.done.Verdict != verdict.JE || got.done.Reason != "the box fell apart" || got.err != nil {
		t.Errorf("done = %+v, %v", got.done, got.err)
	}
	if opened := host.opened.Load(); opened != 3 {
		t.Errorf("%d boxes were opened, want one and two after failures", opened)
	}
}

func TestValidateInput(t *testing.T) {
	t.Parallel()
	p := open(t, aPlusB, `
-- input_validators/positive.sh --
read a b
[ "$a" = hang ] && sleep 100
[ "$a" = crash ] && kill -SEGV $$
[ "$a" -ge "${1:-0}" ] && exit 42
echo "$a is less than $1" >&2
exit 43
`)
	p.Limits.ValidationTime = time.Second
	j := newJudge(t, 1)
	for _, test := range []struct {
		name, input string
		args        []string
		valid       bool
		message     string
	}{
		{"valid", "1 2\n", nil, true, ""},
		{"invalid", "1 2\n", []string{"2"}, false, "1 is less than 2"},
		{"crash", "crash\n", nil, false, "killed by signal 11 (SIGSEGV, segmentation fault)"},
		{"hang", "hang\n", nil, false, "hit its idle limit"},
	} {
		t.Run(test.name, func(t *testing.T) {
			input := filepath.Join(t.TempDir(), "1.in")
			if err := os.WriteFile(input, []byte(test.input), 0o644); err != nil {
				t.Fatal(err)
			}
			valid, message, err := j.Validate(t.Context(), p, p.InputValidators[0], &problem.Case{Input: input, InputArgs: test.args})
			if err != nil || valid != test.valid || message != test.message {
				t.Errorf("got %v %q %v, want %v %q", valid, message, err, test.valid, test.message)
			}
		})
	}
}

func TestCheckOutput(t *testing.T) {
	t.Parallel()
	p := open(t, aPlusB)
	j := newJudge(t, 1)
	tc := *p.Data.Groups[0].Cases[0]
	for output, want := range map[string]bool{"3\n": true, "4\n": false} {
		accepted, message, err := j.CheckOutput(t.Context(), p, tc, strings.NewReader(output))
		if err != nil || accepted != want || accepted != (message == "") {
			t.Errorf("CheckOutput of %q = %v %q %v, want %v", output, accepted, message, err, want)
		}
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	j := newJudge(t, 1)
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	input := filepath.Join(t.TempDir(), "in")
	if err := os.WriteFile(input, []byte("1 2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var built *language.Program
	result, err := j.Run(t.Context(), runner.Execution{
		Source: source(t, "sum.sh", "read a b; echo $((a + b)) $1; exit 3\n"), Args: []string{"argument"},
		Limits: sandbox.Limits{CPU: time.Second, Memory: 64 * bytesize.MiB},
		Stdin:  sandbox.FromPath(input), Stdout: out,
	}, func(p *language.Program) { built = p })
	if err != nil || result.Exit != 3 || built == nil {
		t.Errorf("result = %+v, program %v, %v", result, built, err)
	}
	if text, err := os.ReadFile(out.Name()); string(text) != "3 argument\n" || err != nil {
		t.Errorf("output = %q, %v", text, err)
	}
	if v, reason := runner.Classify(result, sandbox.Limits{CPU: time.Second}); v != verdict.RTE || reason != "exit code 3" {
		t.Errorf("Classify = %v %q", v, reason)
	}
}
