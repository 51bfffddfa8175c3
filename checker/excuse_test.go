package checker

import "testing"

// TestRulesThatWouldAccept holds that a rejection names the usual rule of problems by which the output would be right.
func TestRulesThatWouldAccept(t *testing.T) {
	for _, test := range []struct {
		output, answer string
		args           []string
		within         string
		order          bool
	}{
		{"0.3333333333\n", "0.33333333\n", []string{CaseFlag}, "1e-6", false},
		{"0.3333333333 2\n", "0.33333333 2.0\n", nil, "1e-6", false},
		{"7.0\n", "7\n", []string{CaseFlag}, "1e-6", false},
		{"0.3333 1\n", "0.33333333 1\n", []string{CaseFlag}, "", false},
		{"0.33333333 no\n", "0.333333333 yes\n", []string{CaseFlag}, "", false},
		{"10000000\n", "10000001\n", []string{CaseFlag}, "", false},
		{"0.50000001\n", "0.5\n", []string{CaseFlag, "float_tolerance", "1e-9"}, "", false},
		{"3 1 2\n", "1 2 3\n", []string{CaseFlag}, "", true},
		{"3 1 1\n", "1 3 3\n", []string{CaseFlag}, "", false},
		{"3 1 2\n", "1 2 3\n", nil, "", false},
	} {
		d := checkBuiltin(t, test.output, test.answer, test.args).Difference
		if d == nil || d.Within != test.within || d.OrderOnly != test.order {
			t.Errorf("%q for %q: got %+v, want within %q and another order %v", test.output, test.answer, d, test.within, test.order)
		}
	}
}
