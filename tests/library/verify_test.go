package library_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPackages judges all that ships with the program itself: every package does what its author says, and every worked
// solution is accepted. Submissions are judged up to the first test that they fail, in full (GRUNDY_LIBRARY=full) on all
// tests. What lacks a toolchain is skipped by the program; docs/events.md describes what it writes.
func TestPackages(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes")
	}
	grundy := goProgram(t, ".")
	isolate(t)
	for _, problem := range packages(t) {
		t.Run("verify/"+problem, func(t *testing.T) {
			verify(t, grundy, problem)
		})
	}
	t.Run("solutions", func(t *testing.T) {
		testSolutions(t, grundy)
	})
}

// isolate lets no test read or write what belongs to the person who runs it. What is compiled is shared by all tests.
func isolate(t *testing.T) {
	t.Helper()
	home, err := os.UserHomeDir()
	// Rust's tools look for themselves in the home folder.
	if err == nil && os.Getenv("RUSTUP_HOME") == "" {
		t.Setenv("RUSTUP_HOME", filepath.Join(home, ".rustup"))
	}
	t.Setenv("HOME", t.TempDir())
}

// event holds the fields that matter here, of all kinds of events.
type event struct {
	Event       string
	Problem     string
	Submission  string
	Verdict     string
	OK          bool
	Skipped     any // true for a submission, but a number for a whole package
	Interrupted bool
	Unmet       int
	Warnings    int
	Reason      string

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

func verify(t *testing.T, grundy program, problem string) {
	args := []string{"verify", "--format", "json", filepath.Join(root, "problems", problem)}
	if os.Getenv("GRUNDY_LIBRARY") != "full" {
		args = append(args, "--stop")
	}
	done := grundy.run(t, "", args...)
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
			if !e.OK || e.Interrupted || e.Unmet != 0 || e.Warnings != 0 || e.Problem != problem {
				t.Errorf("not verified: %s", e.line)
			}
		}
	}
	if verified != 1 || judged == 0 {
		t.Errorf("%d submissions judged, want some; %d packages verified, want 1", judged, verified)
	}
}

// testSolutions judges a copy of the folder where a person practises.
func testSolutions(t *testing.T, grundy program) {
	dir := t.TempDir()
	for _, folder := range []string{"problems", "solutions"} {
		if err := os.CopyFS(filepath.Join(dir, folder), os.DirFS(filepath.Join(root, folder))); err != nil {
			t.Fatal(err)
		}
	}
	want := 0
	err := filepath.WalkDir(filepath.Join(dir, "solutions"), func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			want++
		}
		return err
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
