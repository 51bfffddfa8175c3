package library_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/tests/suite"
)

// ofEachFamily are packages that represent all in make test: a cheap one of each family of games, and some with a
// checker or an interactor.
var ofEachFamily = []string{
	"nim", "mousetrapedge", "knights", "compounddag", "spiderspath", "wallgamebuild", "nimduel",
}

// needsAll skips the test of a package that another one represents in make test.
func needsAll(t *testing.T, problem string) {
	t.Helper()
	if !slices.Contains(ofEachFamily, problem) {
		suite.NeedsAll(t, "judges all packages, not some of each family of games")
	}
}

// TestGenerators generates the data of problems by their generators.yaml, and compares it with the shipped files byte
// by byte. It works on copies of the packages, since generate writes. Other tests then use the generated cases that
// do not ship.
func TestGenerators(t *testing.T) {
	grundy := grundyProgram(t)
	dir := t.TempDir()
	args := []string{"generate", "--verbose"}
	problems := packages(t)
	if !suite.IsAll() {
		problems = ofEachFamily
	}
	for _, problem := range problems {
		copied := filepath.Join(dir, problem)
		if err := os.CopyFS(copied, os.DirFS(filepath.Join(root, "problems", problem))); err != nil {
			t.Fatal(err)
		}
		args = append(args, copied)
	}
	done := grundy.run(t, "", append(args, "--format", "json")...)
	if done.exit != 0 {
		t.Errorf("exit code %d, want 0\n%s", done.exit, done.stderr)
	}
	generated := 0
	for _, e := range events(t, done.stdout) {
		switch e.Event {
		case "generated":
			if !e.OK {
				t.Errorf("cannot be made: %s", e.line)
			}
		case "filled":
			generated++
			if len(e.Changes) > 0 {
				t.Errorf("other files than those that ship: %s", e.line)
			}
			hashes := filepath.Join(e.Problem, "generators", "generated.sha256")
			if want, got := readFile(t, filepath.Join(root, "problems", hashes)), readFile(t, filepath.Join(dir, hashes)); got != want {
				t.Errorf("%s: other hashes (-want +got):\n%s", e.Problem, cmp.Diff(want, got))
			}
		}
	}
	if want := len(problems); generated != want {
		t.Errorf("%d packages were generated, want %d", generated, want)
	}
}

// packages are the IDs of the problems that ship.
func packages(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "problems", "*", "problem.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no problems: %v", err)
	}
	var ids []string
	for _, file := range files {
		ids = append(ids, filepath.Base(filepath.Dir(file)))
	}
	return ids
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestEqualGenerators checks that the packages about spiders on paths draw them alike: each has a copy of the code,
// since packages are self-contained.
func TestEqualGenerators(t *testing.T) {
	read := func(problem string) string {
		return readFile(t, filepath.Join(root, "problems", problem, "generators", "paths.go"))
	}
	want := read("spiderspath")
	for _, problem := range []string{"spidersonegap", "spidersrunners"} {
		if diff := cmp.Diff(want, read(problem)); diff != "" {
			t.Errorf("%s draws paths otherwise than spiderspath (-want +got):\n%s", problem, diff)
		}
	}
}
