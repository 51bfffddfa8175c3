package author

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const ms = time.Millisecond

// behaviour is what a submission would do on a case, given enough time.
type behaviour struct {
	verdict verdict.Verdict
	cpu     time.Duration
	message string
}

// fakeJudge judges by a table of submission by case; it accepts anything else at once.
type fakeJudge struct {
	behaves map[string]map[string]behaviour
	missing map[string]bool // submissions without a toolchain
	broken  map[string]bool // submissions that do not compile
	unclear map[string]bool // submissions in no known language
	scores  map[string]float64
	fails   error

	mu   sync.Mutex
	jobs []string // "name limit cases"
}

func (f *fakeJudge) Judge(_ context.Context, p *problem.Problem, job job.Judgement, emit func(event.Event)) (event.Done, error) {
	if f.fails != nil {
		return event.Done{}, f.fails
	}
	if f.unclear[job.Name] {
		return event.Done{}, &language.SourceError{Message: "unknown language", Help: "rename it"}
	}
	done := event.Done{Problem: p.ID, Submission: job.Name, Language: "cpp", Verdict: verdict.AC}
	emit(event.Plan{Submission: job.Name})
	switch {
	case f.missing[job.Name]:
		emit(event.Compile{Submission: job.Name, Failed: "C++: g++ was not found", Help: "install g++", Skipped: true})
		done.Skipped, done.Verdict = true, verdict.None
		return done, nil
	case f.broken[job.Name]:
		emit(event.Compile{Submission: job.Name, Failed: "exit code 1"})
		done.Verdict = verdict.CE
		return done, nil
	}
	limit := job.Options.ProblemTime
	if limit == 0 {
		limit = p.Limits.Time
	}
	count, overrun := 0, job.Options.Overrun
	for _, c := range p.Data.AllCases() {
		if job.Options.Cases != nil && !slices.Contains(job.Options.Cases, c.Name) {
			continue
		}
		count++
		b, known := f.behaves[job.Name][c.Name]
		if !known {
			b = behaviour{verdict: verdict.AC, cpu: 10 * ms}
		}
		if b.cpu > limit {
			if killed := limit + time.Duration(overrun*float64(limit)); b.cpu >= killed {
				b.cpu, overrun = killed, 0
			}
			b.verdict = verdict.TLE
		}
		if b.verdict != verdict.AC && done.First == "" {
			done.First, done.Verdict = c.Name, b.verdict
		}
		emit(event.Test{Submission: job.Name, Test: c.Name, Verdict: b.verdict, CPU: b.cpu, TimeLimit: limit, Message: b.message})
		if b.verdict != verdict.AC && job.Options.StopAtFirst {
			break
		}
	}
	if score, scored := f.scores[job.Name]; scored {
		emit(event.GroupDone{Submission: job.Name, Group: "secret", Score: score})
		done.Score = &score
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.jobs = append(f.jobs, fmt.Sprintf("%s %v %d", job.Name, limit, count))
	return done, nil
}

// bySubmission sorts the jobs of submissions judged concurrently, and keeps the order of each submission's
// jobs.
func bySubmission(jobs []string) []string {
	sorted := slices.Clone(jobs)
	slices.SortStableFunc(sorted, func(a, b string) int {
		first, _, _ := strings.Cut(a, " ")
		second, _, _ := strings.Cut(b, " ")
		return strings.Compare(first, second)
	})
	return sorted
}

// fakeValidator lists the files that it rejects, by base name.
type fakeValidator struct {
	invalid  map[string]string               // input or answer: message
	rejected map[string]string               // output: message
	bounds   map[string]string               // input: log; the other inputs reach all bounds
	accepts  func(program, made string) bool // a made input or answer; nil refuses all
	fails    error

	mu    sync.Mutex
	calls []string
}

func (f *fakeValidator) note(call string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, call)
}

func (f *fakeValidator) Validate(_ context.Context, p *problem.Problem, j job.Validation) (job.Validated, error) {
	if j.Made != nil {
		extension := ".in"
		if slices.ContainsFunc(p.AnswerValidators, func(v problem.Program) bool { return v.Name == j.Program }) {
			extension = ".ans"
		}
		i := slices.IndexFunc(j.Made.Files, func(f language.File) bool { return f.Name == extension })
		return job.Validated{Valid: f.accepts != nil && f.accepts(j.Program, string(j.Made.Files[i].Data))}, f.fails
	}
	c, err := job.FindCase(p, j.Kind, j.Case)
	if err != nil {
		return job.Validated{}, err
	}
	file := c.Input
	if slices.ContainsFunc(p.AnswerValidators, func(v problem.Program) bool { return v.Name == j.Program }) {
		file = c.Answer
	}
	f.note(fmt.Sprintf("%s %s %v", j.Program, filepath.Base(file), c.InputValidatorArgs(problem.Program{Name: j.Program})))
	message, invalid := f.invalid[filepath.Base(file)]
	return job.Validated{Valid: !invalid, Message: message}, f.fails
}

func (f *fakeValidator) Survey(_ context.Context, p *problem.Problem, j job.Survey) (job.Surveyed, error) {
	c, err := job.FindCase(p, "", j.Case)
	if err != nil {
		return job.Surveyed{}, err
	}
	if log, known := f.bounds[filepath.Base(c.Input)]; known {
		return job.Surveyed{Log: log}, f.fails
	}
	return job.Surveyed{Log: "\"n\": min-value-hit max-value-hit\n"}, f.fails
}

func (f *fakeValidator) CheckOutput(_ context.Context, p *problem.Problem, j job.OutputCheck) (job.OutputChecked, error) {
	output, err := j.Output.Path(p)
	if err != nil {
		return job.OutputChecked{}, err
	}
	f.note(fmt.Sprintf("check %s %s", j.Case, filepath.Base(output)))
	message, rejected := f.rejected[filepath.Base(output)]
	return job.OutputChecked{Accepted: !rejected, Message: message}, f.fails
}

var (
	accepted = problem.Expectation{Permitted: []verdict.Verdict{verdict.AC}}
	wrong    = problem.Expectation{Permitted: []verdict.Verdict{verdict.AC, verdict.WA}, Required: []verdict.Verdict{verdict.WA}}
	slow     = problem.Expectation{Permitted: []verdict.Verdict{verdict.AC, verdict.TLE}, Required: []verdict.Verdict{verdict.TLE}}
)

// newPackage is a problem with the cases sample/1, secret/1 and secret/2. Each file contains its own path.
func newPackage(t *testing.T) *problem.Problem {
	t.Helper()
	dir := t.TempDir()
	file := func(name string) string {
		return suite.Write(t, filepath.Join(dir, filepath.FromSlash(name)), name+"\n")
	}
	newCase := func(name string) *problem.Case {
		flat := strings.ReplaceAll(name, "/", "-")
		return &problem.Case{Name: name, Input: file("data/" + flat + ".in"), Answer: file("data/" + flat + ".ans")}
	}
	submission := func(name string, use problem.TimeLimitUse, expect problem.Expectation) problem.Submission {
		expect.UseForTimeLimit = use
		return problem.Submission{Name: name, Path: file("submissions/" + name), Expect: []problem.Expectation{expect}}
	}
	return &problem.Problem{
		ID: "nim", Dir: dir, Format: problem.V2025,
		Limits: problem.Limits{
			Time: time.Second, TimeSource: "problem.yaml", TimeResolution: time.Second, ACToTimeLimit: 2, TimeLimitToTLE: 1.5,
		},
		Data: &problem.Group{Groups: []*problem.Group{
			{Name: "sample", Cases: []*problem.Case{newCase("sample/1")}},
			{Name: "secret", Cases: []*problem.Case{newCase("secret/1"), newCase("secret/2")}},
		}},
		InputValidators: []problem.Program{{Name: "input_validators/validate.go"}},
		Submissions: []problem.Submission{
			submission("accepted/nim.go", problem.LowerBound, accepted),
			submission("wrong_answer/greedy.cpp", problem.LowerBound, wrong),
			submission("time_limit_exceeded/brute.py", problem.UpperBound, slow),
		},
	}
}

// newJudge returns a judge whose verdicts meet newPackage's expectations.
func newJudge() *fakeJudge {
	return &fakeJudge{behaves: map[string]map[string]behaviour{
		"accepted/nim.go":              {"secret/2": {verdict.AC, 204 * ms, ""}},
		"wrong_answer/greedy.cpp":      {"secret/1": {verdict.WA, 50 * ms, "expected 8, got 4"}},
		"time_limit_exceeded/brute.py": {"secret/1": {verdict.AC, 1200 * ms, ""}, "secret/2": {verdict.AC, time.Hour, ""}},
	}}
}

type findings struct {
	data        []event.DataChecked
	submissions []event.SubmissionChecked
	limit       *event.LimitChecked
	summary     event.Verification
	order       []string
}

func (f findings) matrix() event.Matrix {
	m := event.Matrix{Cases: f.summary.Cases}
	for _, s := range f.submissions {
		m.Add(s)
	}
	return m
}

func verify(t *testing.T, p *problem.Problem, judge Judger, validator Validator, options Options) (findings, error) {
	t.Helper()
	var f findings
	summary, err := Verify(t.Context(), judge, validator, p, options, func(e event.Event) {
		kind := fmt.Sprintf("%T", e)
		if len(f.order) == 0 || f.order[len(f.order)-1] != kind {
			f.order = append(f.order, kind)
		}
		switch e := e.(type) {
		case event.DataChecked:
			f.data = append(f.data, e)
		case event.SubmissionChecked:
			f.submissions = append(f.submissions, e)
		case event.LimitChecked:
			f.limit = &e
		case event.Verified:
			f.summary = e.Summary
		}
	})
	if diff := cmp.Diff(f.summary, summary); diff != "" {
		t.Errorf("the summary of Done differs from the one returned:\n%s", diff)
	}
	return f, err
}

// texts returns one line per fault of the data.
func (f findings) texts() []string {
	var lines []string
	for _, d := range f.data {
		if d.Check == event.Examples {
			continue // TestExamples looks at them
		}
		for _, fault := range d.Faults {
			lines = append(lines, fmt.Sprintf("%s %s: %s", d.Check, fault.Level, fault))
		}
	}
	return lines
}

// limitFaults returns the messages about the time limit.
func (f findings) limitFaults() string {
	text := ""
	for _, fault := range f.limit.Faults {
		text += fault.Message
	}
	return text
}

func TestVerifyGoodPackage(t *testing.T) {
	judge := newJudge()
	f, err := verify(t, newPackage(t), judge, &fakeValidator{}, Options{Jobs: 4})
	if err != nil {
		t.Fatal(err)
	}
	want := event.Verification{
		Problem: "nim", Cases: []string{"sample/1", "secret/1", "secret/2"}, Met: 3, TimeLimit: time.Second,
	}
	if diff := cmp.Diff(want, f.summary); diff != "" {
		t.Errorf("summary differs (-want +got):\n%s", diff)
	}
	wantMatrix := event.Matrix{
		Cases: want.Cases,
		Rows: []event.MatrixRow{
			{Submission: "accepted/nim.go", Cells: []event.Cell{
				{Case: "sample/1", Verdict: verdict.AC, CPU: 10 * ms},
				{Case: "secret/1", Verdict: verdict.AC, CPU: 10 * ms},
				{Case: "secret/2", Verdict: verdict.AC, CPU: 204 * ms},
			}},
			{Submission: "wrong_answer/greedy.cpp", MustFail: true, Cells: []event.Cell{
				{Case: "sample/1", Verdict: verdict.AC, CPU: 10 * ms},
				{Case: "secret/1", Verdict: verdict.WA, CPU: 50 * ms},
				{Case: "secret/2", Verdict: verdict.AC, CPU: 10 * ms},
			}},
			{Submission: "time_limit_exceeded/brute.py", MustFail: true, Cells: []event.Cell{
				{Case: "sample/1", Verdict: verdict.AC, CPU: 10 * ms},
				{Case: "secret/1", Verdict: verdict.TLE, CPU: 1200 * ms},
				{Case: "secret/2", Verdict: verdict.TLE, CPU: 1502 * ms},
			}},
		},
	}
	if diff := cmp.Diff(wantMatrix, f.matrix()); diff != "" {
		t.Errorf("matrix differs (-want +got):\n%s", diff)
	}
	if !f.summary.OK() {
		t.Error("a good package is not OK")
	}
	var checks []string
	for _, d := range f.data {
		checks = append(checks, fmt.Sprint(d.Check, " ", d.Checked))
	}
	wantChecks := []string{"inputs 3", "input_trials 18", "judge_answers 3", "examples 0", "bounds 2", "duplicates 3", "input_endings 3", "answer_endings 3"}
	if diff := cmp.Diff(wantChecks, checks); diff != "" {
		t.Errorf("checks differ (-want +got):\n%s", diff)
	}
	if f.limit == nil || f.limit.Inferred || f.limit.Slowest.Submission != "accepted/nim.go" || fmt.Sprintf("%.1f", f.limit.Ratio) != "4.9" {
		t.Errorf("limit is %+v", f.limit)
	}
	if f.limit.Fastest == nil || f.limit.Fastest.Case != "secret/2" {
		t.Errorf("fastest is %+v", f.limit.Fastest)
	}
	for i, want := range []string{"AC  met", "WA secret/1 met", "TLE secret/1 met"} {
		s := f.submissions[i]
		if got := fmt.Sprintf("%s %s met", s.Actual, s.Case); got != want || !s.Met() {
			t.Errorf("%s: got %s (%v), want %s", s.Submission, got, s.Violations, want)
		}
	}
	order := []string{
		"event.DataChecked", "event.Running", "event.SubmissionChecked", "event.Running", "event.SubmissionChecked",
		"event.Running", "event.SubmissionChecked", "event.LimitChecked", "event.CatchesChecked", "event.Verified",
	}
	if diff := cmp.Diff(order, f.order); diff != "" {
		t.Errorf("order of events differs (-want +got):\n%s", diff)
	}
	// The slow submission proves slow enough on the second case where it times out; the 1.2 s of the first are too
	// little.
	wantJobs := []string{"accepted/nim.go 1s 3", "wrong_answer/greedy.cpp 1s 3", "time_limit_exceeded/brute.py 1s 3"}
	if diff := cmp.Diff(bySubmission(wantJobs), bySubmission(judge.jobs)); diff != "" {
		t.Errorf("jobs differ (-want +got):\n%s", diff)
	}
}

func TestVerifySubmissions(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*problem.Problem, *fakeJudge)
		index  int
		want   string // actual, case, violations
		faults int
	}{
		{
			"no test catches it", func(_ *problem.Problem, j *fakeJudge) { delete(j.behaves, "wrong_answer/greedy.cpp") },
			1, "AC@ not caught: no case got WA", 1,
		},
		{
			"accepted, but wrong", func(_ *problem.Problem, j *fakeJudge) {
				j.behaves["accepted/nim.go"] = j.behaves["wrong_answer/greedy.cpp"]
			},
			0, "WA@secret/1: secret/1 got WA, permitted: AC", 1,
		},
		{
			"wrong, then slow", func(_ *problem.Problem, j *fakeJudge) {
				j.behaves["wrong_answer/greedy.cpp"]["secret/2"] = behaviour{verdict.AC, 2 * time.Second, ""}
			},
			1, "TLE@secret/2: secret/2 got TLE, permitted: AC, WA", 2, // nor is the limit twice the slowest time
		},
		{
			"does not compile", func(_ *problem.Problem, j *fakeJudge) { j.broken = map[string]bool{"wrong_answer/greedy.cpp": true} },
			1, "CE@: submission got CE, permitted: AC, WA; no case got WA", 1,
		},
		{
			"no known language", func(_ *problem.Problem, j *fakeJudge) { j.unclear = map[string]bool{"wrong_answer/greedy.cpp": true} },
			1, "@: unknown language", 1,
		},
		{
			"required beats the first failure", func(p *problem.Problem, j *fakeJudge) {
				p.Format = problem.Legacy
				p.Submissions[2].Expect[0].Permitted = nil
				j.behaves["time_limit_exceeded/brute.py"]["sample/1"] = behaviour{verdict.WA, 0, ""}
			},
			2, "TLE@secret/1", 0,
		},
		{
			"judge error", func(_ *problem.Problem, j *fakeJudge) {
				j.behaves["accepted/nim.go"]["secret/1"] = behaviour{verdict.JE, 0, ""}
			},
			0, "JE@secret/1: secret/1 got JE", 1,
		},
		{
			"score", func(p *problem.Problem, j *fakeJudge) {
				p.Submissions[0].Expect = append(p.Submissions[0].Expect, problem.Expectation{Score: &problem.Range{Min: 50, Max: 60}})
				j.scores = map[string]float64{"accepted/nim.go": 70}
			},
			0, "AC@: score is 70, want 50 to 60", 1,
		},
		{
			"score out of its legacy range", func(p *problem.Problem, j *fakeJudge) {
				p.Data.Groups[1].Grading = verdict.DefaultLegacy()
				p.Data.Groups[1].Grading.RangeMin, p.Data.Groups[1].Grading.RangeMax = 0, 50
				j.scores = map[string]float64{"accepted/nim.go": 70}
			},
			0, "AC@: score of secret is 70, out of its range 0 to 50", 1,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, judge := newPackage(t), newJudge()
			test.change(p, judge)
			f, err := verify(t, p, judge, &fakeValidator{}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			s := f.submissions[test.index]
			got := fmt.Sprintf("%s@%s", s.Actual, s.Case)
			if s.NotCaught {
				got += " not caught"
			}
			if len(s.Violations) > 0 {
				got += ": " + strings.Join(s.Violations, "; ")
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if f.summary.Faults != test.faults || f.summary.OK() != (test.faults == 0) {
				t.Errorf("%d faults, want %d: %+v", f.summary.Faults, test.faults, f.limit)
			}
			if wantErrors := strings.Count(test.want, "JE@"); f.summary.JudgeErrors != wantErrors {
				t.Errorf("%d judge errors, want %d", f.summary.JudgeErrors, wantErrors)
			}
		})
	}
}

func TestVerifySkipsMissingLanguages(t *testing.T) {
	judge := newJudge()
	judge.missing = map[string]bool{"wrong_answer/greedy.cpp": true}
	f, err := verify(t, newPackage(t), judge, &fakeValidator{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := f.submissions[1]
	if !s.Skipped || s.Met() || s.Reason != "C++: g++ was not found" || s.Help != "install g++" {
		t.Errorf("got %+v", s)
	}
	if f.summary.Skipped != 1 || f.summary.Met != 2 || !f.summary.OK() {
		t.Errorf("summary is %+v", f.summary)
	}
	if row := f.matrix().Rows[1]; len(row.Cells) != 3 || row.Cells[0].Verdict != verdict.None {
		t.Errorf("its row is %+v", row)
	}
}

func TestVerifyLimit(t *testing.T) {
	for _, test := range []struct {
		name      string
		change    func(*problem.Problem, *fakeJudge)
		limit     time.Duration
		fault     string
		unmet     int
		unjudged  int
		judgedFor []string
	}{
		{
			"inferred", func(p *problem.Problem, _ *fakeJudge) { p.Limits.Time = 0 }, time.Second, "", 0, 0,
			[]string{"accepted/nim.go 1m0s 3", "wrong_answer/greedy.cpp 1m0s 3", "time_limit_exceeded/brute.py 1s 3"},
		},
		{
			"inferred, and judged again where it is exceeded", func(p *problem.Problem, j *fakeJudge) {
				p.Limits.Time = 0
				p.Submissions[1].Expect = []problem.Expectation{
					{Pattern: "sample", Permitted: accepted.Permitted, UseForTimeLimit: problem.LowerBound},
					{Pattern: "secret", Required: slow.Required},
				}
				j.behaves["wrong_answer/greedy.cpp"] = map[string]behaviour{"secret/1": {verdict.WA, 5 * time.Second, ""}}
				p.Submissions = p.Submissions[:2]
			},
			time.Second, "", 0, 0,
			[]string{"accepted/nim.go 1m0s 3", "wrong_answer/greedy.cpp 1m0s 3", "wrong_answer/greedy.cpp 1s 3"},
		},
		{
			"no room", func(p *problem.Problem, j *fakeJudge) {
				p.Limits.Time = 0
				j.behaves["accepted/nim.go"]["secret/2"] = behaviour{verdict.AC, 600 * ms, ""}
				j.behaves["time_limit_exceeded/brute.py"]["secret/2"] = behaviour{verdict.AC, 2900 * ms, ""}
			},
			2 * time.Second, "accepted/nim.go (0.6 s on secret/2), times 2, gives 2 s in steps of 1 s, and that, times 1.5, exceeds time_limit_exceeded/brute.py (2.9 s on secret/2)", 0, 0, nil,
		},
		{
			"runs for ever", func(p *problem.Problem, j *fakeJudge) {
				p.Limits.Time = 0
				j.behaves["accepted/nim.go"]["secret/2"] = behaviour{verdict.AC, time.Hour, ""}
			},
			0, "accepted/nim.go, which bounds it from below, still ran on secret/2 after 1m0s", 1, 1, nil,
		},
		{
			"nothing from below", func(p *problem.Problem, _ *fakeJudge) {
				p.Limits.Time = 0
				p.Submissions = p.Submissions[2:]
			},
			0, "no submission bounds it from below", 0, 1, nil,
		},
		{
			"given, too small", func(_ *problem.Problem, j *fakeJudge) {
				j.behaves["accepted/nim.go"]["secret/2"] = behaviour{verdict.AC, 501 * ms, ""}
			},
			time.Second, "time limit of 1 s is less than 2 × accepted/nim.go (0.501 s on secret/2)", 0, 0, nil,
		},
		{
			"given, too large", func(_ *problem.Problem, j *fakeJudge) {
				j.behaves["time_limit_exceeded/brute.py"]["secret/2"] = behaviour{verdict.AC, 1300 * ms, ""}
			},
			time.Second, "time limit of 1 s, times 1.5, is more than time_limit_exceeded/brute.py (1.3 s on secret/2)", 0, 0, nil,
		},
		{
			"legacy, inferred", func(p *problem.Problem, _ *fakeJudge) {
				p.Format, p.Limits.Time, p.Limits.ACToTimeLimit, p.Limits.TimeLimitToTLE = problem.Legacy, 0, 5, 2
			},
			2 * time.Second, "", 0, 0,
			[]string{"accepted/nim.go 1m0s 3", "wrong_answer/greedy.cpp 1m0s 3", "time_limit_exceeded/brute.py 2s 3"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, judge := newPackage(t), newJudge()
			test.change(p, judge)
			before := p.Limits
			f, err := verify(t, p, judge, &fakeValidator{}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if f.limit.Limit != test.limit || f.limit.Inferred != (before.Time == 0) {
				t.Errorf("limit is %+v, want %v", f.limit, test.limit)
			}
			got := f.limitFaults()
			if test.fault == "" && got != "" || !strings.Contains(got, test.fault) {
				t.Errorf("fault is %q, want %q", got, test.fault)
			}
			if f.summary.Unmet != test.unmet || f.summary.Skipped != test.unjudged {
				t.Errorf("%d unmet and %d skipped, want %d and %d", f.summary.Unmet, f.summary.Skipped, test.unmet, test.unjudged)
			}
			if test.judgedFor != nil {
				if diff := cmp.Diff(bySubmission(test.judgedFor), bySubmission(judge.jobs)); diff != "" {
					t.Errorf("jobs differ (-want +got):\n%s", diff)
				}
			}
			if p.Limits != before {
				t.Error("the problem's limits were changed")
			}
		})
	}
}

// Stopping a submission at the first failed case does not change the time limit.
func TestVerifyStop(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*problem.Problem, *fakeJudge)
		limit  time.Duration
		fault  string
		jobs   []string
	}{
		{
			"the first case takes long enough", func(_ *problem.Problem, j *fakeJudge) {
				j.behaves["time_limit_exceeded/brute.py"]["secret/1"] = behaviour{verdict.AC, time.Hour, ""}
			}, time.Second, "",
			[]string{"accepted/nim.go 1s 3", "wrong_answer/greedy.cpp 1s 2", "time_limit_exceeded/brute.py 1s 2"},
		},
		{
			// 1.2 s on the first failed case is too little, so the cases not yet judged are tried.
			"the slowest case comes later", func(*problem.Problem, *fakeJudge) {}, time.Second, "",
			[]string{
				"accepted/nim.go 1s 3", "wrong_answer/greedy.cpp 1s 2", "time_limit_exceeded/brute.py 1s 2",
				"time_limit_exceeded/brute.py 1.501s 1", "time_limit_exceeded/brute.py 1.501s 1",
			},
		},
		{
			"none takes long enough", func(_ *problem.Problem, j *fakeJudge) {
				j.behaves["time_limit_exceeded/brute.py"]["secret/2"] = behaviour{verdict.AC, 1100 * ms, ""}
			},
			time.Second, "time limit of 1 s, times 1.5, is more than time_limit_exceeded/brute.py (1.2 s on secret/1)",
			[]string{
				"accepted/nim.go 1s 3", "wrong_answer/greedy.cpp 1s 2", "time_limit_exceeded/brute.py 1s 2",
				"time_limit_exceeded/brute.py 1.501s 1", "time_limit_exceeded/brute.py 1.501s 1",
			},
		},
		{
			"the limit is inferred", func(p *problem.Problem, j *fakeJudge) {
				p.Limits.Time = 0
				p.Submissions = p.Submissions[:2]
				j.behaves["wrong_answer/greedy.cpp"]["secret/2"] = behaviour{verdict.AC, 600 * ms, ""}
			}, 2 * time.Second, "",
			[]string{"accepted/nim.go 1m0s 3", "wrong_answer/greedy.cpp 1m0s 3"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, judge := newPackage(t), newJudge()
			test.change(p, judge)
			f, err := verify(t, p, judge, &fakeValidator{}, Options{Stop: true})
			if err != nil {
				t.Fatal(err)
			}
			got := f.limitFaults()
			if got != test.fault || f.limit.Limit != test.limit || f.summary.Unmet != 0 {
				t.Errorf("limit %v, want %v; fault %q, want %q; %d unmet", f.limit.Limit, test.limit, got, test.fault, f.summary.Unmet)
			}
			if diff := cmp.Diff(bySubmission(test.jobs), bySubmission(judge.jobs)); diff != "" {
				t.Errorf("jobs differ (-want +got):\n%s", diff)
			}
		})
	}
}

// Legacy requires no more than the limit, so nothing runs longer.
func TestVerifyStopLegacy(t *testing.T) {
	p := newPackage(t)
	p.Format, p.Limits.TimeLimitToTLE = problem.Legacy, 2
	f, err := verify(t, p, newJudge(), &fakeValidator{}, Options{Stop: true})
	if err != nil {
		t.Fatal(err)
	}
	slow := f.submissions[2]
	if got := slow.Cells[len(slow.Cells)-1]; got.Verdict != verdict.TLE || got.CPU != p.Limits.Time {
		t.Errorf("%s: %v, want TLE at %v", slow.Submission, got, p.Limits.Time)
	}
}

// together is a judge that starts submissions only when enough of them wait, so that sequential judging would
// never end.
type together struct {
	*fakeJudge
	waits func(name string) bool
	begin *sync.WaitGroup // counts those that begin together
}

func (w *together) Judge(ctx context.Context, p *problem.Problem, j job.Judgement, emit func(event.Event)) (event.Done, error) {
	if w.waits(j.Name) {
		all := make(chan struct{})
		w.begin.Done()
		go func() { w.begin.Wait(); close(all) }()
		select {
		case <-all:
		case <-ctx.Done():
			return event.Done{}, ctx.Err()
		}
	}
	return w.fakeJudge.Judge(ctx, p, j, emit)
}

// A legacy package without a time limit infers it from its accepted submissions. Only these run until Patience
// ends; the others run once, concurrently, up to the first case that decides.
func TestVerifyStopLegacyWithoutLimit(t *testing.T) {
	p := newPackage(t)
	p.Format, p.Limits.Time, p.Limits.TimeLimitToTLE = problem.Legacy, 0, 2
	p.Submissions[1].Expect[0].UseForTimeLimit = problem.NoBound // the loader of legacy packages sets it so
	judge := newJudge()
	judge.behaves["time_limit_exceeded/brute.py"]["secret/1"] = behaviour{verdict.AC, time.Hour, ""}
	both := &sync.WaitGroup{}
	both.Add(2)
	waiting := &together{judge, func(name string) bool { return !strings.HasPrefix(name, "accepted/") }, both}
	f, err := verify(t, p, waiting, &fakeValidator{}, Options{Stop: true})
	if err != nil {
		t.Fatal(err)
	}
	if !f.limit.Inferred || f.limit.Limit != time.Second || f.summary.Unmet != 0 {
		t.Errorf("limit %v, inferred %v, %d unmet", f.limit.Limit, f.limit.Inferred, f.summary.Unmet)
	}
	want := []string{"accepted/nim.go 1m0s 3", "time_limit_exceeded/brute.py 1s 2", "wrong_answer/greedy.cpp 1s 2"}
	if diff := cmp.Diff(want, bySubmission(judge.jobs)); diff != "" {
		t.Errorf("jobs differ (-want +got):\n%s", diff)
	}
}

func TestVerifyData(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*testing.T, *problem.Problem, *fakeValidator)
		want   []string
	}{
		{
			"invalid input", func(_ *testing.T, _ *problem.Problem, v *fakeValidator) {
				v.invalid = map[string]string{"secret-2.in": "line 1: n is 0\nmore"}
			},
			[]string{"inputs error: data/secret-2.in: input_validators/validate.go refuses the input: line 1: n is 0"},
		},
		{
			"all validators must accept", func(_ *testing.T, p *problem.Problem, v *fakeValidator) {
				p.InputValidators = append(p.InputValidators, problem.Program{Name: "input_validators/other.py"})
				v.invalid = map[string]string{"secret-2.in": ""}
			},
			[]string{
				"inputs error: data/secret-2.in: input_validators/validate.go refuses the input",
				"inputs error: data/secret-2.in: input_validators/other.py refuses the input",
			},
		},
		{
			"invalid_input", func(_ *testing.T, p *problem.Problem, v *fakeValidator) {
				p.ValidatorCases = []problem.ValidatorCase{
					{Case: problem.Case{Name: "invalid_input/bad", Input: filepath.Join(p.Dir, "data/invalid_input/bad.in")}, Kind: problem.InvalidInput},
					{Case: problem.Case{Name: "invalid_input/good", Input: filepath.Join(p.Dir, "data/invalid_input/good.in")}, Kind: problem.InvalidInput},
				}
				v.invalid = map[string]string{"bad.in": ""}
			},
			[]string{"invalid_input error: data/invalid_input/good.in: no input validator refuses the input"},
		},
		{
			"answers are outputs", func(_ *testing.T, _ *problem.Problem, v *fakeValidator) {
				v.rejected = map[string]string{"secret-1.ans": "too short"}
			},
			[]string{"judge_answers error: data/secret-1.ans: the answer is not accepted as an output: too short"},
		},
		{
			"answers of an interactive problem are not", func(_ *testing.T, p *problem.Problem, v *fakeValidator) {
				p.Type.Interactive = true
				v.rejected = map[string]string{"secret-1.ans": "too short"}
			}, nil,
		},
		{
			"nor are those that a sample does not show", func(_ *testing.T, p *problem.Problem, v *fakeValidator) {
				p.Data.Groups[0].Cases[0].ShownAnswer = "another"
				v.rejected = map[string]string{"sample-1.ans": "too short"}
			}, nil,
		},
		{
			"known outputs", func(_ *testing.T, p *problem.Problem, v *fakeValidator) {
				input := filepath.Join(p.Dir, "data/x.in")
				for _, kind := range []problem.ValidatorCaseKind{problem.ValidOutput, problem.InvalidOutput} {
					for _, output := range []string{"good.out", "bad.out"} {
						p.ValidatorCases = append(p.ValidatorCases, problem.ValidatorCase{
							Case: problem.Case{Name: string(kind) + "/" + output, Input: input}, Kind: kind, Output: filepath.Join(p.Dir, "data", string(kind), output),
						})
					}
				}
				v.rejected = map[string]string{"bad.out": "no"}
				v.invalid = map[string]string{"x.in": ""}
			},
			[]string{
				"inputs error: data/x.in: input_validators/validate.go refuses the input",
				"known_output error: data/valid_output/bad.out: the valid output is not accepted: no",
				"known_output error: data/invalid_output/good.out: the invalid output is accepted",
			},
		},
		{
			"answer validators", func(_ *testing.T, p *problem.Problem, v *fakeValidator) {
				p.AnswerValidators = []problem.Program{{Name: "answer_validators/a.py"}}
				p.ValidatorCases = []problem.ValidatorCase{
					{Case: problem.Case{Input: filepath.Join(p.Dir, "data/y.in"), Answer: filepath.Join(p.Dir, "data/invalid_answer/y.ans")}, Kind: problem.InvalidAnswer},
				}
				v.invalid = map[string]string{"secret-1.ans": "no"}
			},
			[]string{
				"answers error: data/secret-1.ans: answer_validators/a.py refuses the answer: no",
				"invalid_answer error: data/invalid_answer/y.ans: no answer validator refuses the answer",
			},
		},
		{
			"duplicates", func(t *testing.T, p *problem.Problem, _ *fakeValidator) {
				suite.Write(t, p.Data.Groups[1].Cases[1].Input, "data/secret-1.in\n")
			},
			[]string{"duplicates warning: data/secret-2.in: same input as secret/1"},
		},
		{
			"arguments tell cases apart", func(t *testing.T, p *problem.Problem, _ *fakeValidator) {
				suite.Write(t, p.Data.Groups[1].Cases[1].Input, "data/secret-1.in\n")
				p.Data.Groups[1].Cases[1].Args = []string{"x"}
			}, nil,
		},
		{
			"files tell cases apart", func(t *testing.T, p *problem.Problem, _ *fakeValidator) {
				suite.Write(t, p.Data.Groups[1].Cases[1].Input, "data/secret-1.in\n")
				p.Data.Groups[1].Cases[1].Files = filepath.Join(p.Dir, "submissions")
			}, nil,
		},
		{
			"a hint without a text and one that is none", func(t *testing.T, p *problem.Problem, _ *fakeValidator) {
				path := suite.Write(t, filepath.Join(p.Dir, "solution", "solution.en.md"), "## Hint: a\n\n## Hint 2\n\nTry.\n")
				p.Editorials = []problem.Statement{{Language: "en", Path: path, Kind: "md"}}
			},
			[]string{
				`hints warning: solution/solution.en.md:3:1: "## Hint 2" is not taken for a hint`,
				`hints warning: solution/solution.en.md:1:1: the hint "a" is empty`,
			},
		},
		{
			"answers tell interactions apart", func(t *testing.T, p *problem.Problem, _ *fakeValidator) {
				p.Type.Interactive = true
				suite.Write(t, p.Data.Groups[1].Cases[1].Input, "data/secret-1.in\n")
			}, nil,
		},
		{
			"a case may be in several groups for points", func(t *testing.T, p *problem.Problem, _ *fakeValidator) {
				p.Type.Scoring = true
				suite.Write(t, p.Data.Groups[1].Cases[1].Input, "data/sample-1.in\n")
			}, nil,
		},
		{
			"endings", func(t *testing.T, p *problem.Problem, _ *fakeValidator) {
				suite.Write(t, p.Data.Groups[0].Cases[0].Answer, "")
				suite.Write(t, p.Data.Groups[1].Cases[0].Answer, "1")
				suite.Write(t, p.Data.Groups[1].Cases[1].Answer, "1\r\n")
			},
			[]string{
				"answer_endings warning: data/sample-1.ans: the answer is empty",
				"answer_endings warning: data/secret-1.ans: the answer does not end in a newline",
				"answer_endings warning: data/secret-2.ans:1: the answer has CRLF line endings",
			},
		},
		{
			"an empty last line", func(t *testing.T, p *problem.Problem, _ *fakeValidator) {
				suite.Write(t, p.Data.Groups[1].Cases[0].Answer, "1\n\n")
			},
			[]string{"answer_endings warning: data/secret-1.ans: the answer ends in an empty line"},
		},
		{
			"validator that does not compile", func(_ *testing.T, _ *problem.Problem, v *fakeValidator) {
				v.fails = &job.PackageError{Program: "input_validators/validate.go", Err: errors.New("exit code 1")}
			},
			[]string{
				"inputs error: input_validators/validate.go: cannot be built: exit code 1",
				"judge_answers error: input_validators/validate.go: cannot be built: exit code 1",
			},
		},
		{
			"validator without a toolchain", func(_ *testing.T, p *problem.Problem, v *fakeValidator) {
				p.Type.Interactive = true
				v.fails = &job.PackageError{Program: "validate.hs", Err: &language.MissingError{Language: "Haskell", Tool: "ghc", Reason: "ghc was not found", Install: "install ghc"}}
			},
			[]string{"inputs warning: validate.hs: not run: Haskell: ghc was not found"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, validator := newPackage(t), &fakeValidator{}
			test.change(t, p, validator)
			f, err := verify(t, p, newJudge(), validator, Options{Jobs: 3})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, f.texts()); diff != "" {
				t.Errorf("faults differ (-want +got):\n%s", diff)
			}
			errors := 0
			for _, line := range test.want {
				if strings.Contains(line, " error: ") {
					errors++
				}
			}
			if f.summary.Faults != errors || f.summary.Warnings != len(test.want)-errors {
				t.Errorf("%d faults and %d warnings, want %d and %d", f.summary.Faults, f.summary.Warnings, errors, len(test.want)-errors)
			}
		})
	}
}

func TestVerifyGivesValidatorsTheirArguments(t *testing.T) {
	p, validator := newPackage(t), &fakeValidator{}
	c := p.Data.Groups[1].Cases[0]
	c.InputArgs, c.Args = []string{"--max", "9"}, []string{"x"}
	if _, err := verify(t, p, newJudge(), validator, Options{}); err != nil {
		t.Fatal(err)
	}
	if want := "input_validators/validate.go secret-1.in [--max 9 x]"; !slices.Contains(validator.calls, want) {
		t.Errorf("calls are %q, want %q among them", validator.calls, want)
	}
}

func TestVerifyErrors(t *testing.T) {
	cause := errors.New("no slot")
	judge := newJudge()
	judge.fails = cause
	if _, err := verify(t, newPackage(t), judge, &fakeValidator{}, Options{}); !errors.Is(err, cause) || !strings.Contains(err.Error(), `verify "nim": judge accepted/nim.go`) {
		t.Errorf("a judge that fails: %v", err)
	}
	if _, err := verify(t, newPackage(t), newJudge(), &fakeValidator{fails: cause}, Options{}); !errors.Is(err, cause) || !strings.Contains(err.Error(), "data/sample-1.in") {
		t.Errorf("a validator that fails: %v", err)
	}
	judge.fails = &job.PackageError{Program: "output_validator", Err: &language.SourceError{Message: "unknown language"}}
	if _, err := verify(t, newPackage(t), judge, &fakeValidator{}, Options{}); !errors.As(err, new(*job.PackageError)) {
		t.Errorf("an output validator that cannot be built: %v", err)
	}
	p := newPackage(t)
	p.Submissions[0].Path = filepath.Join(p.Dir, "absent.go")
	if _, err := verify(t, p, newJudge(), &fakeValidator{}, Options{}); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "accepted/nim.go") {
		t.Errorf("a submission that is not there: %v", err)
	}
}

// When the judge failed, or failed on a case, the package is not in order, nor is it in the event
// stream.
func TestVerifyTellsOfFailedJudges(t *testing.T) {
	absent, fails, uncertain := newJudge(), newJudge(), newJudge()
	absent.missing = map[string]bool{"accepted/nim.go": true}
	fails.fails = errors.New("no slot")
	uncertain.behaves = map[string]map[string]behaviour{"accepted/nim.go": {"secret/1": {verdict: verdict.JE}}}
	for _, test := range []struct {
		name      string
		judge     *fakeJudge
		validator *fakeValidator
		want      string
	}{
		{"nothing fails", newJudge(), &fakeValidator{}, `"ok":true`},
		{"a missing compiler", absent, &fakeValidator{}, `"ok":true`},
		{"the judge", fails, &fakeValidator{}, `"failed":true`},
		{"the validator", newJudge(), &fakeValidator{fails: errors.New("no slot")}, `"failed":true`},
		{"a case", uncertain, &fakeValidator{}, `"judge_errors":1`},
	} {
		var last bytes.Buffer
		_, _ = Verify(t.Context(), test.judge, test.validator, newPackage(t), Options{}, func(e event.Event) {
			last.Reset()
			if err := event.NewEncoder(&last).Encode(e); err != nil {
				t.Error(err)
			}
		})
		text := last.String()
		if !strings.HasPrefix(text, `{"event":"verified"`) || !strings.Contains(text, test.want) {
			t.Errorf("%s: the last event is %s, want verified with %s", test.name, text, test.want)
		}
		if isOK := strings.Contains(text, `"ok":true`); isOK != (test.want == `"ok":true`) {
			t.Errorf("%s: the last event is %s", test.name, text)
		}
	}
}

func TestVerifyIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	judged := 0
	summary, err := Verify(ctx, newJudge(), &fakeValidator{}, newPackage(t), Options{}, func(e event.Event) {
		if _, ok := e.(event.SubmissionChecked); ok {
			judged++
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || !summary.Interrupted || summary.OK() {
		t.Errorf("error %v, summary %+v", err, summary)
	}
	if judged != 1 || summary.Met != 1 {
		t.Errorf("%d submissions were judged, %d met: want the one that was reached", judged, summary.Met)
	}
}
