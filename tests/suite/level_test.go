package suite_test

import (
	"fmt"
	"testing"

	"grundy/tests/suite"
)

// asked is a test that asks whether it runs.
type asked struct {
	testing.TB
	name    string
	skipped bool
}

func (a *asked) Name() string         { return a.name }
func (a *asked) Skipf(string, ...any) { a.skipped = true }

func TestLevels(t *testing.T) {
	const tests = 200
	for _, tt := range []struct {
		level                              string
		ofAll, leastCampaign, mostCampaign int
	}{
		{"", 0, 0, 0},
		{"all", tests, 5, 50}, // a sample
		{"campaign", tests, tests, tests},
	} {
		t.Setenv("GRUNDY_TESTS", tt.level)
		t.Setenv("GRUNDY_TESTS_SEED", "1")
		ofAll, ofCampaign := 0, 0
		for i := range tests {
			first := &asked{TB: t, name: fmt.Sprint("Test", i)}
			second := &asked{TB: t, name: first.name}
			suite.NeedsAll(first, "")
			suite.NeedsCampaign(second, "")
			if !first.skipped {
				ofAll++
			}
			if !second.skipped {
				ofCampaign++
			}
		}
		if ofAll != tt.ofAll || ofCampaign < tt.leastCampaign || ofCampaign > tt.mostCampaign {
			t.Errorf("level %q: %d and %d of %d run, want %d and %d to %d", tt.level, ofAll, ofCampaign, tests, tt.ofAll, tt.leastCampaign, tt.mostCampaign)
		}
	}
}
