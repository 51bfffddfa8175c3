package suite

import (
	"fmt"
	"hash/fnv"
	"os"
	"strconv"
	"testing"
	"time"
)

// The environment. The level selects what runs: "" for make test, all or campaign; each includes the previous ones.
// The seed is a number, by default that of the current day.
const (
	levelVariable = "GRUNDY_TESTS"
	all           = "all"
	campaign      = "campaign"
	seedVariable  = "GRUNDY_TESTS_SEED"
)

// LeftTo begins the reason of every test that is skipped for its cost.
const LeftTo = "left to make "

// sampled is the number of tests left to make campaign of which one runs in make test-all.
const sampled = 40

// NeedsAll skips a test that is left to make test-all; what says what it does or costs.
func NeedsAll(t testing.TB, what string) {
	t.Helper()
	if !IsAll() {
		t.Skipf("%stest-all: %s", LeftTo, what)
	}
}

// NeedsCampaign skips a test that is left to make campaign. In make test-all a sample of them runs, chosen by their
// names and the seed.
func NeedsCampaign(t testing.TB, what string) {
	t.Helper()
	needsTurn(t, sampled, what)
}

// NeedsTurn skips a test that costs too much for each make test-all: one in n such tests runs there, chosen as in
// NeedsCampaign, so that each has its turn after some days. make campaign runs all.
func NeedsTurn(t testing.TB, n uint64, what string) {
	t.Helper()
	NeedsAll(t, what)
	needsTurn(t, n, what)
}

func needsTurn(t testing.TB, n uint64, what string) {
	t.Helper()
	if IsCampaign() {
		return
	}
	if seed := Seed(t); IsAll() && isSampled(t.Name(), seed, n) {
		t.Logf("one of the sample by %s=%d", seedVariable, seed)
		return
	}
	t.Skipf("%scampaign: %s", LeftTo, what)
}

// isSampled reports whether a test is the one in n of which there is a sample.
func isSampled(name string, seed, n uint64) bool {
	h := fnv.New64a()
	fmt.Fprint(h, seed, name)
	return h.Sum64()%n == 0
}

// Seed is the seed of random choices that may differ from day to day.
func Seed(t testing.TB) uint64 {
	t.Helper()
	text := os.Getenv(seedVariable)
	if text == "" {
		return uint64(time.Now().Unix() / (24 * 60 * 60))
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: want a number, got %q", seedVariable, text)
	}
	return seed
}

// IsAll reports whether make test-all or more runs.
func IsAll() bool { return os.Getenv(levelVariable) == all || IsCampaign() }

// IsCampaign reports whether make campaign runs.
func IsCampaign() bool { return os.Getenv(levelVariable) == campaign }

// Environ are the variables that tests pass to a process of their own.
func Environ() []string {
	return []string{
		levelVariable + "=" + os.Getenv(levelVariable), seedVariable + "=" + os.Getenv(seedVariable),
		machineVariable + "=" + os.Getenv(machineVariable),
	}
}
