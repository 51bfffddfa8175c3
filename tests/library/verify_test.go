package library_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

// TestPackages judges what ships with the program itself: every package does what its author says, and every worked
// solution is accepted. What lacks a toolchain is skipped by the program; docs/events.md describes what it writes.
func TestPackages(t *testing.T) {
	grundy := grundyProgram(t)
	isolate(t)
	for _, problem := range packages(t) {
		dir := filepath.Join(root, "problems", problem)
		if !suite.IsAll() {
			t.Run("verify/"+problem, func(t *testing.T) {
				needsAll(t, problem)
				verify(t, grundy, withSomeSubmissions(t, dir), "--stop")
			})
		}
		if !suite.IsCampaign() {
			t.Run("verify all submissions/"+problem, func(t *testing.T) {
				suite.NeedsTurn(t, 3, "verifies packages with all submissions, not an accepted and a wrong one")
				verify(t, grundy, dir, "--stop")
			})
		}
		t.Run("verify all submissions on all cases/"+problem, func(t *testing.T) {
			suite.NeedsCampaign(t, "verifies packages beyond the first case that each submission fails")
			verify(t, grundy, dir)
		})
	}
	// In Go there is one to each problem, and to nim there is one in each language.
	fast := func(name string) bool {
		language := filepath.Ext(name)
		return language == ".go" || filepath.Base(filepath.Dir(name)) == "nim" && language != ".java"
	}
	t.Run("solutions", func(t *testing.T) { testSolutions(t, grundy, fast) })
	t.Run("further solutions", func(t *testing.T) {
		suite.NeedsAll(t, "judges worked solutions to one problem in more than one language, and in Java, which starts slowly")
		testSolutions(t, grundy, func(name string) bool { return !fast(name) })
	})
}

// withSomeSubmissions is a copy of a package with an accepted submission and a wrong one.
func withSomeSubmissions(t *testing.T, dir string) string {
	t.Helper()
	some := someSubmissions(t, dir)
	copied := filepath.Join(t.TempDir(), filepath.Base(dir))
	if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	for _, name := range allSubmissions(t, copied) {
		if !slices.Contains(some, name) {
			if err := os.RemoveAll(filepath.Join(copied, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	keepSettings(t, copied, some)
	return copied
}

// keepSettings keeps the entries of submissions.yaml for submissions that are there: verify warns of others.
func keepSettings(t *testing.T, dir string, submissions []string) {
	t.Helper()
	name := filepath.Join(dir, "submissions", "submissions.yaml")
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	var kept strings.Builder
	isKept := true
	for line := range strings.Lines(string(text)) {
		if key, _, isKey := strings.Cut(line, ":"); isKey && !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "#") {
			isKept = slices.ContainsFunc(submissions, func(path string) bool {
				below := strings.TrimPrefix(filepath.ToSlash(path), "submissions/")
				return problem.Match(key, below) || strings.HasPrefix(below, key+"/")
			})
		}
		if isKept {
			kept.WriteString(line)
		}
	}
	if err := os.WriteFile(name, []byte(kept.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// isolate lets no test read or write what belongs to the person who runs it. What is compiled is shared by all tests.
func isolate(t *testing.T) {
	t.Helper()
	home, err := os.UserHomeDir()
	// Rust's tools look for themselves in the home folder.
	if err == nil && os.Getenv("RUSTUP_HOME") == "" {
		t.Setenv("RUSTUP_HOME", filepath.Join(home, ".rustup"))
	}
	// Without its cache the go command would compile the standard library again.
	out, err := exec.CommandContext(t.Context(), "go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatalf("go env: %v", err)
	}
	t.Setenv("GOCACHE", strings.TrimSpace(string(out)))
	t.Setenv("HOME", t.TempDir())
}

// event holds the fields that matter here, of all kinds of events.
type event struct {
	Event           string
	Problem         string
	Mutant, Outcome string // the JSON names are the same but for case
	Submission      string
	Verdict         string
	OK              bool
	Skipped         any // true for a submission, but a number for a whole package
	Interrupted     bool
	Unmet           int
	Warnings        int
	Reason          string
	Seed            int
	Call            string
	Changes         []json.RawMessage
	ToBytes         int     `json:"to_bytes"`
	WallSeconds     float64 `json:"wall_seconds"`
	Function        string
	Measure         string
	Ties            []string

	line string
}

// events are those that a run of the program wrote.
func events(t *testing.T, stdout string) []event {
	t.Helper()
	var events []event
	for line := range strings.Lines(stdout) {
		e := event{line: line}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("no event: %v: %s", err, line)
		}
		events = append(events, e)
	}
	return events
}

func verify(t *testing.T, grundy program, dir string, options ...string) {
	t.Helper()
	done := grundy.run(t, "", slices.Concat([]string{"verify", "--format", "json"}, options, []string{dir})...)
	if done.exit != 0 {
		t.Errorf("exit code %d, want 0\n%s", done.exit, done.stderr)
	}
	judged, verified := 0, 0
	for _, e := range events(t, done.stdout) {
		switch e.Event {
		case "data", "limit":
			if !e.OK {
				t.Errorf("not ok: %s", e.line)
			}
		case "submission":
			switch {
			case e.Skipped == true:
				t.Logf("%s is skipped: %s", e.Submission, e.Reason)
			case e.OK:
				judged++
			default:
				t.Errorf("%s does not do what is expected: %s", e.Submission, e.line)
			}
		case "verified":
			verified++
			if !e.OK || e.Interrupted || e.Unmet != 0 || e.Warnings != 0 || e.Problem != filepath.Base(dir) {
				t.Errorf("not verified: %s", e.line)
			}
		}
	}
	if verified != 1 || judged == 0 {
		t.Errorf("%d submissions judged, want some; %d packages verified, want 1", judged, verified)
	}
}

// testSolutions judges a copy of the folder where a person practises, with the chosen solutions.
func testSolutions(t *testing.T, grundy program, chosen func(name string) bool) {
	dir := t.TempDir()
	for _, folder := range []string{"problems", "solutions"} {
		if err := os.CopyFS(filepath.Join(dir, folder), os.DirFS(filepath.Join(root, folder))); err != nil {
			t.Fatal(err)
		}
	}
	want := 0
	err := filepath.WalkDir(filepath.Join(dir, "solutions"), func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || entry.IsDir():
			return err
		case !chosen(name):
			return os.Remove(name)
		}
		want++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}

	t.Chdir(dir)
	done := grundy.run(t, "", "test", "--problems", "problems", "--format", "json", "solutions")
	if done.exit != 0 {
		t.Errorf("exit code %d, want 0\n%s", done.exit, done.stderr)
	}
	finished, accepted := 0, 0
	for _, e := range events(t, done.stdout) {
		if e.Event != "done" {
			continue
		}
		finished++
		switch {
		case e.Skipped == true:
			t.Logf("%s is skipped: %s", e.Submission, e.Reason)
		case e.Verdict == "AC":
			accepted++
		default:
			t.Errorf("%s is not accepted: %s", e.Submission, e.line)
		}
	}
	if finished != want || accepted == 0 {
		t.Errorf("%d solutions of %d finished, %d accepted", finished, want, accepted)
	}
}
