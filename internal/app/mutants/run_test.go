package mutants_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grundy/internal/app/mutants"
	"grundy/internal/author/mutate"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/job/jobtest"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/internal/store/workspace/workspacetest"
	"grundy/tests/suite"
)

// The solution tells numbers below 10 from others. Its case does not tell 10 from 9 or 11.
const smallPackage = `
-- problem.yaml --
problem_format_version: 2025-09
name: Small
uuid: 5c1b7f3e-88a3-4f0e-9c6f-5d8c8f1e2a16
-- data/secret/1.in --
3
-- data/secret/1.ans --
small
-- input_validators/number.py --
raise SystemExit(42)
-- generators/generators.yaml --
search: ["number.py {seed}"]
data: {sample: {}, secret: {}}
-- generators/number.py --
import sys
print(sys.argv[1])
-- submissions/accepted/small.go --
package main

func small(x int) bool { return x < 10 }
`

// bench is a package whose solution is to be mutated.
type bench struct {
	place  *workspace.Workspace
	client job.Client
	dir    string // of the package
	home   string
}

// newBench makes a package. Mutants that write <= fail on 10.
func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{dir: suite.Unpack(t, filepath.Join(t.TempDir(), "small"), smallPackage)}
	b.place, b.home = workspacetest.Open(t)
	b.client = job.Client{Executor: jobtest.Programs{
		Verdict: func(solution, input string) verdict.Verdict {
			if strings.Contains(solution, "<= 10") && strings.TrimSpace(input) == "10" {
				return verdict.WA
			}
			return verdict.AC
		},
		Valid:     func(input string) bool { return len(input) < 4 }, // few, since each becomes a file
		Generated: func(args []string) string { return args[0] + "\n" },
		Seeded:    func(event.Seed) string { return "1\n" },
	}}
	return b
}

// run judges the mutants that change < to <=.
func (b *bench) run(t *testing.T, ctx context.Context, options mutants.Options) (mutants.Result, []event.Event, error) {
	t.Helper()
	var err error
	if options.Solutions, err = mutate.Find(t.Context(), b.place, b.dir, nil); err != nil {
		t.Fatal(err)
	}
	options.Choice.Operators = []event.Operator{"boundary"}
	options.Complete = func(context.Context, *problem.Problem) error { return nil }
	if options.KillCommand == nil {
		options.KillCommand = func(mutate.Solution, string) string { return "" }
	}
	var events []event.Event
	result, err := mutants.Run(ctx, b.place, b.client, options, func(e event.Event) { events = append(events, e) })
	return result, events, err
}

// TestSurvivors checks that the sources of survivors are kept, and that events offer the command that searches for an input.
func TestSurvivors(t *testing.T) {
	for _, named := range []bool{false, true} {
		b := newBench(t)
		var dir string
		if named {
			dir = t.TempDir()
		}
		var kept []string
		result, _, err := b.run(t, t.Context(), mutants.Options{Dir: dir, KillCommand: func(_ mutate.Solution, path string) string {
			kept = append(kept, path)
			return "search"
		}})
		if err != nil || result != mutants.Surviving || len(kept) != 1 {
			t.Fatalf("result %v, %v, kept %q", result, err, kept)
		}
		if source, err := os.ReadFile(kept[0]); err != nil || !strings.Contains(string(source), "x <= 10") {
			t.Errorf("kept %q, %v", source, err)
		}
		if above := filepath.Dir(kept[0]); named && above != dir || !named && !strings.HasPrefix(above, b.home) {
			t.Errorf("kept in %s", above)
		}
	}
}

// TestKill checks that an input which kills a survivor is found, and that the mutant counts as surviving until it is a test case.
func TestKill(t *testing.T) {
	b := newBench(t)
	result, events, err := b.run(t, t.Context(), mutants.Options{KillTime: time.Minute})
	if err != nil || result != mutants.Surviving {
		t.Errorf("result %v, %v", result, err)
	}
	var done event.KillSearchDone
	for _, e := range events {
		if conclusion, ok := e.(event.KillSearchDone); ok {
			done = conclusion
		}
	}
	if done.Killed != 1 || done.Inputs != 1 || done.Covered != 0 {
		t.Errorf("without a new case: %+v", done)
	}
}

// TestOptionErrors checks that options which cannot be fulfilled are the user's faults.
func TestOptionErrors(t *testing.T) {
	b := newBench(t)
	file := suite.Write(t, filepath.Join(t.TempDir(), "file"), "")
	suite.Write(t, filepath.Join(b.dir, "generators", "generators.yaml"), "data: 7\n")
	for name, options := range map[string]mutants.Options{
		"keep the survivors": {Dir: filepath.Join(file, "below")}, "--add": {Add: true, KillTime: time.Second},
	} {
		_, _, err := b.run(t, t.Context(), options)
		var option *mutants.OptionError
		if !errors.As(err, &option) || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("want %q, the error is %v", name, err)
		}
	}
}

// TestInterrupted checks that no solution follows the one during which the user ended the work.
func TestInterrupted(t *testing.T) {
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	result, _, err := b.run(t, ctx, mutants.Options{KillCommand: func(mutate.Solution, string) string {
		cancel()
		return ""
	}})
	if err != nil || result != mutants.Interrupted {
		t.Errorf("result %v, %v", result, err)
	}
}
