package tests

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/tests/suite"
)

// repeatsVariable is how many times TestVerdictsRepeat verifies each package.
const repeatsVariable = "VERIFY_REPEATS"

// TestVerdictsRepeat verifies packages repeatedly on a machine that is busy with other work. All verdicts on all
// cases are those of the first time, and so is the number of cases reported as a deadlock of both programs.
// VERIFY_REPEATS says how often (20), and VERIFY_PACKAGES which ones.
func TestVerdictsRepeat(t *testing.T) {
	suite.NeedsCampaign(t, "verifies packages twenty times on a loaded machine")
	repeats := 20
	if text := os.Getenv(repeatsVariable); text != "" {
		var err error
		if repeats, err = strconv.Atoi(text); err != nil {
			t.Fatalf("%s=%q: want a number", repeatsVariable, text)
		}
	}
	grundy, env := builtBinary(t), environmentOf(t)
	burden(t)
	for _, name := range verifiedPackages() {
		t.Run(name, func(t *testing.T) {
			verify := func() string {
				return verdictsOf(verifyPackage(t, grundy, env, filepath.Join("..", "problems", name), "--fresh"))
			}
			first := verify()
			for again := 2; again <= repeats; again++ {
				if diff := cmp.Diff(first, verify()); diff != "" {
					t.Errorf("repeat %d differs from the first (-first +repeat):\n%s", again, diff)
				}
			}
		})
	}
}

// verdictsOf returns a line for each submission: its verdicts in the order of the cases, and the number of deadlocks
// among them.
func verdictsOf(v verification) string {
	var lines strings.Builder
	for _, s := range v.submissions {
		fmt.Fprint(&lines, s.Submission, " ", s.Actual, " ", s.Case)
		for _, cell := range s.Cells {
			fmt.Fprint(&lines, " ", cell.Verdict)
		}
		fmt.Fprintf(&lines, ", %d stalemates\n", v.stalemates[s.Submission])
	}
	return lines.String()
}

// burden keeps all cores busy until the test ends.
func burden(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	var spinning sync.WaitGroup
	for range runtime.NumCPU() {
		spinning.Go(func() {
			for ctx.Err() == nil {
			}
		})
	}
	t.Cleanup(func() { stop(); spinning.Wait() })
}
