package author

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"grundy/internal/pkgfmt/problem"
)

// TestExamples checks which directories of data/ a package is asked for: those that its validators could be tried with.
func TestExamples(t *testing.T) {
	programs := []problem.Program{{Name: "check.go"}}
	whole := problem.Problem{InputValidators: programs, AnswerValidators: programs, Output: problem.OutputJudge{Programs: programs}}
	interactive := whole
	interactive.Type.Interactive = true
	shown := whole
	for _, kind := range []problem.ValidatorCaseKind{problem.InvalidInput, problem.InvalidAnswer, problem.ValidOutput} {
		shown.ValidatorCases = append(shown.ValidatorCases, problem.ValidatorCase{Kind: kind})
	}
	for _, test := range []struct {
		name string
		p    problem.Problem
		want []string
	}{
		{"everything", whole, []string{"data/invalid_input", "data/invalid_answer", "data/invalid_output", "data/valid_output"}},
		{"interactive", interactive, []string{"data/invalid_input", "data/invalid_answer"}},
		{"no validators", problem.Problem{}, nil},
		{"one is missing", shown, []string{"data/invalid_output"}},
	} {
		v := &verification{problem: &test.p}
		_, faults, err := v.checkExamples(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, fault := range faults {
			if got = append(got, fault.File); fault.Level != problem.Note {
				t.Errorf("%s: %s is a %s", test.name, fault, fault.Level)
			}
		}
		if diff := cmp.Diff(test.want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}
