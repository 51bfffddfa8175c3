package author

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

func findLimits(t *testing.T, p *problem.Problem, judge Judger, options LimitOptions) (event.LimitsFound, []event.Measured, []string) {
	t.Helper()
	var measured []event.Measured
	var order []string
	var last event.LimitsFound
	found, err := FindLimits(t.Context(), judge, p, options, func(e event.Event) {
		switch e := e.(type) {
		case event.Measuring:
			order = append(order, fmt.Sprintf("%d/%d %s", e.Round, e.Rounds, e.Submission))
		case event.Measured:
			measured = append(measured, e)
		case event.LimitsFound:
			last = e
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(last, found); diff != "" {
		t.Errorf("what is emitted differs from what is returned:\n%s", diff)
	}
	return found, measured, order
}

func TestFindLimits(t *testing.T) {
	p, judge := newPackage(t), newJudge()
	found, measured, order := findLimits(t, p, judge, LimitOptions{Runs: 2})
	if found.Limit != time.Second || found.Given != time.Second || !found.OK() {
		t.Errorf("found %+v", found)
	}
	// The slow submission is tried from the largest input down, until a case takes 1.5 s.
	wantOrder := []string{
		"1/2 accepted/nim.go", "1/2 wrong_answer/greedy.cpp", "1/2 time_limit_exceeded/brute.py", "1/2 time_limit_exceeded/brute.py", "1/2 time_limit_exceeded/brute.py",
		"2/2 accepted/nim.go", "2/2 wrong_answer/greedy.cpp", "2/2 time_limit_exceeded/brute.py",
	}
	if diff := cmp.Diff(wantOrder, order); diff != "" {
		t.Errorf("order differs (-want +got):\n%s", diff)
	}
	// The second round runs only the cases that could be the slowest.
	if want := []string{"accepted/nim.go 1m0s 3", "accepted/nim.go 1m0s 1"}; !slices.Equal(want, slices.DeleteFunc(judge.jobs, func(j string) bool { return !strings.HasPrefix(j, "accepted") })) {
		t.Errorf("judged %q", judge.jobs)
	}
	var got []string
	for _, m := range measured {
		got = append(got, fmt.Sprintf("%s %s %s %v %v", m.Use, m.Submission, m.Case, m.Runs, m.Stopped))
	}
	want := []string{
		"lower accepted/nim.go secret/2 [204ms 204ms] false",
		"lower wrong_answer/greedy.cpp secret/1 [50ms 50ms] false",
		"upper time_limit_exceeded/brute.py secret/2 [1.501s 1.501s] true",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("measured (-want +got):\n%s", diff)
	}
	wantNeeds := []event.Need{{Language: "cpp", Slowest: problem.Timing{Submission: "accepted/nim.go", Case: "secret/2", Time: 204 * ms}, Limit: time.Second}}
	if diff := cmp.Diff(wantNeeds, found.Needs); diff != "" {
		t.Errorf("needs (-want +got):\n%s", diff)
	}
}

func TestFindLimitsFaults(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*problem.Problem, *fakeJudge)
		limit  time.Duration
		errors int
		want   []string
	}{
		{
			"contradiction", func(_ *problem.Problem, j *fakeJudge) {
				j.behaves["accepted/nim.go"]["secret/2"] = behaviour{verdict.AC, 600 * ms, ""}
				j.behaves["time_limit_exceeded/brute.py"]["secret/2"] = behaviour{verdict.AC, 2900 * ms, ""}
			}, 0, 0,
			[]string{
				"error problem.yaml: infer the time limit: accepted/nim.go (0.6 s on secret/2), times 2, gives 2 s in steps of 1 s, and that, times 1.5, exceeds time_limit_exceeded/brute.py (2.9 s on secret/2)",
				"error problem.yaml: time limit of 1 s is less than 2 × accepted/nim.go (0.6 s on secret/2)",
			},
		},
		{
			"nothing accepted", func(p *problem.Problem, _ *fakeJudge) { p.Submissions = p.Submissions[2:] }, 0, 0,
			[]string{"error problem.yaml: infer the time limit: no submission bounds it from below"},
		},
		{
			"a given limit that is too small", func(_ *problem.Problem, j *fakeJudge) {
				j.behaves["accepted/nim.go"]["secret/2"] = behaviour{verdict.AC, 501 * ms, ""}
			}, 2 * time.Second, 0,
			[]string{"error problem.yaml: time limit of 1 s is less than 2 × accepted/nim.go (0.501 s on secret/2)"},
		},
		{
			"wrong", func(_ *problem.Problem, j *fakeJudge) {
				j.behaves["accepted/nim.go"]["secret/1"] = behaviour{verdict.WA, ms, ""}
			}, time.Second, 0,
			[]string{"warning submissions/accepted/nim.go: secret/1 got WA, permitted: AC"},
		},
		{
			"not built", func(_ *problem.Problem, j *fakeJudge) { j.broken = map[string]bool{"wrong_answer/greedy.cpp": true} }, time.Second, 0,
			[]string{"error submissions/wrong_answer/greedy.cpp: compile error: exit code 1"},
		},
		{
			"without its toolchain", func(_ *problem.Problem, j *fakeJudge) { j.missing = map[string]bool{"wrong_answer/greedy.cpp": true} }, time.Second, 0, nil,
		},
		{
			"never ends", func(_ *problem.Problem, j *fakeJudge) {
				j.behaves["wrong_answer/greedy.cpp"]["secret/1"] = behaviour{verdict.AC, time.Hour, ""}
			}, time.Second, 0,
			[]string{"error submissions/wrong_answer/greedy.cpp: it still ran on secret/1 after 1m0s"},
		},
		{
			"judge error", func(_ *problem.Problem, j *fakeJudge) {
				j.behaves["wrong_answer/greedy.cpp"]["secret/1"] = behaviour{verdict.JE, ms, ""}
			}, time.Second, 1,
			[]string{"error submissions/wrong_answer/greedy.cpp: the judge failed on secret/1: "},
		},
		{
			"legacy, without a bound from above", func(p *problem.Problem, j *fakeJudge) {
				p.Format, p.Limits.Time, p.Limits.ACToTimeLimit, p.Limits.TimeLimitToTLE = problem.Legacy, 0, 5, 2
				j.behaves["time_limit_exceeded/brute.py"] = nil
			}, 2 * time.Second, 0, nil,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, judge := newPackage(t), newJudge()
			test.change(p, judge)
			found, _, _ := findLimits(t, p, judge, LimitOptions{Runs: 1})
			var got []string
			for _, f := range found.Faults {
				got = append(got, fmt.Sprintf("%s %s", f.Level, f))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("faults differ (-want +got):\n%s", diff)
			}
			if found.Limit != test.limit || found.JudgeErrors != test.errors {
				t.Errorf("limit %v and %d judge errors, want %v and %d", found.Limit, found.JudgeErrors, test.limit, test.errors)
			}
		})
	}
}

// driftingJudge gets slower from job to job.
type driftingJudge struct {
	*fakeJudge
	times []time.Duration
}

func (d *driftingJudge) Judge(ctx context.Context, p *problem.Problem, job job.Judgement, emit func(event.Event)) (event.Done, error) {
	if job.Name == "accepted/nim.go" {
		d.behaves[job.Name]["secret/2"] = behaviour{verdict.AC, d.times[0], ""}
		d.times = d.times[1:]
	}
	return d.fakeJudge.Judge(ctx, p, job, emit)
}

func TestFindLimitsTakesTheMedian(t *testing.T) {
	judge := &driftingJudge{newJudge(), []time.Duration{300 * ms, 400 * ms, 600 * ms}}
	found, measured, _ := findLimits(t, newPackage(t), judge, LimitOptions{})
	if m := measured[0]; m.Least() != 300*ms || m.Median() != 400*ms || m.Most() != 600*ms {
		t.Errorf("measured %+v", m)
	}
	if found.Limit != time.Second || len(found.Faults) != 1 || found.Faults[0].Message != "unsettled: the slowest runs require 2s" {
		t.Errorf("found %+v", found)
	}
	// When the limit grows, the slow submissions must run longer than they first did.
	judge = &driftingJudge{newJudge(), []time.Duration{300 * ms, 600 * ms, 600 * ms}}
	found, measured, _ = findLimits(t, newPackage(t), judge, LimitOptions{})
	if m := measured[2]; found.Limit != 2*time.Second || m.Least() < 3*time.Second || len(m.Runs) != 3 {
		t.Errorf("limit %v, measured %+v", found.Limit, m)
	}
}

// A submission that was stopped proves nothing about a limit above the one it ran for.
func TestFindLimitsRunsForTheGivenLimit(t *testing.T) {
	p := newPackage(t)
	p.Limits.Time = 4 * time.Second
	found, measured, _ := findLimits(t, p, newJudge(), LimitOptions{Runs: 1})
	if m := measured[2]; found.Limit != time.Second || !found.OK() || m.Least() < 6*time.Second {
		t.Errorf("found %+v, measured %+v", found, m)
	}
}

func TestFindLimitsErrors(t *testing.T) {
	cause := errors.New("no slot")
	judge := newJudge()
	judge.fails = cause
	if _, err := FindLimits(t.Context(), judge, newPackage(t), LimitOptions{}, func(event.Event) {}); !errors.Is(err, cause) || !strings.Contains(err.Error(), `measure "nim": judge accepted/nim.go`) {
		t.Errorf("a judge that fails: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	found, err := FindLimits(ctx, newJudge(), newPackage(t), LimitOptions{}, func(event.Event) { cancel() })
	if !errors.Is(err, context.Canceled) || !found.Interrupted || found.OK() {
		t.Errorf("cancelled: %v, %+v", err, found)
	}
}
