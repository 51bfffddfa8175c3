package runner

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
)

// scriptedProblem returns a problem with a case for each input, which also names it. The answer is always "yes".
func scriptedProblem(t *testing.T, inputs ...string) *problem.Problem {
	t.Helper()
	files := []string{"yes.ans", "yes\n"}
	for _, input := range inputs {
		files = append(files, input+".in", input)
	}
	p := &problem.Problem{
		ID: "p", Format: problem.V2025, Dir: writeFiles(t, files...), Data: &problem.Group{Grading: verdict.Grading{Mode: verdict.PassFail}},
		Limits: problem.Limits{Time: time.Second, TimeSource: "the package", Memory: bytesize.GiB, ValidationTime: time.Second},
	}
	for _, input := range inputs {
		p.Data.Cases = append(p.Data.Cases, &problem.Case{
			Name: input, Input: filepath.Join(p.Dir, input+".in"), Answer: filepath.Join(p.Dir, "yes.ans"),
		})
	}
	return p
}

// scriptedJob returns a submission that the script replaces.
func scriptedJob(options job.Options) job.Judgement {
	return job.Judgement{Name: "a.sh", Source: language.Source{Files: []language.File{{Name: "a.sh", Data: []byte("x")}}}, Options: options}
}

// inputOf reads the input of a run.
func inputOf(spec sandbox.Spec) string {
	text, _ := io.ReadAll(spec.Stdin.File())
	return string(text)
}

// Done counts the accepted, rejected and unjudged cases, and reports the maximum of each measurement.
func TestCountsOfAJudgement(t *testing.T) {
	j, _ := scripted(t, func(_ context.Context, _ *slot, spec sandbox.Spec) (sandbox.Result, error) {
		_, err := io.WriteString(spec.Stdout, "yes\n")
		switch inputOf(spec) {
		case "crashes":
			return sandbox.Result{Exit: 3, CPU: 30, Memory: 5}, err
		case "is killed":
			return sandbox.Result{Signal: 11, CPU: 70, Memory: 2}, err
		case "has no answer":
			return sandbox.Result{CPU: 60, Memory: 9}, err
		}
		return sandbox.Result{CPU: 70, Memory: 1}, err
	})
	p := scriptedProblem(t, "one", "has no answer", "crashes", "is killed", "two")
	p.Data.Cases[1].Answer, p.Data.Cases[1].AnswerWanted = "", "has no answer.ans"
	var tests []string
	done, err := j.Judge(t.Context(), p, scriptedJob(job.Options{}), func(e event.Event) {
		if test, ok := e.(event.Test); ok {
			tests = append(tests, test.Verdict.String())
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(tests, " "); got != "AC  RTE RTE AC" {
		t.Errorf("the cases get %q", got)
	}
	if done.Tests != 5 || done.Passed != 2 || done.Failed != 2 || done.Unjudged != 1 || done.NotRun != 0 {
		t.Errorf("of 5 cases: %+v", done)
	}
	if done.Verdict != verdict.RTE || done.Reason != "run-time error on crashes" || done.First != "crashes" || done.Exit != 3 || done.Signal != 0 {
		t.Errorf("the judgement is %s, %s, first on %s with %d and %d", done.Verdict, done.Reason, done.First, done.Exit, done.Signal)
	}
	if done.Slowest != 70 || done.SlowestTest != "one" || done.Memory != 9 {
		t.Errorf("the slowest takes %d on %s, the most memory is %d", done.Slowest, done.SlowestTest, done.Memory)
	}
}

// Cases that run next to the one that settles the verdict are stopped and not reported, and later ones do not begin.
// Only the verdicts at which to stop settle anything.
func TestWhatIsNeedlessIsStopped(t *testing.T) {
	for _, test := range []struct {
		name    string
		options job.Options
		stopped bool
		tests   int
	}{
		{"at the first failure", job.Options{StopAtFirst: true}, true, 1},
		{"at such a verdict", job.Options{StopAt: []verdict.Verdict{verdict.TLE, verdict.RTE}}, true, 1},
		{"at another verdict", job.Options{StopAt: []verdict.Verdict{verdict.TLE}}, false, 3},
		{"never", job.Options{}, false, 3},
	} {
		begun := make(chan struct{})
		stopped := false
		j, _ := scripted(t, func(ctx context.Context, s *slot, spec sandbox.Spec) (sandbox.Result, error) {
			switch inputOf(spec) {
			case "crashes":
				<-begun
				if inVain := test.options.StopAtFirst || test.options.StopAt != nil; inVain != (s.series != nil) {
					t.Errorf("%s: others go first %v, want %v", test.name, s.series != nil, inVain)
				}
				return sandbox.Result{Exit: 1}, nil
			case "goes on":
				close(begun)
				if test.stopped {
					err := untilStopped(t, ctx)
					stopped = err != nil
					return sandbox.Result{}, err
				}
			}
			_, err := io.WriteString(spec.Stdout, "yes\n")
			return sandbox.Result{}, err
		})
		var tests []string
		done, err := j.Judge(t.Context(), scriptedProblem(t, "crashes", "goes on", "last"), scriptedJob(test.options), func(e event.Event) {
			if test, ok := e.(event.Test); ok {
				tests = append(tests, test.Test)
			}
		})
		if err != nil || stopped != test.stopped || len(tests) != test.tests || done.NotRun != 3-test.tests || done.Verdict != verdict.RTE {
			t.Errorf("%s: stopped %v, tests %v, %d not run, %s, %v; want stopped %v, %d tests", test.name, stopped, tests, done.NotRun, done.Verdict, err, test.stopped, test.tests)
		}
	}
}

// The plan says where the time limit comes from, and which cases come first.
func TestPlanOfAJudgement(t *testing.T) {
	for _, test := range []struct {
		options job.Options
		limit   time.Duration
		source  string
		first   []string
	}{
		{job.Options{}, time.Second, "the package", nil},
		{job.Options{ProblemTime: 2 * time.Second, ProblemTimeSource: "a guess"}, 2 * time.Second, "a guess", nil},
		{job.Options{ProblemTime: 2 * time.Second, ProblemTimeSource: "a guess", TimeLimit: 3 * time.Second}, 3 * time.Second, "command line", nil},
		{job.Options{First: []string{"bb", "none", "a", "bb"}}, time.Second, "the package", []string{"bb", "a"}},
	} {
		j, _ := scripted(t, func(context.Context, *slot, sandbox.Spec) (sandbox.Result, error) { return sandbox.Result{}, nil })
		var plan event.Plan
		var tests []string
		if _, err := j.Judge(t.Context(), scriptedProblem(t, "a", "cäc", "bb"), scriptedJob(test.options), func(e event.Event) {
			switch e := e.(type) {
			case event.Plan:
				plan = e
			case event.Test:
				tests = append(tests, e.Test)
			}
		}); err != nil {
			t.Fatal(err)
		}
		if plan.TimeLimit != test.limit || plan.TimeLimitSource != test.source || !slices.Equal(plan.First, test.first) || strings.Join(plan.Names, " ") != "a cäc bb" || plan.Tests != 3 || plan.Slots != 2 {
			t.Errorf("%+v: %+v", test.options, plan)
		}
		if test.first != nil && strings.Join(tests, " ") != "bb a cäc" {
			t.Errorf("%v come first, and the order is %v", test.first, tests)
		}
	}
}
