package runner_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/verdict"
	"grundy/internal/job"
	"grundy/internal/judge/resultcache"
	"grundy/internal/judge/sandbox"
	"grundy/internal/store/cache"
	"grundy/runner"
)

// verdictMap keeps verdicts in memory.
type verdictMap map[cache.Key]map[cache.Key]resultcache.Known

func (m verdictMap) Known(submission cache.Key) map[cache.Key]resultcache.Known { return m[submission] }

func (m verdictMap) Keep(submission cache.Key, cases map[cache.Key]resultcache.Known) {
	m[submission] = maps.Clone(cases)
}

func remembering(verdicts runner.ResultCache) func(*runner.Config) {
	return func(config *runner.Config) { config.Verdicts = verdicts }
}

func plainHost(host sandbox.Host) sandbox.Host { return host }

// outline returns the result of a judgement without what differs from run to run.
func outline(got *judgement) string {
	var text strings.Builder
	for _, test := range got.tests {
		fmt.Fprintln(&text, test.Test, test.Index, test.Sample, test.Verdict, test.Reason, filepath.Base(test.Input), test.Exit)
	}
	fmt.Fprintln(&text, got.done.Verdict, got.done.Reason, got.done.Passed, got.done.Failed, got.done.NotRun)
	return text.String()
}

func TestOnlyWhatChangedIsJudgedAgain(t *testing.T) {
	t.Parallel()
	const checker = `
-- output_validator/check.sh --
read want < "$2"; read got; [ "$got" = "$want" ] && exit 42
echo no > "$3judgemessage.txt"; exit 43
`
	j := newJudgeIn(t, 2, t.TempDir(), plainHost, remembering(verdictMap{}))
	p := open(t, aPlusB, checker)
	text := "read a b; [ $a = 3 ] && exit 9; [ $a = 5 ] && b=1; echo $((a + b))\n"
	options := job.Options{Recall: true}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(p.Dir, filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		name   string
		change func()
		judged int // cases that ran
	}{
		{"first", func() {}, 3},
		{"unchanged", func() {}, 0},
		{"another statement", func() { p.Names = map[string]string{"en": "Sums"} }, 0},
		{"another input", func() { write("data/secret/1.in", "3 5\n") }, 1},
		{"another answer", func() { write("data/secret/2.ans", "6\n") }, 1},
		{"arguments of one case", func() { p.Data.AllCases()[0].OutputArgs = []string{"x"} }, 1},
		{"unchanged since", func() {}, 0},
		{"another source", func() { text += "# more\n" }, 3},
		{"another checker", func() {
			write("output_validator/check.sh", strings.Replace(checker[strings.Index(checker, "read"):], "no", "No", 1))
		}, 3},
		{"another time limit", func() { p.Limits.Time = 2 * time.Second }, 3},
		{"another limit of validators", func() { p.Limits.ValidationTime *= 2 }, 3},
		{"another option", func() { options.Idleness = true }, 3},
		{"once more", func() { options.Again = true }, 3},
		{"and what that gave", func() { options.Again = false }, 0},
		{"nothing is to be recalled", func() { options.Recall = false }, 3},
		{"but all is known", func() { options.Recall = true }, 0},
		{"one case only", func() { options.Cases = []string{"sample/1"} }, 0},
		{"and all of them again", func() { options.Cases = nil }, 0},
		{"up to the first failure", func() { options.StopAtFirst = true }, 0},
	} {
		step.change()
		got := judgeText(t, j, p, options, "a.sh", text)
		if got.err != nil || len(got.starts) != step.judged || got.done.Earlier != len(got.tests)-step.judged {
			t.Errorf("%s: %d cases were run, want %d; %d results are called earlier (%v)", step.name, len(got.starts), step.judged, got.done.Earlier, got.err)
		}
		fresh := options
		fresh.Recall = false
		if diff := cmp.Diff(outline(judgeText(t, j, p, fresh, "a.sh", text)), outline(got)); diff != "" {
			t.Errorf("%s: what is recalled differs (-judged +recalled):\n%s", step.name, diff)
		}
	}
}

func TestNothingNearALimitIsRecalled(t *testing.T) {
	t.Parallel()
	var next sandbox.Result
	stand := &standIn{run: func(ctx context.Context, box sandbox.Box, spec sandbox.Spec) (sandbox.Result, error) {
		result, err := box.Run(ctx, spec)
		result.CPU, result.Wall, result.Memory, result.Breach = next.CPU, next.Wall, next.Memory, next.Breach
		return result, err
	}}
	j := newJudgeIn(t, 1, t.TempDir(), func(real sandbox.Host) sandbox.Host { stand.Host = real; return stand }, remembering(verdictMap{}))
	p := open(t, aPlusB)
	p.Data.Groups = p.Data.Groups[:1] // the sample
	p.Limits.Memory = 100 << 20
	for i, test := range []struct {
		name   string
		result sandbox.Result // below 1 s, 100 MiB and 3.5 s of wall time
		want   verdict.Verdict
		kept   bool
	}{
		{"far below", sandbox.Result{CPU: 740 * time.Millisecond, Wall: time.Second, Memory: 10 << 20}, verdict.AC, true},
		{"just below", sandbox.Result{CPU: 760 * time.Millisecond, Wall: time.Second}, verdict.AC, false},
		{"just above", sandbox.Result{CPU: 1240 * time.Millisecond, Wall: time.Second}, verdict.TLE, false},
		{"far above", sandbox.Result{CPU: 1260 * time.Millisecond, Wall: 9 * time.Second, Breach: sandbox.CPUBreach}, verdict.TLE, true},
		{"waited for long", sandbox.Result{CPU: time.Millisecond, Wall: 3 * time.Second}, verdict.AC, false},
		{"waited for ever", sandbox.Result{CPU: time.Millisecond, Wall: 3600 * time.Millisecond, Breach: sandbox.WallBreach}, verdict.TLE, false},
		{"much memory", sandbox.Result{CPU: time.Millisecond, Memory: 80 << 20}, verdict.AC, false},
		{"too much memory", sandbox.Result{CPU: time.Millisecond, Memory: 100 << 20, Breach: sandbox.MemoryBreach}, verdict.MLE, false},
		{"too much output", sandbox.Result{CPU: time.Millisecond, Breach: sandbox.OutputBreach}, verdict.OLE, false},
	} {
		next = test.result
		text := fmt.Sprintf("%s# %d\n", sumInBash, i)
		for again := range 2 {
			got := judgeText(t, j, p, job.Options{Recall: true}, "sum.sh", text)
			if got.tests[0].Verdict != test.want || got.tests[0].Earlier != (test.kept && again == 1) {
				t.Errorf("%s, run %d: %s, from an earlier run %t; want %s, kept %t", test.name, again+1, got.tests[0].Verdict, got.tests[0].Earlier, test.want, test.kept)
			}
		}
	}
}

func TestNoFailureOfTheJudgeIsRecalled(t *testing.T) {
	t.Parallel()
	verdicts := verdictMap{}
	j := newJudgeIn(t, 1, t.TempDir(), plainHost, remembering(verdicts))
	p := open(t, aPlusB, "-- output_validator/check.sh --\nexit 7\n")
	for range 2 {
		got := judgeText(t, j, p, job.Options{Recall: true}, "a.sh", sumInBash)
		if got.tests[0].Verdict != verdict.JE || got.done.Earlier != 0 {
			t.Errorf("%s, %d results from earlier runs", got.tests[0].Verdict, got.done.Earlier)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	sleeping := job.Judgement{Name: "a.sh", Source: source(t, "a.sh", "read a b; [ $a = 5 ] && sleep 60; echo $((a + b))\n"), Options: job.Options{Recall: true}}
	time.AfterFunc(300*time.Millisecond, cancel)
	if got := judge(ctx, j, open(t, aPlusB), sleeping); !got.done.Interrupted {
		t.Errorf("done = %+v, want it interrupted", got.done)
	}
	if len(verdicts) > 0 {
		t.Errorf("%d submissions are kept", len(verdicts))
	}
}
