package mutate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fakeJudge decides by the first rule whose text the source contains, and accepts everything else.
type fakeJudge struct {
	rules   []rule
	slowest time.Duration
	limit   time.Duration // the problem's
	skipped bool
	scores  bool

	mu   sync.Mutex
	jobs []job.Judgement
}

// rule gives the result for sources that contain a text: a verdict on a case, an error of the judge, or a long
// run.
type rule struct {
	text    string
	verdict verdict.Verdict
	on      string
	err     error
	same    bool // compiles to the same program as the original
	waits   bool
	score   float64
}

func (f *fakeJudge) Judge(ctx context.Context, p *problem.Problem, job job.Judgement, emit func(event.Event)) (event.Done, error) {
	f.mu.Lock()
	f.jobs = append(f.jobs, job)
	f.mu.Unlock()
	emit(event.Plan{Language: "go", Tests: len(p.Data.AllCases()), TimeLimit: f.limit})
	done := event.Done{Verdict: verdict.AC, Slowest: f.slowest}
	if f.skipped {
		emit(event.Compile{Skipped: true, Failed: "go was not found", Help: "apt install golang-go"})
		return event.Done{Skipped: true}, nil
	}
	i := slices.IndexFunc(f.rules, func(r rule) bool { return strings.Contains(string(job.Source.Files[0].Data), r.text) })
	var r rule
	if i >= 0 {
		r = f.rules[i]
	}
	switch {
	case r.waits:
		<-ctx.Done()
		return event.Done{Interrupted: true}, nil
	case r.err != nil:
		return event.Done{Verdict: verdict.JE}, r.err
	case r.verdict == verdict.CE:
		return event.Done{Verdict: verdict.CE, Reason: "exit code 1"}, nil
	}
	for _, c := range p.Data.AllCases() {
		if job.Options.Cases != nil && !slices.Contains(job.Options.Cases, c.Name) {
			continue
		}
		test := event.Test{Test: c.Name, Verdict: verdict.AC}
		if r.on == c.Name {
			test.Verdict, test.Reason = r.verdict, "because"
			done.Verdict, done.Reason = r.verdict, "because"
		}
		if f.scores {
			score := 10 - r.score
			test.Score = &score
		}
		emit(test)
	}
	return done, nil
}

func (f *fakeJudge) Mutate(ctx context.Context, p *problem.Problem, j job.Mutation) (mutated job.Mutated, err error) {
	for _, m := range j.Mutants {
		if slices.ContainsFunc(f.rules, func(r rule) bool { return r.same && strings.Contains(string(m.Content), r.text) }) {
			mutated.Results = append(mutated.Results, job.MutantResult{Outcome: event.Equivalent})
			continue
		}
		mutated.Results = append(mutated.Results, j.Judge(ctx, p, m, f.Judge))
	}
	return mutated, nil
}

// newProblem has a sample and secret cases, the later ones with smaller inputs.
func newProblem(t *testing.T, secret int) *problem.Problem {
	t.Helper()
	dir := t.TempDir()
	p := &problem.Problem{ID: "sum", Dir: dir, Data: &problem.Group{Cases: []*problem.Case{{Name: "sample/1", Sample: true}}}}
	for i := range secret {
		c := &problem.Case{Name: fmt.Sprintf("secret/%02d", i), Input: filepath.Join(dir, fmt.Sprint(i))}
		if err := os.WriteFile(c.Input, make([]byte, secret-i), 0o644); err != nil {
			t.Fatal(err)
		}
		p.Data.Cases = append(p.Data.Cases, c)
	}
	return p
}

// tiny has five mutants by constants and operators: 8, 6, a sign, 4 and 2.
const tiny = "package main\n\nvar x = 7 + 3\n"

func newSolution(t *testing.T, explanations ...Explanation) Solution {
	t.Helper()
	return Solution{Problem: newProblem(t, 2), Name: "accepted/a.go", Source: sourceOf("a.go", tiny), Explanations: explanations}
}

func run(t *testing.T, judge *fakeJudge, solution Solution, options Options) (event.Mutation, []event.Event, error) {
	t.Helper()
	var events []event.Event
	summary, err := Run(t.Context(), judge, solution, options, func(e event.Event) { events = append(events, e) })
	return summary, events, err
}

func outcomesOf(events []event.Event) map[string]string {
	found := map[string]string{}
	for _, e := range events {
		if judged, ok := e.(event.MutantJudged); ok {
			r := judged.Result
			found[strings.TrimPrefix(r.Mutant.After, "var x = ")] = strings.TrimSpace(fmt.Sprintf("%s %s %s", r.Outcome, r.Case, r.Reason))
		}
	}
	return found
}

func TestOutcomes(t *testing.T) {
	judge := &fakeJudge{slowest: 10 * time.Millisecond, limit: time.Minute, rules: []rule{
		{text: "7 - 3", verdict: verdict.WA, on: "secret/01"},
		{text: "8 + 3", verdict: verdict.CE},
		{text: "6 + 3", same: true},
		{text: "7 + 4", err: errors.New("no space left")},
	}}
	summary, events, err := run(t, judge, newSolution(t), Options{Jobs: 3})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"7 - 3": "killed secret/01 because", "8 + 3": "stillborn  exit code 1", "6 + 3": "equivalent",
		"7 + 4": "unjudged  no space left", "7 + 2": "survived",
	}
	if diff := cmp.Diff(want, outcomesOf(events)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	wantRows := []event.OperatorRow{
		{Operator: Symbol, Made: 1, Outcomes: event.OutcomeCounts{Killed: 1}},
		{Operator: Constant, Made: 4, Outcomes: event.OutcomeCounts{Stillborn: 1, Equivalent: 1, Unjudged: 1, Survived: 1}},
	}
	if diff := cmp.Diff(wantRows, summary.Rows); diff != "" {
		t.Errorf("rows (-want +got)\n%s", diff)
	}
	if summary.Total().Viable() != 2 || summary.Total().Score() != 0.5 || summary.Kills[verdict.WA] != 1 ||
		len(summary.Survivors) != 1 || len(summary.Failures) != 1 {
		t.Errorf("summary %+v", summary)
	}
	if last, ok := events[len(events)-1].(event.Mutated); !ok || last.Summary.Solution != "accepted/a.go" {
		t.Errorf("last event %+v", events[len(events)-1])
	}
	for _, job := range judge.jobs[1:] {
		if o := job.Options; o.TimeLimit != 500*time.Millisecond || !o.StopAtFirst || !o.NoRerun {
			t.Errorf("a mutant was judged with %+v", o)
		}
	}
}

func TestTimeLimit(t *testing.T) {
	for _, test := range []struct{ slowest, allowed, want time.Duration }{
		{0, 2 * time.Second, 500 * time.Millisecond},
		{100 * time.Millisecond, 2 * time.Second, time.Second},
		{300 * time.Millisecond, 0, 2 * time.Second},
		{time.Second, 2 * time.Second, 2 * time.Second},
		{0, 100 * time.Millisecond, 100 * time.Millisecond},
	} {
		if got := LimitFor(test.slowest, test.allowed); got != test.want {
			t.Errorf("limit of a solution that takes %v of %v is %v, want %v", test.slowest, test.allowed, got, test.want)
		}
	}
}

// Partial scores distinguish a mutant from the original too.
func TestScores(t *testing.T) {
	judge := &fakeJudge{scores: true, rules: []rule{{text: "7 - 3", score: 1}, {text: "8 + 3", score: -1}}}
	_, events, err := run(t, judge, newSolution(t), Options{})
	if got := outcomesOf(events); err != nil || got["7 - 3"] != "killed sample/1 scores 9, the original 10" || got["8 + 3"] != "survived" {
		t.Errorf("%q, %v", got, err)
	}
}

// The smallest inputs come first, and the others only if those accept.
func TestOrder(t *testing.T) {
	judge := &fakeJudge{rules: []rule{{text: "7 - 3", verdict: verdict.WA, on: "secret/11"}}}
	solution := newSolution(t)
	solution.Problem = newProblem(t, 12)
	_, _, err := run(t, judge, solution, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var rounds []int
	for _, job := range judge.jobs {
		selected := 0
		for _, c := range solution.Problem.Data.AllCases() {
			if job.Options.Cases == nil || slices.Contains(job.Options.Cases, c.Name) {
				selected++
			}
		}
		rounds = append(rounds, selected)
	}
	// The original runs on all; four mutants on the sample and a quarter, then the rest; the one that is killed early
	// only once.
	if want := []int{13, 4, 9, 4, 9, 4, 4, 9, 4, 9}; !slices.Equal(rounds, want) {
		t.Errorf("rounds of %v cases, want %v", rounds, want)
	}
	if first := likely(solution.Problem.Data.AllCases()); !first["sample/1"] || !first["secret/11"] || first["secret/00"] {
		t.Errorf("first come %v", first)
	}
}

func TestExplanations(t *testing.T) {
	mutants, err := Mutants(sourceOf("a.go", tiny), "go")
	if err != nil {
		t.Fatal(err)
	}
	id := func(after string) string {
		return mutants[slices.IndexFunc(mutants, func(m Mutant) bool { return m.After == "var x = "+after })].ID
	}
	explanations := []Explanation{
		{File: "accepted/a.go", Operator: Constant, Line: "var x = 7 + 3", Becomes: "var x = 8 + 3", Reason: "eight"},
		{File: "accepted/a.go", Mutant: id("6 + 3"), Reason: "six"},
		{File: "accepted/a.go", Operator: Symbol, Line: "var x = 7 + 3", Reason: "killed"},
		{File: "accepted/a.go", Operator: Symbol, Line: "var y = 7 + 3", Reason: "gone"},
		{File: "accepted/b.go", Operator: Symbol, Line: "var y = 7 + 3", Reason: "of another solution"},
	}
	judge := &fakeJudge{rules: []rule{{text: "7 - 3", verdict: verdict.WA, on: "secret/01"}}}
	summary, events, err := run(t, judge, newSolution(t, explanations...), Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := outcomesOf(events)
	if got["8 + 3"] != "explained  eight" || got["6 + 3"] != "explained  six" || got["7 + 2"] != "survived" {
		t.Errorf("outcomes %q", got)
	}
	var stale []string
	for _, s := range summary.Stale {
		stale = append(stale, s.Explanation+": "+s.Why)
	}
	if want := []string{`accepted/a.go: operator of "var x = 7 + 3": the mutant is killed by secret/01`, `accepted/a.go: operator of "var y = 7 + 3": no such mutant is made any more`}; !slices.Equal(stale, want) {
		t.Errorf("stale %q, want %q", stale, want)
	}
	// Explanations of mutants that were left out are not stale.
	if summary, _, _ := run(t, judge, newSolution(t, explanations...), Options{Operators: []event.Operator{Symbol}}); summary.Stale != nil {
		t.Errorf("stale in part of the mutants: %v", summary.Stale)
	}
}

func TestReadExplanations(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"- {file: a.go, mutant: 12ab, reason: same}\n", ""},
		{"- file: a.go\n  operator: constant\n  line: |\n    a\n      b\n  reason: same\n", ""},
		{"- {file: a.go, mutant: 12ab}\n", "entry 1: reason is missing"},
		{"- {mutant: 12ab, reason: same}\n", "entry 1: file is missing"},
		{"- {file: a.go, reason: same}\n", "entry 1: it names no mutant"},
		{"- {file: a.go, operator: magic, line: a, reason: same}\n", `entry 1: no operator "magic"`},
		{"- {file: a.go, mutant: 1}\n- {file: a.go, mutnat: 12ab}\n", "mutants.yaml:2: unknown key [1].mutnat"},
		{"nothing\n", "mutants.yaml:1: "},
	} {
		p := &problem.Problem{Dir: t.TempDir()}
		if err := os.Mkdir(filepath.Join(p.Dir, "solution"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(p.Dir, ExplanationsFile), []byte(test.text), 0o644); err != nil {
			t.Fatal(err)
		}
		list, err := ReadExplanations(p)
		var faulty *problem.FaultError
		switch {
		case test.want == "" && (err != nil || len(list) != 1):
			t.Errorf("%q: %v, %v", test.text, list, err)
		case test.want != "" && (!errors.As(err, &faulty) || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%q: %v, want %q", test.text, err, test.want)
		}
	}
	if list, err := ReadExplanations(&problem.Problem{Dir: t.TempDir()}); list != nil || err != nil {
		t.Errorf("without a file: %v, %v", list, err)
	}
}

func TestChoice(t *testing.T) {
	mutants, err := Mutants(sourceOf("a.go", changing), "go")
	if err != nil {
		t.Fatal(err)
	}
	ids := func(list []Mutant) string {
		var ids []string
		for _, m := range list {
			ids = append(ids, m.ID)
		}
		return strings.Join(ids, " ")
	}
	one, other := Options{Sample: 4, Seed: 1}.choose(mutants), Options{Sample: 4, Seed: 2}.choose(mutants)
	if len(one) != 4 || ids(one) != ids(Options{Sample: 4, Seed: 1}.choose(mutants)) || ids(one) == ids(other) {
		t.Errorf("samples %q and %q", ids(one), ids(other))
	}
	if all := (Options{Sample: 1000}).choose(mutants); ids(all) != ids(mutants) {
		t.Error("a sample of more than there are is not all")
	}
	for _, m := range (Options{Lines: [2]int{5, 6}, Operators: []event.Operator{Flow, Statement}}).choose(mutants) {
		if m.Line != 5 || m.Operator != Flow && m.Operator != Statement {
			t.Errorf("chosen is %s in line %d", m.Operator, m.Line)
		}
	}
	if got := (Options{Lines: [2]int{7, 0}}).choose(mutants); len(got) == 0 || got[0].Line != 7 {
		t.Errorf("from line 7 on: %q", ids(got))
	}
}

func TestUnfitOriginals(t *testing.T) {
	for _, test := range []struct {
		judge *fakeJudge
		want  string
	}{
		{&fakeJudge{rules: []rule{{text: "7 + 3", verdict: verdict.WA, on: "secret/01"}}}, "accepted/a.go is not accepted, so its mutants prove nothing: because"},
		{&fakeJudge{skipped: true}, "go was not found"},
		{&fakeJudge{rules: []rule{{text: "7 + 3", err: errors.New("no space left")}}}, "judge accepted/a.go: no space left"},
	} {
		summary, _, err := run(t, test.judge, newSolution(t), Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) || summary.Total().Made != 0 {
			t.Errorf("err = %v, want %q", err, test.want)
		}
	}
}

func TestBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		judge := &fakeJudge{rules: []rule{{text: "7 - 3", verdict: verdict.WA, on: "secret/01"}, {text: "7 + 3"}, {waits: true}}}
		summary, _, err := run(t, judge, newSolution(t), Options{Jobs: 5, Budget: time.Second})
		if err != nil || !summary.OutOfTime || summary.Interrupted || summary.Total().Outcomes.NotRun != 4 || summary.Total().Outcomes.Killed != 1 {
			t.Errorf("summary %+v, %v", summary, err)
		}
	})
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	judge := &fakeJudge{rules: []rule{{text: "7 + 3"}, {waits: true}}}
	summary, err := Run(ctx, judge, newSolution(t), Options{}, func(e event.Event) {
		if _, ok := e.(event.Mutants); ok {
			time.AfterFunc(10*time.Millisecond, cancel)
		}
	})
	if !errors.Is(err, context.Canceled) || !summary.Interrupted || summary.OutOfTime || summary.Total().Outcomes.NotRun != 5 {
		t.Errorf("summary %+v, %v", summary, err)
	}
}
