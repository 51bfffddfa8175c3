package icpc

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

// A complete package without a fault, for each of the two families of versions. Tests lay files over it.
const (
	complete2025 = `
-- problem.yaml --
problem_format_version: 2025-09
name: Nim
uuid: 8152979a-4dcf-4a9e-9de8-a5078d3c24bd
-- statement/problem.en.md --
Who wins?
-- data/sample/1.in --
1
-- data/sample/1.ans --
1
-- data/secret/1.in --
1
-- data/secret/1.ans --
1
-- input_validators/validate.py --
-- submissions/accepted/nim.py --
`
	completeLegacy = `
-- problem.yaml --
name: Nim
-- problem_statement/problem.tex --
\problemname{Nim}
-- data/sample/1.in --
1
-- data/sample/1.ans --
1
-- data/secret/1.in --
1
-- data/secret/1.ans --
1
-- input_validators/validate.py --
-- submissions/accepted/nim.py --
`
)

// write lays txtar archives over each other in a new directory called nim. An empty file whose name ends in "!" removes
// the file or directory of that name.
func write(t testing.TB, archives ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "nim")
	for _, archive := range archives {
		for _, file := range txtar.Parse([]byte(archive)).Files {
			name := filepath.Join(dir, filepath.FromSlash(file.Name))
			if gone, found := strings.CutSuffix(name, "!"); found {
				if err := os.RemoveAll(gone); err != nil {
					t.Fatal(err)
				}
				continue
			}
			suite.Write(t, name, string(file.Data))
		}
	}
	return dir
}

// load writes and loads a package.
func load(t testing.TB, archives ...string) (*problem.Problem, problem.Diagnostics) {
	t.Helper()
	p, faults := Load(write(t, archives...))
	if p == nil {
		t.Fatalf("no problem: %v", faults)
	}
	return p, faults
}

// loadClean loads a package that must have no fault at all.
func loadClean(t testing.TB, archives ...string) *problem.Problem {
	t.Helper()
	p, faults := load(t, archives...)
	for _, fault := range faults {
		t.Errorf("unexpected %s: %s", fault.Level, fault)
	}
	return p
}

// line returns what a line of the tables below says of a diagnostic: its level, place and message.
func line(d problem.Diagnostic) string {
	level := string(d.Level)
	if d.Practice {
		level = "lack"
	}
	return level + " " + d.String()
}

// wantFaults checks that exactly the faults occur that begin as wanted, in any order, each with a remedy.
func wantFaults(t *testing.T, faults problem.Diagnostics, want ...string) {
	t.Helper()
	for _, fault := range faults {
		found := false
		for i, prefix := range want {
			if strings.HasPrefix(line(fault), prefix) {
				want[i], found = "\x00", true
				break
			}
		}
		if !found {
			t.Errorf("unexpected fault: %s", line(fault))
		}
		if fault.Help == "" {
			t.Errorf("no remedy: %s", line(fault))
		}
	}
	for _, prefix := range want {
		if prefix != "\x00" {
			t.Errorf("missing fault: %s\ngot %v", prefix, faults)
		}
	}
}

// yaml2025 wraps a problem.yaml as an archive, after the keys that 2025-09 demands.
func yaml2025(keys string) string {
	return "-- problem.yaml --\n# The keys that are mandatory.\nproblem_format_version: 2025-09\nname: Nim\nuuid: 8152979a-4dcf-4a9e-9de8-a5078d3c24bd\n" + keys
}

func yamlLegacy(keys string) string { return "-- problem.yaml --\nname: Nim\n" + keys }

// file wraps one file as an archive.
func file(name, content string) string { return "-- " + name + " --\n" + content }

func skipOnWindows(t *testing.T) {
	t.Helper()
	if filepath.Separator == '\\' {
		t.Skip("symbolic links need privileges on Windows")
	}
}

func symlink(t *testing.T, target, dir, name string) {
	t.Helper()
	full := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, full); err != nil {
		t.Fatal(err)
	}
}

// Each directory is found from the top again, so a package of a thousand in each other would be read for minutes.
func TestDeepFoldersAreNotRead(t *testing.T) {
	dir := t.TempDir()
	deepest := path.Join("data/secret", strings.Repeat("deep/", problem.MaxDepth-2))
	if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(deepest)), 0o755); err != nil {
		t.Fatal(err)
	}
	if p, faults := Load(dir); p == nil {
		t.Errorf("%d directories in each other: %v", problem.MaxDepth, faults)
	}
	if err := os.Mkdir(filepath.Join(dir, filepath.FromSlash(deepest), "deep"), 0o755); err != nil {
		t.Fatal(err)
	}
	p, faults := Load(dir)
	if p != nil {
		t.Error("one directory more: the package was read")
	}
	fatal := faults.Fatal(true)
	if len(fatal) != 1 || !strings.Contains(fatal[0].String(), "more than 40 directories lie in each other") || !strings.HasSuffix(fatal[0].File, "…") {
		t.Errorf("got %v", fatal)
	}
}
