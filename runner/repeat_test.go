package runner_test

import (
	"context"
	"strings"
	"testing"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/sandbox"
)

// A checker runs as often as requested, until its result differs. The first result counts.
func TestRepeat(t *testing.T) {
	t.Parallel()
	var codes []int // exit codes of the checker's next runs
	j, _ := newJudgeRunning(t, 1, func(ctx context.Context, box sandbox.Box, spec sandbox.Spec) (sandbox.Result, error) {
		result, err := box.Run(ctx, spec)
		if strings.Contains(strings.Join(spec.Args, " "), "/checker/") && len(codes) > 0 {
			result.Exit, codes = codes[0], codes[1:]
		}
		return result, err
	})
	p := open(t, aPlusB, "-- output_validator/check.sh --\nexit 42\n")
	p.Data.Groups = p.Data.Groups[:1] // the sample
	for _, test := range []struct {
		codes  []int
		repeat int
		want   verdict.Verdict
		second verdict.Verdict // None for agreement
		left   int             // codes left over
	}{
		{[]int{42, 43}, 0, verdict.AC, verdict.None, 1},
		{[]int{42, 43}, 1, verdict.AC, verdict.None, 1},
		{[]int{42, 43}, 2, verdict.AC, verdict.WA, 0},
		{[]int{43, 42, 43}, 3, verdict.WA, verdict.AC, 1},
		{[]int{42, 42, 42, 43}, 3, verdict.AC, verdict.None, 1},
		{[]int{42, 42, 7}, 3, verdict.AC, verdict.JE, 0},
	} {
		codes = test.codes
		got := judgeText(t, j, p, job.Options{Repeat: test.repeat}, "a.sh", sumInBash)
		result := got.tests[0]
		second := verdict.None
		if d := result.Disagreement; d != nil {
			second = d.Second.Verdict
			if d.First.Verdict != test.want || d.By != event.FromChecker {
				t.Errorf("%v, %d times: %+v", test.codes, test.repeat, d)
			}
		}
		if result.Verdict != test.want || second != test.second || len(codes) != test.left {
			t.Errorf("%v, %d times: %s and then %s, %d codes are left; want %s, %s, %d",
				test.codes, test.repeat, result.Verdict, second, len(codes), test.want, test.second, test.left)
		}
	}
}
