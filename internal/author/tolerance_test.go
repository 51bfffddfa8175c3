package author

import (
	"path/filepath"
	"testing"

	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

// TestIdleTolerance checks where a tolerance is noted: for whole numbers, compared by the judge itself.
func TestIdleTolerance(t *testing.T) {
	for _, test := range []struct {
		answer   string
		args     []string
		programs []problem.Program
		noted    bool
	}{
		{"3 4\n", []string{"float_tolerance", "1e-6"}, nil, true},
		{"yes 4\n", []string{"float_absolute_tolerance", "1e-6"}, nil, true},
		{"3 4.0\n", []string{"float_tolerance", "1e-6"}, nil, false},
		{"yes\n", []string{"float_tolerance", "1e-6"}, nil, false},
		{"3 4\n", []string{"case_sensitive"}, nil, false},
		{"3 4\n", []string{"float_tolerance", "1e-6"}, []problem.Program{{Name: "check.py"}}, false},
	} {
		dir := t.TempDir()
		suite.Write(t, filepath.Join(dir, "1.ans"), test.answer)
		p := &problem.Problem{Dir: dir, Output: problem.OutputJudge{Programs: test.programs}, Data: &problem.Group{
			Cases: []*problem.Case{{Name: "secret/1", Answer: filepath.Join(dir, "1.ans"), OutputArgs: test.args}},
		}}
		faults, err := (&verification{problem: p}).idleTolerance(t.Context())
		if err != nil || len(faults) > 0 != test.noted {
			t.Errorf("%q with %q: %v, %v", test.answer, test.args, faults, err)
		}
	}
}
