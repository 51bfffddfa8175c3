package cases_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/app/cases"
	"grundy/internal/author/edit"
	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/job/jobtest"
	"grundy/internal/store/workspace"
	"grundy/internal/store/workspace/workspacetest"
	"grundy/tests/suite"
)

const twicePackage = `
-- problem.yaml --
problem_format_version: 2025-09
name: Twice
uuid: 5c1b7f3e-88a3-4f0e-9c6f-5d8c8f1e2a19
license: cc0
-- statement/problem.en.md --
Print twice the number.
-- input_validators/number.py --
raise SystemExit(42)
-- generators/number.py --
import sys
print(sys.argv[1])
-- generators/generators.yaml --
data:
  sample: {}
  secret:
    data:
      one: number.py 1
      two: number.py 2
-- submissions/accepted/twice.py --
print(2 * int(input()))
`

// bench is the package in a workspace whose programs are functions.
type bench struct {
	place  *workspace.Workspace
	client job.Client
	dir    string
}

func newBench(t *testing.T) *bench {
	t.Helper()
	w, _ := workspacetest.Open(t)
	return &bench{place: w, dir: suite.Unpack(t, filepath.Join(t.TempDir(), "twice"), twicePackage), client: job.Client{Executor: jobtest.Programs{
		Verdict:   func(string, string) verdict.Verdict { return verdict.AC },
		Output:    func(_, input string) string { return strings.TrimSpace(input) + strings.TrimSpace(input) + "\n" },
		Generated: func(args []string) string { return args[0] + "\n" },
	}}}
}

func (b *bench) open(t *testing.T) *workspace.Selection {
	t.Helper()
	packages, err := cases.Select(t.Context(), b.place.Problems(), []string{b.dir})
	if err != nil {
		t.Fatal(err)
	}
	return packages
}

// generate makes the cases of the package, and returns the names of those that were made.
func (b *bench) generate(t *testing.T, o cases.GenerateOptions) (made []string, ok bool) {
	t.Helper()
	o.Packages = b.open(t)
	ok, err := cases.Generate(t.Context(), b.place, b.client, o, func(e event.Event) {
		if one, is := e.(event.CaseMade); is {
			made = append(made, one.Case)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return made, ok
}

// TestGenerate checks that cases are made as the options say, and removed again.
func TestGenerate(t *testing.T) {
	b := newBench(t)
	if _, ok := b.generate(t, cases.GenerateOptions{Check: true}); ok {
		t.Error("the cases that are missing are up to date")
	}
	if made, ok := b.generate(t, cases.GenerateOptions{Glob: "one"}); !ok || !cmp.Equal(made, []string{"secret/one"}) {
		t.Errorf("made %q, %t", made, ok)
	}
	if _, ok := b.generate(t, cases.GenerateOptions{}); !ok {
		t.Error("the cases were not made")
	}
	if _, ok := b.generate(t, cases.GenerateOptions{Check: true}); !ok {
		t.Error("the cases that were made are not up to date")
	}
	answer := filepath.Join(b.dir, "data", "secret", "two.ans")
	if text, err := os.ReadFile(answer); err != nil || string(text) != "22\n" {
		t.Errorf("the answer is %q, %v", text, err)
	}
	suite.Write(t, answer, "4\n")
	if _, ok := b.generate(t, cases.GenerateOptions{}); ok {
		t.Error("a file that was edited by hand is up to date")
	}
	if _, ok := b.generate(t, cases.GenerateOptions{Force: true}); !ok {
		t.Error("a file that was edited by hand was not replaced")
	}
	removed := map[string]int{}
	if err := cases.Clean(t.Context(), b.place.Problems(), b.open(t), func(id string, files int) { removed[id] = files }); err != nil || removed["twice"] != 4 {
		t.Errorf("removed %v, %v", removed, err)
	}
}

// TestSelect checks what is said of names that are no packages with generators.
func TestSelect(t *testing.T) {
	b := newBench(t)
	t.Chdir(t.TempDir())
	for message, names := range map[string][]string{
		"the current directory is not a problem package": nil,
		"no problem at ./nothing":                        {"./nothing"},
	} {
		if _, err := cases.Select(t.Context(), b.place.Problems(), names); err == nil || !strings.Contains(err.Error(), message) || hint.Of(err) == "" {
			t.Errorf("%q: want %q with a remedy, the error is %v", names, message, err)
		}
	}
}

// TestGenerateSet checks that the packages of a set are filled in spite of one that cannot be, and that one without rules is
// skipped.
func TestGenerateSet(t *testing.T) {
	b := newBench(t)
	spring := filepath.Dir(b.dir)
	suite.Unpack(t, filepath.Join(spring, "broken"), "-- problem.yaml --\nname: [\n-- generators/generators.yaml --\ndata: {}\n")
	suite.Unpack(t, filepath.Join(spring, "made"), "-- problem.yaml --\nproblem_format_version: 2025-09\nname: Made\n"+
		"-- data/secret/1.in --\n1\n-- data/secret/1.ans --\n1\n")
	selection, err := cases.Select(t.Context(), b.place.Problems(), []string{spring})
	if err != nil {
		t.Fatal(err)
	}
	faults := 0
	var done event.SetOutcome
	ok, err := cases.Generate(t.Context(), b.place, b.client, cases.GenerateOptions{Packages: selection, Fault: func(error) { faults++ }},
		func(e event.Event) {
			if last, is := e.(event.SetOutcome); is {
				done = last
			}
		})
	if err != nil || ok || faults != 1 {
		t.Errorf("ok %t, %d faults, %v", ok, faults, err)
	}
	got := map[string]string{}
	for _, p := range done.Packages {
		got[p.Problem] = fmt.Sprint(p.OK, p.Skipped, p.Reason != "")
	}
	if want := map[string]string{"broken": "false false true", "made": "false true true", "twice": "true false false"}; !cmp.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestFromFailure checks that the failing input becomes a case of its own package unless another is named, and that the answer of the
// reference solution counts only for directories of tests.
func TestFromFailure(t *testing.T) {
	b := newBench(t)
	if _, err := cases.FromFailure(b.place.History(), "", &edit.New{}); err == nil || hint.Of(err) == "" {
		t.Errorf("without a failure the error is %v", err)
	}
	tests := t.TempDir()
	answer := suite.Write(t, filepath.Join(t.TempDir(), "failing.ans"), "14\n")
	b.place.History().KeepFailure(workspace.Failure{Problem: tests, Solution: "/home/a.cpp", Verdict: "WA", Answer: answer}, []byte("7\n"))
	for _, test := range []struct {
		named, of string
		want      edit.New
	}{
		{"", tests, edit.New{Input: []byte("7\n"), Source: "breaks a", Answer: []byte("14\n")}},
		{b.dir, b.dir, edit.New{Input: []byte("7\n"), Source: "breaks a"}},
	} {
		var request edit.New
		of, err := cases.FromFailure(b.place.History(), test.named, &request)
		if err != nil || of != test.of {
			t.Errorf("of %s, %v", of, err)
		}
		if diff := cmp.Diff(test.want, request); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}
