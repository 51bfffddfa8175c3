package author

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/checker"
	"grundy/internal/base/verdict"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// fakeChecker judges by the content of the output. It accepts the answers themselves.
type fakeChecker struct {
	fakeValidator
	judge func(output string) (bool, error)
}

func (f *fakeChecker) CheckOutput(_ context.Context, _ *problem.Problem, j job.OutputCheck) (job.OutputChecked, error) {
	if j.Output.Part != job.MadeUp {
		return job.OutputChecked{Accepted: true}, nil
	}
	accepted, err := f.judge(string(j.Output.Content))
	return job.OutputChecked{Accepted: accepted}, err
}

func TestVerifyTrials(t *testing.T) {
	crash := &checker.JudgeError{Reason: "the output validator exited with 1 (want 42 or 43)", Detail: "IndexError\nmore"}
	const answer = "3\n1 2\n4\n"
	for _, test := range []struct {
		name    string
		scoring bool
		judge   func(output string) (bool, error)
		want    []string
	}{
		{"good", false, func(output string) (bool, error) { return output == answer, nil }, nil},
		{"crashes on nothing", false, func(output string) (bool, error) {
			if output == "" {
				return false, crash
			}
			return false, nil
		}, []string{"trials error: data/sample-1.in: an empty output: the output validator exited with 1 (want 42 or 43): IndexError (and 2 more)"}},
		{"takes everything", false, func(string) (bool, error) { return true, nil }, []string{
			"trials error: data/sample-1.in: an empty output: the output validator accepts it (and 2 more)",
			"trials error: data/sample-1.in: a binary output: the output validator accepts it (and 2 more)",
			"trials error: data/sample-1.in: a huge number: the output validator accepts it (and 2 more)",
			"trials error: data/sample-1.in: a huge list: the output validator accepts it (and 2 more)",
			"trials note: data/sample-1.in: half of the answer: the output validator accepts it (and 2 more)",
			"trials note: data/sample-1.in: the answer shuffled: the output validator accepts it (and 2 more)",
		}},
		{"gives points for nothing", true, func(output string) (bool, error) { return output == "", nil }, []string{
			"trials warning: data/sample-1.in: an empty output: the output validator accepts it (and 2 more)",
		}},
		{"takes any order", false, func(output string) (bool, error) {
			return len(output) == len(answer) && strings.Contains(output, "1 2"), nil
		}, []string{"trials note: data/sample-1.in: the answer shuffled: the output validator accepts it (and 2 more)"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newPackage(t)
			p.Type.Scoring = test.scoring
			p.Output.Programs = []problem.Program{{Name: "output_validator/check.go"}}
			for _, c := range p.Data.AllCases() {
				if err := os.WriteFile(c.Answer, []byte(answer), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			f, err := verify(t, p, newJudge(), &fakeChecker{judge: test.judge}, Options{Jobs: 3})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, f.texts()); diff != "" {
				t.Errorf("faults differ (-want +got):\n%s", diff)
			}
		})
	}
	cause := errors.New("no slot")
	p := newPackage(t)
	p.Output.Programs = []problem.Program{{Name: "output_validator/check.go"}}
	_, err := verify(t, p, newJudge(), &fakeChecker{judge: func(string) (bool, error) { return false, cause }}, Options{})
	if !errors.Is(err, cause) {
		t.Errorf("a judge that fails: %v", err)
	}
}

func TestVerifyTriesInteractors(t *testing.T) {
	silent, garbage, huge := uncooperative[0].name, uncooperative[1].name, uncooperative[2].name
	wrong := map[string]behaviour{"sample/1": {verdict.WA, ms, ""}, "secret/1": {verdict.TLE, ms, ""}, "secret/2": {verdict.RTE, ms, ""}}
	for _, test := range []struct {
		name    string
		behaves map[string]map[string]behaviour
		missing bool
		want    []string
	}{
		{"good", map[string]map[string]behaviour{silent: wrong, garbage: wrong, huge: wrong}, false, nil},
		{"accepts", map[string]map[string]behaviour{garbage: wrong, huge: wrong}, false, []string{
			"trials error: data/sample-1.in: a submission that says nothing: the interactor accepts it (and 2 more)",
		}},
		{"crashes", map[string]map[string]behaviour{silent: wrong, huge: wrong, garbage: {
			"sample/1": {verdict.WA, ms, ""}, "secret/1": {verdict.JE, ms, ""}, "secret/2": {verdict.WA, ms, ""},
		}}, false, []string{"trials error: data/secret-1.in: a submission that prints garbage: "}},
		{"cannot be tried", nil, true, []string{
			"trials note: output_validator: not tried on submissions that do not converse: C++: g++ was not found",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, judge := newPackage(t), newJudge()
			p.Type.Interactive = true
			p.Output.Programs = []problem.Program{{Name: "output_validator/interact.go", Path: p.Dir + "/output_validator"}}
			judge.missing = map[string]bool{silent: test.missing}
			for name, behaves := range test.behaves {
				judge.behaves[name] = behaves
			}
			f, err := verify(t, p, judge, &fakeValidator{}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, f.texts()); diff != "" {
				t.Errorf("faults differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestForgeries(t *testing.T) {
	for _, test := range []struct{ answer, half, shuffled string }{
		{"", "", ""},
		{"7\n", "", ""},
		{"1 1 1\n", "1 ", ""},
		{"1 2\n", "1 ", "2 1\n"},
		{"YES\n1 2\n", "YES\n", "1 2\nYES\n"},
	} {
		var half string
		if test.answer != "" {
			half = string(truncated([]byte(test.answer)))
		}
		if half != test.half {
			t.Errorf("half of %q = %q, want %q", test.answer, half, test.half)
		}
		if got := string(shuffled([]byte(test.answer))); got != test.shuffled {
			t.Errorf("%q shuffled = %q, want %q", test.answer, got, test.shuffled)
		}
	}
}
