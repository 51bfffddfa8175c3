package edit

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/job/jobtest"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

// oracle knows the verdict of each submission on the new case and on the others.
type oracle struct {
	onNew, before map[string]verdict.Verdict
	failing       map[string]error
	mutex         sync.Mutex
	options       map[string][]job.Options
}

func (o *oracle) do(_ context.Context, _ *problem.Problem, asked job.Job, emit func(event.Event)) (job.Result, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	j := asked.(job.Judgement)
	name := j.Name
	o.options[name] = append(o.options[name], j.Options)
	if err := o.failing[name]; err != nil {
		return event.Done{}, err
	}
	v := o.before[name]
	if slices.Equal(j.Options.Cases, []string{"secret/new"}) {
		v = o.onNew[name]
	}
	if v == verdict.CE {
		emit(event.Compile{Failed: "no such function"})
		return event.Done{Verdict: v}, nil
	}
	emit(event.Test{Verdict: verdict.AC, Reason: "fine"})
	emit(event.Test{Verdict: v, Reason: "first"})
	emit(event.Test{Verdict: v, Reason: "second"})
	return event.Done{Verdict: v, Slowest: 3 * time.Millisecond}, nil
}

// crossChecked judges submissions on a new case; their files are in a temporary directory.
func crossChecked(t *testing.T, o *oracle, p problem.Problem) (event.Added, error) {
	t.Helper()
	o.options = map[string][]job.Options{}
	for i := range p.Submissions {
		s := &p.Submissions[i]
		s.Path = suite.Write(t, filepath.Join(t.TempDir(), filepath.FromSlash(s.Name)), "pass\n")
	}
	p.Data = &problem.Group{Cases: []*problem.Case{{Name: "secret/new"}, {Name: "secret/old"}}}
	d := &draft{pack: &Package{Problem: &p, Judge: job.Client{Executor: jobtest.Executor(o.do)}}, problem: &p, rules: &generators.Rules{}}
	added := event.Added{Answered: "submissions/accepted/model.py"}
	return added, d.crossCheck(t.Context(), "secret/new", &added)
}

func submission(name string, permitted ...verdict.Verdict) problem.Submission {
	return problem.Submission{Name: name, Expect: []problem.Expectation{{Permitted: permitted}}}
}

func TestCrossCheckTellsWhatTheCaseKills(t *testing.T) {
	const ac, wa, tle = verdict.AC, verdict.WA, verdict.TLE
	o := &oracle{
		onNew: map[string]verdict.Verdict{
			"accepted/a.py": ac, "wrong_answer/b.py": wa, "wrong_answer/c.py": wa, "wrong_answer/d.py": ac, "mixed/e.py": tle, "wrong_answer/f.py": verdict.CE,
		},
		before:  map[string]verdict.Verdict{"wrong_answer/b.py": ac, "wrong_answer/c.py": wa, "mixed/e.py": ac},
		failing: map[string]error{"wrong_answer/g.py": &language.SourceError{}},
	}
	for _, limit := range []time.Duration{0, time.Second} {
		p := problem.Problem{ID: "p", Submissions: []problem.Submission{
			submission("accepted/a.py", ac), submission("wrong_answer/b.py", ac, wa), submission("wrong_answer/c.py", ac, wa),
			submission("wrong_answer/d.py", ac, wa), submission("mixed/e.py", ac, wa), submission("wrong_answer/f.py", ac, wa), submission("wrong_answer/g.py", ac, wa),
		}}
		p.Limits.Time = limit
		added := checkedAll(t, o, p)
		judged := func(name, reason string) event.Judged {
			j := event.Judged{Submission: name, Verdict: o.onNew[name], Time: 3 * time.Millisecond, Reason: reason}
			return j
		}
		want := event.Added{
			Answered: added.Answered,
			Accepted: []event.Judged{judged("accepted/a.py", "")},
			Catches: []event.Catch{
				{Judged: judged("wrong_answer/b.py", "first"), Permitted: true, First: true},
				{Judged: judged("wrong_answer/c.py", "first"), Permitted: true},
				{Judged: judged("mixed/e.py", "first"), First: true},
			},
			NotCaught: []string{"wrong_answer/d.py"},
			Skipped:   []string{"wrong_answer/f.py", "wrong_answer/g.py"},
		}
		if diff := cmp.Diff(want, added); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		for name, all := range o.options {
			for i, options := range all {
				if wants := map[bool]time.Duration{true: patience}[limit == 0]; options.TimeLimit != wants || options.StopAtFirst != (i == 1) {
					t.Errorf("%s, call %d: %+v", name, i, options)
				}
			}
			if killed := slices.ContainsFunc(want.Catches, func(k event.Catch) bool { return k.Submission == name }); len(all) == 2 != killed {
				t.Errorf("%s was judged %d times", name, len(all))
			}
		}
	}
}

func checkedAll(t *testing.T, o *oracle, p problem.Problem) event.Added {
	t.Helper()
	added, err := crossChecked(t, o, p)
	if err != nil {
		t.Fatal(err)
	}
	return added
}

func TestCrossCheckRefuses(t *testing.T) {
	for _, test := range []struct {
		v       verdict.Verdict
		failure error
		want    string
	}{
		{verdict.WA, nil, "accepted/a.py must be accepted and is not: WA, first; the answer is by submissions/accepted/model.py"},
		{verdict.CE, nil, "accepted/a.py must be accepted and is not: CE, no such function; the answer"},
		{verdict.JE, nil, "accepted/a.py on the new case: first"},
		{verdict.AC, errors.New("broken"), "judge accepted/a.py: broken"},
	} {
		o := &oracle{onNew: map[string]verdict.Verdict{"accepted/a.py": test.v}, failing: map[string]error{"accepted/a.py": test.failure}}
		_, err := crossChecked(t, o, problem.Problem{Submissions: []problem.Submission{submission("accepted/a.py", verdict.AC)}})
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%v: %v, want %q", test.v, err, test.want)
		}
	}
	added, err := crossChecked(t, &oracle{}, problem.Problem{Type: problem.Type{SubmitAnswer: true}, Submissions: []problem.Submission{submission("accepted/a.txt", verdict.AC)}})
	if err != nil || len(added.Notes) != 1 || len(added.Accepted) != 0 {
		t.Errorf("of a submit-answer problem: %+v, %v", added, err)
	}
}

func TestAcceptedOnAndPermitted(t *testing.T) {
	const ac, wa = verdict.AC, verdict.WA
	for _, test := range []struct {
		s                   problem.Submission
		accepted, permitted bool
	}{
		{submission("accepted/a.py", ac, wa), true, true},
		{submission("mixed/a.py", ac), true, false},
		{submission("mixed/a.py", ac, wa), false, true},
		{problem.Submission{Name: "mixed/a.py", Expect: []problem.Expectation{{Pattern: "secret/g", Permitted: []verdict.Verdict{ac}}}}, false, true},
		{problem.Submission{Name: "mixed/a.py", Expect: []problem.Expectation{{Pattern: "secret", Permitted: []verdict.Verdict{ac}}}}, true, false},
		{problem.Submission{Name: "mixed/a.py", Expect: []problem.Expectation{{Required: []verdict.Verdict{ac}}}}, false, true},
	} {
		if got := acceptedOn(&test.s, "secret/1"); got != test.accepted {
			t.Errorf("%+v must be accepted: %v", test.s, got)
		}
		if got := permitted(&test.s, "secret/1", wa); got != test.permitted {
			t.Errorf("%+v may be wrong: %v", test.s, got)
		}
	}
}
