package killmutants_test

import (
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/author/edit"
	"grundy/internal/author/killmutants"
	"grundy/internal/author/mutate"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/job/jobtest"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/icpc"
	"grundy/tests/suite"
)

const numberPackage = `
-- problem.yaml --
problem_format_version: 2025-09
name: Number
uuid: 5c1b7f3e-88a3-4f0e-9c6f-5d8c8f1e2a18
-- input_validators/number.py --
raise SystemExit(42)
-- generators/number.py --
print(1)
-- generators/generators.yaml --
search: ["number.py {seed}"]
data: {sample: {}, secret: {}}
-- data/secret/1.in --
30
-- data/secret/1.ans --
30
`

// The original, whose mutants differ from it in numbers.
const original = "package main\n\nfunc f(x int) bool { return x < 7 && x < 90000 }\n"

// searchAll looks for inputs that kill the mutants which write <= instead of <. They are the first number, which fails on 7, and the
// second one, which fails on numbers from far on.
func searchAll(t *testing.T, far int, options killmutants.Options) (killed []string, done event.KillSearchDone, err error) {
	t.Helper()
	p, _ := icpc.Load(suite.Unpack(t, filepath.Join(t.TempDir(), "number"), numberPackage))
	client := job.Client{Executor: jobtest.Programs{
		Verdict: func(solution, input string) verdict.Verdict {
			x, err := strconv.Atoi(strings.TrimSpace(input))
			if err != nil || strings.Contains(solution, "<= 7") && x == 7 || strings.Contains(solution, "<= 90000") && x >= far {
				return verdict.WA
			}
			return verdict.AC
		},
		Valid: func(input string) bool {
			x, err := strconv.Atoi(strings.TrimSuffix(input, "\n"))
			return err == nil && (x > 0 && x <= 60 || x >= 1000 && x <= 100000)
		},
		Generated: func(args []string) string { return args[0] + "\n" },
		Seeded:    func(seed event.Seed) string { return strconv.Itoa(int(seed)) + "\n" },
	}}
	solution := mutate.Solution{Problem: p, Name: "accepted/f.go", Source: language.Source{Files: []language.File{{Name: "f.go", Data: []byte(original)}}}}
	all, err := mutate.Mutants(solution.Source, "go")
	if err != nil {
		t.Fatal(err)
	}
	var survivors []killmutants.Survivor
	for _, mutant := range all {
		if text := string(mutant.Source().Files[0].Data); mutant.Operator == "boundary" && (strings.Contains(text, "<= 7") || strings.Contains(text, "<= 90000")) {
			survivors = append(survivors, killmutants.Survivor{Mutant: mutant, Result: event.MutantResult{Mutant: mutant.Mutant, Place: solution.Name}})
		}
	}
	if len(survivors) != 2 {
		t.Fatalf("there are %d mutants", len(survivors))
	}
	options.Folder = t.TempDir()
	done, err = killmutants.Run(t.Context(), client, solution, survivors, options, func(e event.Event) {
		if told, ok := e.(event.KillSearchResult); ok && told.Result.Outcome == event.Killed {
			killed = append(killed, told.Result.Mutant.ID)
		}
	})
	return killed, done, err
}

// TestRun checks where inputs that kill are found, that one input counts for all mutants it kills, and what stays unkilled.
func TestRun(t *testing.T) {
	for _, test := range []struct {
		name   string
		far    int
		killed int
		inputs int
	}{
		{"small inputs", 40, 2, 2},
		{"one input for both", 7, 2, 1},
		{"the seeds of a search", 1500, 2, 2},
		{"beyond all inputs", 200_000, 1, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			killed, done, err := searchAll(t, test.far, killmutants.Options{Time: time.Second})
			if err != nil || len(killed) != test.killed || done.Killed != test.killed || done.Inputs != test.inputs || done.Covered != 0 || done.Survivors != 2 {
				t.Errorf("killed %q, %+v, %v", killed, done, err)
			}
		})
	}
}

// TestAdd checks that inputs become cases, that a refusal does not stop the search, and that another error does.
func TestAdd(t *testing.T) {
	var inputs []string
	_, done, err := searchAll(t, 40, killmutants.Options{Time: time.Second, Add: func(_ context.Context, found killmutants.Found) (event.Added, error) {
		inputs = append(inputs, string(found.Input))
		if len(inputs) == 1 {
			return event.Added{}, &edit.Refusal{Message: "there is such a case"}
		}
		return event.Added{Case: "secret/2"}, nil
	}})
	if err != nil || done.Added != 1 || done.Covered != 1 || done.Killed != 2 {
		t.Errorf("%+v, %v", done, err)
	}
	if diff := cmp.Diff([]string{"7\n", "40\n"}, inputs); diff != "" {
		t.Errorf("inputs (-want +got):\n%s", diff)
	}
	failed := errors.New("no room")
	if _, _, err := searchAll(t, 40, killmutants.Options{Time: time.Second, Add: func(context.Context, killmutants.Found) (event.Added, error) {
		return event.Added{}, failed
	}}); !errors.Is(err, failed) {
		t.Errorf("the error is %v", err)
	}
}
