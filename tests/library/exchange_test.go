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
)

// ofEachKind are packages with the built-in comparison, with a checker, and with interactors, and through each judge's
// format the first.
var ofEachKind = []string{"nim", "nimduel", "wallgamebuild", "mousetrapduel", "spidershack"}

// TestExchange exports packages for other judges, imports them again, and judges both: the verdicts must be the same on
// every case. Their Go programs must build by themselves. In full (GRUNDY_EXCHANGE=full) it judges all submissions of all
// packages through all judges' formats and makes all data anew; otherwise an accepted one and a wrong one of some packages,
// each through one format.
func TestExchange(t *testing.T) {
	if testing.Short() {
		t.Skip("judges every package several times")
	}
	full := os.Getenv("GRUNDY_EXCHANGE") == "full"
	grundy := goProgram(t, "main.go")
	isolate(t)
	all := []string{"icpc", "legacy", "domjudge"}
	exchanged := ofEachKind
	if full {
		exchanged = packages(t)
	}
	for i, problem := range exchanged {
		t.Run(problem, func(t *testing.T) {
			original := filepath.Join(root, "problems", problem)
			submissions := someSubmissions(t, original)
			targets := all[i%len(all):][:1]
			if full {
				submissions, targets = nil, all
			}
			want := verdicts(t, grundy, original, submissions)
			for _, target := range targets {
				imported := exchange(t, grundy, original, target)
				if diff := cmp.Diff(want, verdicts(t, grundy, imported, submissions)); diff != "" {
					t.Errorf("verdicts through %s differ (-original +imported):\n%s", target, diff)
				}
				buildsAlone(t, imported)
				if full && target == "icpc" {
					if done := grundy.run(t, "", "generate", "--check", imported); done.exit != 0 {
						t.Errorf("the data is not made again: %s", done)
					}
				}
			}
		})
	}
}

// exchange gives a package that was exported and imported again.
func exchange(t *testing.T, grundy program, original, target string) string {
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

// someSubmissions are an accepted submission and a wrong one, in Go where there is one: its programs start fast.
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

// verdicts judges submissions of a package, all of them when none are named, and gives the verdict on each case.
func verdicts(t *testing.T, grundy program, dir string, submissions []string) map[string]string {
	t.Helper()
	args := []string{"test", "--format", "json", "--problem", dir}
	if submissions == nil {
		submissions = allSubmissions(t, dir)
	}
	for _, name := range submissions {
		args = append(args, filepath.Join(dir, name))
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

// buildsAlone demands that every Go program of a package that is no submission builds outside of any module, offline.
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
		build := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(t.TempDir(), "program"), filepath.Base(name))
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
