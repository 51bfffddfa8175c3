package practice_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/app/practice"
	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/tests/suite"
)

// TestFailedFirst checks that a session with that option begins with the cases that failed the last time.
func TestFailedFirst(t *testing.T) {
	b := newBench(t)
	record := b.place.History().Recorder()
	record.Event(event.Begin{Command: "test"})
	b.session(t, practice.Options{}).Judge(t.Context(), b.client, record.Event)
	if err := record.Close(); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name    string
		options practice.Options
		want    []string
	}{
		{"usual order", practice.Options{}, []string{"secret/1", "secret/2"}},
		{"failed first", practice.Options{FailedFirst: true}, []string{"secret/2", "secret/1"}},
		{"failed only", practice.Options{Cases: practice.Cases{Failed: true}}, []string{"secret/2"}},
		{"filter", practice.Options{Cases: practice.Cases{Filter: "1"}, FailedFirst: true}, []string{"secret/1"}},
		{"until the first failure", practice.Options{FailedFirst: true, Judging: job.Options{StopAtFirst: true}}, []string{"secret/2"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var tests []string
			b.session(t, test.options).Judge(t.Context(), b.client, func(e event.Event) {
				if run, ok := e.(event.Test); ok {
					tests = append(tests, run.Test)
				}
			})
			if diff := cmp.Diff(test.want, tests); diff != "" {
				t.Errorf("tests (-want +got):\n%s", diff)
			}
		})
	}
}

// TestInput checks that a file replaces the cases of a problem, and that the answer beside it decides whether it is judged.
func TestInput(t *testing.T) {
	b := newBench(t)
	dir := t.TempDir()
	input := suite.Write(t, filepath.Join(dir, "mine.in"), "3\n")
	unanswered := b.session(t, practice.Options{Input: input})
	if e := unanswered.Entries[0]; unanswered.IsJudged() || e.Execution().Input.Path != input || e.Execution().TimeLimit <= 0 {
		t.Errorf("judged without an answer: %t, the run is %+v", unanswered.IsJudged(), e.Execution())
	}
	suite.Write(t, filepath.Join(dir, "mine.ans"), "4\n")
	session := b.session(t, practice.Options{Input: input})
	var attempt event.Attempt
	judged := session.Judge(t.Context(), b.client, func(e event.Event) {
		if said, ok := e.(event.Attempt); ok {
			attempt = said
		}
	})
	if !session.IsJudged() || judged[0].Done.Verdict != verdict.WA || attempt.Cases != event.OwnCase || attempt.Package != "" {
		t.Errorf("judged %+v, recorded %+v", judged, attempt)
	}
	if kept, found := b.place.History().LastFailure(); !found || kept.Verdict != "WA" {
		t.Errorf("kept %+v, %t", kept, found)
	}
}

// TestHidingModule checks that each session warns of a file that hides a module of the solution's language.
func TestHidingModule(t *testing.T) {
	b := newBench(t)
	b.solution = suite.Write(t, filepath.Join(filepath.Dir(b.solution), "random.py"), "print(input())\n")
	var warnings []string
	ctx := workspace.Following(t.Context(), func(e event.Event) {
		warnings = append(warnings, e.(event.Diagnostic).Message)
	})
	solutions, err := b.find(b.solution)
	if err != nil {
		t.Fatal(err)
	}
	builder, err := b.place.Builder()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := builder.Table.Detect(solutions[0].Source); err != nil || builder.Hides(ctx, solutions[0].Source) == "" {
		t.Skip("needs Python")
	}
	for range 2 { // what was said is not repeated
		if _, err := practice.Open(ctx, b.place, practice.Options{Solutions: solutions}); err != nil {
			t.Fatal(err)
		}
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], "random.py hides the module random") {
		t.Errorf("the warnings are %q", warnings)
	}
}

// TestUnjudgeable checks what Open says of solutions and options that nothing can be judged with.
func TestUnjudgeable(t *testing.T) {
	b := newBench(t)
	for name, options := range map[string]practice.Options{
		"no test case is left": {Cases: practice.Cases{Filter: "nothing"}},
		"is not supported":     {Cases: practice.Cases{Filter: "[a"}},
		"earlier test":         {Cases: practice.Cases{Failed: true}},
		"--checker-args":       {Judging: job.Options{CheckerArgs: []string{"unheard_of"}}},
	} {
		solutions, err := b.find(b.solution)
		if err != nil {
			t.Fatal(err)
		}
		options.Solutions = solutions
		if _, err := practice.Open(t.Context(), b.place, options); err == nil || !strings.Contains(err.Error(), name) || hint.Of(err) == "" {
			t.Errorf("want %q with a remedy, the error is %v", name, err)
		}
	}
}

// TestWriteAnswers checks that answers are written where there are none, unless the run fails.
func TestWriteAnswers(t *testing.T) {
	b := newBench(t)
	for _, name := range []string{"1.ans", "2.ans"} {
		if err := os.Remove(filepath.Join(filepath.Dir(b.solution), name)); err != nil {
			t.Fatal(err)
		}
	}
	told := map[string]string{}
	session := b.session(t, practice.Options{})
	if err := session.WriteAnswers(t.Context(), b.client, func(tc *problem.Case, reason string) { told[tc.Name] = reason }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"secret/1": "", "secret/2": "RTE, exit code 3"}, told); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	var answers []string
	for _, tc := range b.session(t, practice.Options{}).Entries[0].Against.Data.AllCases() {
		if tc.Answer != "" {
			answers = append(answers, tc.Name)
		}
	}
	if !slices.Equal(answers, []string{"secret/1"}) {
		t.Errorf("there are answers of %q", answers)
	}
}

// TestGrowth checks that a solution's growth is measured on the cases of its problem if no generator makes others, and that the inputs
// of an interactive problem have no size.
func TestGrowth(t *testing.T) {
	b := newBench(t)
	solutions, err := b.find(b.solution)
	if err != nil {
		t.Fatal(err)
	}
	session, err := practice.OpenGrowth(t.Context(), b.place, practice.Options{Solutions: solutions, Cases: practice.Cases{Filter: "1"}})
	if err != nil {
		t.Fatal(err)
	}
	runs := 0
	growth, done, err := session.Grow(t.Context(), b.client, func(e event.Event) {
		if test, ok := e.(event.Test); ok && test.Test == "secret/1" {
			runs++
		}
	})
	if err != nil || done.Tests != 10 || runs != 5 || growth.Reason == "" {
		t.Errorf("growth %+v after %d runs, %+v, %v", growth, runs, done, err)
	}

	talk := suite.Unpack(t, filepath.Join(t.TempDir(), "talk"), `
-- problem.yaml --
problem_format_version: 2025-09
name: Talk
uuid: 5c1b7f3e-88a3-4f0e-9c6f-5d8c8f1e2a15
type: interactive
-- output_validator/talk.sh --
exit 42
-- data/secret/1.in --
1
-- data/secret/1.ans --
`)
	if solutions, err = b.place.Solutions(workspace.Search{Problem: talk}, []string{b.solution}); err != nil {
		t.Fatal(err)
	}
	if _, err := practice.OpenGrowth(t.Context(), b.place, practice.Options{Solutions: solutions}); err == nil || !strings.Contains(err.Error(), "has no size") {
		t.Errorf("the error is %v", err)
	}
}
