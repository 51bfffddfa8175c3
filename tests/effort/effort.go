// Package effort decides which tests run. It is the one place that says so: a test that costs much asks it, and is skipped
// with the command that does run it, which `make test` counts in the end.
//
//	make test      what a change to any file is likely to break, in minutes
//	make test-all  all of it, in less than an hour
//	make campaign  what takes hours: repeats, other machines, random searches
package effort

import (
	"os"
	"testing"
)

// Variable is the environment variable that holds the level: "" for make test, All or Campaign.
const Variable = "GRUNDY_TESTS"

// Levels above that of make test; each includes those before it.
const (
	All      = "all"
	Campaign = "campaign"
)

// LeftTo begins the reason of every test that is skipped here for its cost.
const LeftTo = "left to make "

// NeedsAll skips a test that is left to make test-all; what says what it costs.
func NeedsAll(t testing.TB, what string) {
	t.Helper()
	if !IsAll() {
		t.Skipf("%stest-all: %s", LeftTo, what)
	}
}

// NeedsCampaign skips a test that is left to make campaign.
func NeedsCampaign(t testing.TB, what string) {
	t.Helper()
	if level() != Campaign {
		t.Skipf("%scampaign: %s", LeftTo, what)
	}
}

// IsAll tells whether make test-all or more runs, for lists that are sampled otherwise.
func IsAll() bool { return level() == All || level() == Campaign }

func level() string { return os.Getenv(Variable) }
