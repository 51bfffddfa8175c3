package problem_test

import (
	"archive/zip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

var loaders = []problem.Loader{{Name: "an ICPC package (problem.yaml, data/secret)", Is: icpc.Is, Load: icpc.Load}}

// writePackage writes a small package with a fault, so that diagnostics are compared too.
func writePackage(t *testing.T, dir string) {
	t.Helper()
	suite.WriteAll(t, dir, map[string]string{
		"problem.yaml":                  "problem_format_version: 2025-09\nname: Nim\ntype: [interactive]\nlimits: {memroy: 5}\n",
		"statement/problem.en.md":       "Who wins?",
		"data/sample/1.in":              "1\n",
		"data/sample/1.ans":             "1\n",
		"data/secret/a/1.in":            "1\n",
		"data/secret/a/1.ans":           "1\n",
		"data/secret/a/test_group.yaml": "args: [1e-6]\n",
		"output_validator/build":        "#!/bin/sh\n",
		"input_validators/v.py":         "",
		"submissions/accepted/nim.py":   "",
	})
}

// writeZip packs a directory, or what is in it.
func writeZip(t *testing.T, name, dir string, inFolder bool) {
	t.Helper()
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w := zip.NewWriter(file)
	if inFolder {
		dir = filepath.Dir(dir)
	}
	if err := w.AddFS(os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestZipAndFolderLoadTheSame(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "nim")
	writePackage(t, dir)
	want, wantFaults, err := problem.Open(t.Context(), dir, loaders, "")
	if err != nil {
		t.Fatal(err)
	}
	if len(wantFaults) == 0 {
		t.Fatal("the package is meant to have a fault")
	}
	archives := t.TempDir()
	for _, test := range []struct {
		name     string
		inFolder bool
	}{{"nim.zip", false}, {"nim.kpp", false}, {"download (1).ZIP", true}} {
		t.Run(test.name, func(t *testing.T) {
			archive := filepath.Join(archives, test.name)
			writeZip(t, archive, dir, test.inFolder)
			cache := t.TempDir()
			got, gotFaults, err := problem.Open(t.Context(), archive, loaders, cache)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(got.Dir, cache) {
				t.Errorf("unpacked into %s, want below %s", got.Dir, cache)
			}
			if diff := cmp.Diff(wantFaults, gotFaults); diff != "" {
				t.Errorf("faults (-directory +archive):\n%s", diff)
			}
			if diff := cmp.Diff(want, got, relativeTo(want.Dir, got.Dir)); diff != "" {
				t.Errorf("problem (-directory +archive):\n%s", diff)
			}
		})
	}
}

// relativeTo compares texts as if both packages were in the same directory.
func relativeTo(a, b string) cmp.Option {
	relative := strings.NewReplacer(a, "DIR", b, "DIR")
	return cmp.Comparer(func(x, y string) bool { return relative.Replace(x) == relative.Replace(y) })
}

// Opening an archive can be cancelled while it is read and while it is unpacked, and does not return half a package.
func TestOpeningEndsWithItsContext(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "nim")
	writePackage(t, dir)
	archive := filepath.Join(t.TempDir(), "nim.zip")
	writeZip(t, archive, dir, false)
	for looks := range int32(6) {
		cache := t.TempDir()
		if _, _, err := problem.Open(suite.Ending(t.Context(), looks), archive, loaders, cache); !errors.Is(err, context.Canceled) {
			t.Errorf("ended at look %d: got %v", looks, err)
		}
		if left, err := filepath.Glob(filepath.Join(cache, "*", "*")); err != nil || len(left) > 0 {
			t.Errorf("ended at look %d: left behind: %v %v", looks, left, err)
		}
	}
}

func TestArchiveIsUnpackedOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "nim")
	writePackage(t, dir)
	archive := filepath.Join(t.TempDir(), "nim.zip")
	writeZip(t, archive, dir, false)
	cache := t.TempDir()
	open := func() *problem.Problem {
		t.Helper()
		p, _, err := problem.Open(t.Context(), archive, loaders, cache)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	first := open()
	marker := filepath.Join(first.Dir, "marker")
	if err := os.WriteFile(marker, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if second := open(); second.Dir != first.Dir {
		t.Errorf("got %s, want %s again", second.Dir, first.Dir)
	}
	if _, err := os.Stat(marker); err != nil {
		t.Errorf("it was unpacked again: %v", err)
	}
	// Other content under the same name, even of the same time, is another package.
	later := time.Now().Add(time.Hour)
	if err := os.WriteFile(filepath.Join(dir, "data", "sample", "1.in"), []byte("2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	writeZip(t, archive, dir, false)
	if err := os.Chtimes(archive, later, later); err != nil {
		t.Fatal(err)
	}
	if third := open(); third.Dir == first.Dir {
		t.Error("a changed archive must not be taken from the cache")
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	dir := suite.WriteAll(t, t.TempDir(), map[string]string{
		"a.cpp": "", "bad.zip": "no zip", "problem.yaml": "", "contest.yaml": "", "empty/x": "",
	})
	for name, want := range map[string]string{
		"none":         "does not exist",
		"a.cpp":        "want a directory, or a .zip or .kpp archive",
		"problem.yaml": "give the directory that holds it",
		"contest.yaml": "give the directory that holds it",
		"bad.zip":      "not a valid zip file",
		"empty":        "no problem found; looked for an ICPC package (problem.yaml, data/secret)",
	} {
		path := filepath.Join(dir, name)
		p, _, err := problem.Open(t.Context(), path, loaders, filepath.Join(dir, "cache"))
		if p != nil || err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v, want %q", name, err, want)
		}
	}
}

func TestOpenTakesTheFirstLoaderAndMakesPathsAbsolute(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	writePackage(t, "nim")
	never := problem.Loader{Name: "nothing", Is: func(string) bool { return false }}
	broken := problem.Loader{Name: "broken", Is: icpc.Is, Load: func(string) (*problem.Problem, problem.Diagnostics) {
		return nil, problem.Diagnostics{{Level: problem.Error, Message: "hopeless"}}
	}}
	p, _, err := problem.Open(t.Context(), "nim", append([]problem.Loader{never}, loaders...), "")
	if err != nil || !filepath.IsAbs(p.Dir) || !filepath.IsAbs(p.Data.AllCases()[0].Input) {
		t.Errorf("got error %v, problem in %s", err, p.Dir)
	}
	near := problem.Loader{Name: "near", Is: never.Is, Nearest: func(string) string { return "a.txt" }}
	far := problem.Loader{Name: "far", Is: never.Is, Nearest: func(string) string { return "" }}
	if _, _, err := problem.Open(t.Context(), "nim", []problem.Loader{never, far, near}, ""); err == nil || !strings.Contains(err.Error(), "nearest is a.txt") {
		t.Errorf("got error %v, want what comes nearest", err)
	}
	if _, faults, err := problem.Open(t.Context(), "nim", []problem.Loader{broken}, ""); err == nil || len(faults) != 1 || !strings.Contains(err.Error(), "hopeless") {
		t.Errorf("got error %v and %v, want the loader's fault", err, faults)
	}
}
