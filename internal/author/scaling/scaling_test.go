package scaling_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/author/scaling"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/job/jobtest"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

// The generator prints as many numbers as its first number says; the second one bounds them.
const rowPackage = `
-- problem.yaml --
problem_format_version: 2025-09
name: Row
uuid: 5c1b7f3e-88a3-4f0e-9c6f-5d8c8f1e2a17
-- input_validators/row.py --
raise SystemExit(42)
-- generators/row.py --
print(1)
-- generators/generators.yaml --
data:
  sample: {}
  secret:
    data:
      small: row.py random 3 100
      large: row.py random 1000 100
      other: row.py equal 500 100
      given: {in: "1"}
-- data/secret/small.in --
1 1 1
`

// row opens the package, with inputs of the lengths that its commands name.
func row(t *testing.T, more string) *problem.Problem {
	t.Helper()
	dir := suite.Unpack(t, filepath.Join(t.TempDir(), "row"), rowPackage+more)
	for name, length := range map[string]int{"large": 1000, "other": 500} {
		suite.Write(t, filepath.Join(dir, "data", "secret", name+".in"), input(length, 100))
	}
	p, _ := icpc.Load(dir)
	return p
}

func input(length, bound int) string { return strings.Repeat(strconv.Itoa(bound)+" ", length) + "\n" }

// programs makes inputs of at most 5000 numbers, which are valid up to 2000 numbers of at most 4 digits.
var programs = job.Client{Executor: jobtest.Programs{
	Generated: func(args []string) string {
		length, _ := strconv.Atoi(args[1])
		bound, _ := strconv.Atoi(args[2])
		if length > 5000 {
			return ""
		}
		return input(length, bound)
	},
	Valid: func(input string) bool {
		words := strings.Fields(input)
		return len(words) <= 2000 && len(words[0]) <= 4
	},
}}

// commands are those by which cases were made.
func commands(cases []*problem.Case) []string {
	var all []string
	for _, tc := range cases {
		all = append(all, tc.Name)
	}
	return all
}

// TestMake checks that each kind of large inputs is made in sizes over three decades, by the number that its size depends on.
func TestMake(t *testing.T) {
	kinds, err := scaling.Make(t.Context(), programs, row(t, ""), t.TempDir())
	if err != nil || len(kinds) != 2 {
		t.Fatalf("made %d kinds, %v", len(kinds), err)
	}
	for i, want := range []struct{ first, last string }{
		{"row.py random 1000 100", "row.py random 1 100"}, {"row.py equal 500 100", "row.py equal 1 100"},
	} {
		made := commands(kinds[i])
		if made[0] != want.first || made[len(made)-1] != want.last || len(made) < 10 {
			t.Errorf("kind %d is %q", i, made)
		}
	}
	for _, tc := range kinds[0] {
		text, err := os.ReadFile(tc.Input)
		if length := strings.Fields(tc.Name)[2]; err != nil || strconv.Itoa(len(strings.Fields(string(text)))) != length || tc.Answer != "" {
			t.Errorf("%s has %d bytes and the answer %q, %v", tc.Name, len(text), tc.Answer, err)
		}
	}
}

// TestExtremes checks that numbers are multiplied, all together and each alone, for as long as the input stays valid.
func TestExtremes(t *testing.T) {
	made, err := scaling.Extremes(t.Context(), programs, row(t, ""), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"row.py random 2000 200", "row.py random 2000 100", "row.py random 1000 8000",
		"row.py equal 2000 400", "row.py equal 2000 100", "row.py equal 500 8000",
	}
	if diff := cmp.Diff(want, commands(made)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	without := row(t, "")
	without.InputValidators = nil
	if made, err := scaling.Extremes(t.Context(), programs, without, t.TempDir()); err != nil || made != nil {
		t.Errorf("without validators: %q, %v", commands(made), err)
	}
}

// TestFaults checks that faults of generators.yaml and of the judge are errors, and that a directory of tests has no sizes.
func TestFaults(t *testing.T) {
	var faulty *problem.FaultError
	if _, err := scaling.Make(t.Context(), programs, row(t, "-- generators/generators.yaml --\ndata: 7\n"), t.TempDir()); !errors.As(err, &faulty) {
		t.Errorf("the error is %v", err)
	}
	failed := errors.New("no room")
	fails := job.Client{Executor: jobtest.Executor(func(context.Context, *problem.Problem, job.Job, func(event.Event)) (job.Result, error) {
		return nil, failed
	})}
	if _, err := scaling.Make(t.Context(), fails, row(t, ""), t.TempDir()); !errors.Is(err, failed) {
		t.Errorf("the error is %v", err)
	}
	if made, err := scaling.Make(t.Context(), fails, &problem.Problem{Format: problem.Plain}, t.TempDir()); made != nil || err != nil {
		t.Errorf("made %v, %v", made, err)
	}
}
