package library_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/icpc"
	"grundy/tests/suite"
)

var (
	huntTime  = flag.Duration("hunt-time", 10*time.Second, "how long each survivor meets generated inputs")
	huntParts = flag.Int("hunt-parts", 2, "of the secret cases, one in so many is left")
)

// wonBackShare is the share of mutants that the search must kill again, among those that survive half of the cases.
const wonBackShare = 0.9

// TestHunt removes half of the secret cases of each package, with the rules that made them, and runs grundy mutate
// --kill on the mutants that survive then although the whole package kills them.
func TestHunt(t *testing.T) {
	grundy := grundyProgram(t)
	isolate(t)
	lost, won := 0, 0
	for _, dir := range hunted(t) {
		problem := filepath.Base(dir)
		t.Run(problem, func(t *testing.T) {
			suite.NeedsCampaign(t, "takes half of the cases away and searches for inputs that kill the mutants which survive then")
			whole := filepath.Join(t.TempDir(), problem)
			if err := os.CopyFS(whole, os.DirFS(dir)); err != nil {
				t.Fatal(err)
			}
			if done := grundy.run(t, "", "generate", whole); done.exit != 0 {
				t.Fatal(done)
			}
			all, _ := mutants(t, grundy, whole)
			part := filepath.Join(t.TempDir(), problem)
			if err := os.CopyFS(part, os.DirFS(whole)); err != nil {
				t.Fatal(err)
			}
			leaveOneIn(t, grundy, part, *huntParts)
			left, killed := mutants(t, grundy, part, "--kill", "--kill-time", huntTime.String())
			for id, outcome := range all {
				if outcome != "killed" || left[id] != "survived" {
					continue
				}
				lost++
				if killed[id] == "killed" {
					won++
				} else {
					t.Logf("mutant %s is not won back", id)
				}
			}
			t.Logf("%d of %d won back until now", won, lost)
		})
	}
	if share := float64(won) / float64(max(lost, 1)); suite.IsCampaign() && lost > 0 && share < wonBackShare {
		t.Errorf("%d of %d mutants are won back, which is %.1f %%, want %.0f %%", won, lost, 100*share, 100*wonBackShare)
	}
}

// hunted are the packages of the library that are not interactive, and two others.
func hunted(t *testing.T) []string {
	t.Helper()
	var dirs []string
	for _, problem := range packages(t) {
		if !isDialogue(t, problem) {
			dirs = append(dirs, filepath.Join(root, "problems", problem))
		}
	}
	return append(dirs, filepath.Join("testdata", "hunt", "rise"), filepath.Join("testdata", "hunt", "cover"))
}

// mutants returns the results of the mutants of a package's model, and of those for which --kill searched.
func mutants(t *testing.T, grundy program, dir string, options ...string) (judged, hunted map[string]string) {
	t.Helper()
	done := grundy.run(t, "", slices.Concat([]string{"mutate", "--format", "json"}, options, []string{dir})...)
	if done.exit > 1 {
		t.Fatal(done)
	}
	judged, hunted = map[string]string{}, map[string]string{}
	for _, e := range events(t, done.stdout) {
		switch e.Event {
		case "mutant":
			judged[e.Mutant] = e.Outcome
		case "kill_search_result":
			hunted[e.Mutant] = e.Outcome
		}
	}
	return judged, hunted
}

// leaveOneIn keeps one in this many of the secret cases of a package, in the order of their names, and removes the
// others with their rules. It keeps cases whose rule makes several.
func leaveOneIn(t *testing.T, grundy program, dir string, parts int) {
	t.Helper()
	p, faults := icpc.Load(dir)
	if p == nil {
		t.Fatal(faults)
	}
	rules, _ := generators.Read(p)
	made := map[int]int{} // by one rule, by its line
	for _, c := range rules.Cases {
		made[c.Line]++
	}
	args := []string{"rm", "--keep-numbers", dir}
	seen := 0
	for _, tc := range p.Data.AllCases() {
		if tc.Sample {
			continue
		}
		rule := rules.Case(tc.Name)
		if together := rule != nil && made[rule.Line] > 1; together {
			continue // rm does not remove a part of a rule's cases
		}
		if seen++; seen%parts != 1 {
			args = append(args, tc.Name)
		}
	}
	if done := grundy.run(t, "", args...); done.exit != 0 {
		t.Fatal(done)
	}
}
