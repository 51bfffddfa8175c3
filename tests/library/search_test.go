package library_test

import (
	"path/filepath"
	"strconv"
	"testing"

	"grundy/tests/suite"
)

// searched is how many seeds must find every wrong submission and must not fail an accepted one.
const searched = 500

// TestSearch searches by each package's own rules for inputs on which its wrong submissions fail. It must find all of
// them, and no input may make an accepted submission fail or an input validator reject it.
func TestSearch(t *testing.T) {
	grundy := grundyProgram(t)
	isolate(t)
	for _, problem := range packages(t) {
		t.Run(problem, func(t *testing.T) {
			if problem != "bash" {
				suite.NeedsCampaign(t, "searches for failures of all packages, not of one")
			}
			python(t) // the language of most submissions
			accepted, harmless := 0, searched
			if !suite.IsAll() {
				harmless = 25 // runs all seeds
			}
			for _, name := range allSubmissions(t, filepath.Join(root, "problems", problem)) {
				switch name, _ := filepath.Rel("submissions", name); filepath.Dir(name) {
				case "wrong_answer", "run_time_error":
					search(t, grundy, problem, name, searched, 1)
				case "accepted":
					if accepted++; accepted == 1 {
						search(t, grundy, problem, name, harmless, 0)
					}
				}
			}
		})
	}
}

// search tries a submission on the first count seeds and expects the exit code.
func search(t *testing.T, grundy program, problem, submission string, count, want int) {
	t.Helper()
	name := filepath.ToSlash(submission)
	done := grundy.run(t, "", "stress", "--problems", filepath.Join(root, "problems"), "--problem", problem, name,
		"--count", strconv.Itoa(count), "--no-shrink", "--format", "json")
	if done.exit != want {
		t.Errorf("%s: exit code %d, want %d\n%s", name, done.exit, want, done.stderr)
	}
	for _, e := range events(t, done.stdout) {
		if e.Event == "stressed" {
			t.Logf("%s: %s with seed %d: %s", name, e.Verdict, e.Seed, e.Call)
		}
	}
}
