package library_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/tests/suite"
)

// ofEachKind are packages with the built-in comparison, with a checker, and with interactors. The first goes through
// each judge's format.
var ofEachKind = []string{"nim", "nimduel", "wallgamebuild", "mousetrapduel", "spidershack"}

// targets are the judges' formats that packages are exported to and imported from.
var targets = []string{"icpc", "legacy", "domjudge"}

// TestExchange exports packages for other judges, imports them again, and judges both: the verdicts must be the same
// on every case. Their Go programs must build on their own.
func TestExchange(t *testing.T) {
	grundy := grundyProgram(t)
	isolate(t)
	for i, problem := range ofEachKind {
		t.Run(problem, func(t *testing.T) {
			suite.NeedsAll(t, "exports, imports and judges packages of each kind")
			original := filepath.Join(root, "problems", problem)
			testExchange(t, grundy, original, someSubmissions(t, original), targets[i%len(targets)])
		})
	}
	for _, problem := range packages(t) {
		t.Run("everything/"+problem, func(t *testing.T) {
			suite.NeedsCampaign(t, "exchanges all packages through all formats, with all submissions")
			original := filepath.Join(root, "problems", problem)
			imported := testExchange(t, grundy, original, allSubmissions(t, original), targets...)
			// An exported package ships all cases; generating leaves out the large ones again and records the hashes
			// of all.
			if done := grundy.run(t, "", "generate", imported["icpc"]); done.exit != 0 {
				t.Errorf("the data is not made again: %s", done)
			}
			// Cases that were written by hand have rules now.
			again := strings.Split(hashes(t, imported["icpc"]), "\n")
			for line := range strings.Lines(hashes(t, original)) {
				if !slices.Contains(again, strings.TrimSuffix(line, "\n")) {
					t.Errorf("other data is made again: %s is missing", line)
				}
			}
		})
	}
}

// testExchange judges submissions on a package and on its exports to the targets.
func testExchange(t *testing.T, grundy program, original string, submissions []string, targets ...string) (imported map[string]string) {
	t.Helper()
	want := verdicts(t, grundy, original, original, submissions)
	imported = map[string]string{}
	for _, target := range targets {
		dir := exchanged(t, grundy, original, target)
		if diff := cmp.Diff(want, verdicts(t, grundy, dir, original, submissions)); diff != "" {
			t.Errorf("verdicts through %s differ (-original +imported):\n%s", target, diff)
		}
		buildsAlone(t, dir)
		imported[target] = dir
	}
	return imported
}

// exchanged exports a package, imports it again, and returns the result.
func exchanged(t *testing.T, grundy program, original, target string) string {
	t.Helper()
	dir := t.TempDir()
	archive := filepath.Join(dir, filepath.Base(original)+".zip")
	if done := grundy.run(t, "", "export", "--to", target, "-o", archive, original); done.exit != 0 {
		t.Fatalf("export: %s", done)
	}
	imported := filepath.Join(dir, filepath.Base(original))
	if done := grundy.run(t, "", "import", "-o", imported, archive); done.exit != 0 {
		t.Fatalf("import: %s", done)
	}
	return imported
}

// someSubmissions are an accepted submission and a wrong one, preferably in Go, whose programs start fast.
func someSubmissions(t *testing.T, dir string) []string {
	t.Helper()
	var chosen []string
	for _, folder := range []string{"accepted", "wrong_answer"} {
		found, err := filepath.Glob(filepath.Join(dir, "submissions", folder, "*"))
		if err != nil || len(found) == 0 {
			t.Fatalf("no submissions/%s: %v", folder, err)
		}
		i := max(0, slices.IndexFunc(found, func(name string) bool { return filepath.Ext(name) == ".go" }))
		chosen = append(chosen, filepath.Join("submissions", folder, filepath.Base(found[i])))
	}
	return chosen
}

// verdicts judges submissions of the original on a package, which may keep them elsewhere, and returns the verdict on
// each case.
func verdicts(t *testing.T, grundy program, dir, original string, submissions []string) map[string]string {
	t.Helper()
	args := []string{"test", "--format", "json", "--problem", dir}
	for _, name := range submissions {
		args = append(args, filepath.Join(original, name))
	}
	done := grundy.run(t, "", args...)
	matrix := map[string]string{}
	for line := range strings.Lines(done.stdout) {
		var e struct{ Event, Submission, Test, Verdict string }
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("no event: %v: %s", err, line)
		}
		if e.Event != "test" {
			continue
		}
		_, name, _ := strings.Cut(filepath.ToSlash(e.Submission), "submissions/")
		matrix[name+" on "+e.Test] = e.Verdict
	}
	if len(matrix) == 0 {
		t.Fatalf("nothing was judged: %s", done)
	}
	return matrix
}

func allSubmissions(t *testing.T, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "submissions", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range found {
		if found[i], err = filepath.Rel(dir, found[i]); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// hashes are the hashes of a package's generated data.
func hashes(t *testing.T, dir string) string {
	t.Helper()
	record, err := os.ReadFile(filepath.Join(dir, "generators", "generated.sha256"))
	if err != nil {
		t.Fatal(err)
	}
	return string(record)
}

// buildsAlone checks that every Go program of a package, except submissions, builds outside of any module, offline.
func buildsAlone(t *testing.T, dir string) {
	t.Helper()
	built := 0
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.Name() == "submissions":
			return filepath.SkipDir
		case filepath.Ext(name) != ".go":
			return nil
		}
		built++
		build := exec.CommandContext(t.Context(), "go", "build", "-ldflags=-s -w", "-o", filepath.Join(t.TempDir(), "program"), filepath.Base(name))
		build.Dir = filepath.Dir(name)
		build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOPROXY=off", "GOFLAGS=", "GOWORK=off")
		if out, err := build.CombinedOutput(); err != nil {
			t.Errorf("%s does not build by itself: %v\n%s", name, err, out)
		}
		return nil
	})
	if err != nil || built == 0 {
		t.Errorf("%d Go programs, %v", built, err)
	}
}
