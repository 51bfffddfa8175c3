package tests

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grundy/tests/suite"
	"grundy/tests/verifiers"
)

// examplesDir holds the example packages of the documentation, without their generated data.
const examplesDir = "../docs/example-packages"

// TestExamplePackages generates, verifies and exports the packages of the documentation, and gives them to other judges'
// verifiers.
func TestExamplePackages(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("the packages have programs in Python")
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(examplesDir)); err != nil {
		t.Fatal(err)
	}
	packages, err := os.ReadDir(dir)
	if err != nil || len(packages) < 3 {
		t.Fatalf("%s has %d packages (%v), want at least three", examplesDir, len(packages), err)
	}
	for _, entry := range packages {
		t.Run(entry.Name(), func(t *testing.T) {
			path := filepath.Join(dir, entry.Name())
			if usesTestlib(t, path) {
				suite.NeedsAll(t, "programs with the real testlib.h, each of which takes seconds to compile")
				ownTestlib(t)
			}
			succeeds(t, "generate", path)
			if out := succeeds(t, "verify", path); !strings.Contains(out, "no problems found, ") || strings.Contains(out, "warning") {
				t.Errorf("verify:\n%s", out)
			}
			otherVerifiers(t, path)
		})
	}
}

// TestNewPackages gives the packages of init to other judges' verifiers.
func TestNewPackages(t *testing.T) {
	for i, flags := range [][]string{
		{"--language", "python"},
		{"--language", "go", "--checker"},
		{"--language", "go", "--interactive"},
		{"--language", "go"},
		{"--language", "python", "--checker"},
		{"--language", "python", "--interactive"},
		{"--language", "python", "--scoring"},
		{"--language", "cpp"},
		{"--language", "cpp", "--checker"},
		{"--language", "cpp", "--interactive"},
		{"--language", "cpp", "--scoring"},
	} {
		t.Run(strings.Join(flags, " "), func(t *testing.T) {
			verifiers.BAPCtools(t)
			if i > 2 {
				suite.NeedsAll(t, "gives new packages of each kind to other verifiers, not one of each")
			}
			if slices.Contains(flags, "cpp") {
				ownTestlib(t)
			}
			path := filepath.Join(t.TempDir(), "fresh")
			command := exec.CommandContext(t.Context(), "grundy", append([]string{"init", "fresh"}, flags...)...)
			command.Dir = filepath.Dir(path)
			if out, err := command.CombinedOutput(); err != nil {
				t.Fatalf("init: %v\n%s", err, out)
			}
			otherVerifiers(t, path)
		})
	}
}

// otherVerifiers exports a package and gives it to bt and verifyproblem. bt must keep all cases as they are.
func otherVerifiers(t *testing.T, path string) {
	t.Helper()
	exported := func(t *testing.T, target string) string {
		t.Helper()
		archive := filepath.Join(t.TempDir(), filepath.Base(path)+".zip")
		succeeds(t, "export", "--to", target, "-o", archive, path)
		dir := strings.TrimSuffix(archive, ".zip")
		verifiers.Unzip(t, archive, dir)
		stubs := t.TempDir()
		verifiers.Compilers(t, stubs)
		t.Setenv("PATH", stubs+string(filepath.ListSeparator)+os.Getenv("PATH"))
		return dir
	}
	t.Run("bt", func(t *testing.T) {
		bt := verifiers.BAPCtools(t)
		dir := exported(t, "icpc")
		metadata, err := os.ReadFile(filepath.Join(dir, "problem.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(metadata), "scoring") {
			t.Skip("bt knows no scores")
		}
		before := caseFiles(t, dir)
		bt.Run(t, dir, "generate", "--no-bar", "--memory", "4096")
		after := caseFiles(t, dir)
		for _, name := range slices.Sorted(maps.Keys(before)) {
			if text, there := after[name]; !there || !bytes.Equal(text, before[name]) {
				t.Errorf("bt generate leaves another %s, or none: %.100q, want %.100q", name, text, before[name])
			}
		}
		bt.Run(t, dir, "validate", "--no-bar")
		bt.Run(t, dir, "run", "--no-bar", "--no-generate", "--memory", "4096")
	})
	t.Run("verifyproblem", func(t *testing.T) {
		verify := verifiers.Problemtools(t)
		verify.Run(t, t.TempDir(), "-p", "config", "data", "submissions", "validators", "graders", "--", exported(t, "legacy"))
	})
}

// caseFiles are the inputs and answers of a package.
func caseFiles(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, pattern := range []string{"data/*/*", "data/*/*/*"} {
		found, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range found {
			if !slices.Contains([]string{".in", ".ans", ".out"}, filepath.Ext(name)) {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files[name] = text
		}
	}
	if len(files) == 0 {
		t.Fatal("the package has no cases")
	}
	return files
}

// succeeds runs grundy, which must succeed, and returns what it prints.
func succeeds(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "grundy", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("grundy %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// ownTestlib puts the real testlib.h among the settings.
func ownTestlib(t *testing.T) {
	t.Helper()
	header, err := os.ReadFile(fetchTestlib(t))
	if err != nil {
		t.Fatal(err)
	}
	settings := t.TempDir()
	suite.Write(t, filepath.Join(settings, "grundy", "testlib.h"), string(header))
	t.Setenv("XDG_CONFIG_HOME", settings)
}

// usesTestlib reports whether a program of a package includes testlib.h.
func usesTestlib(t *testing.T, dir string) bool {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "input_validators", "*.cpp"))
	if err != nil {
		t.Fatal(err)
	}
	return len(found) > 0
}
