package runner_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grundy/internal/base/verdict"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/pkgfmt/problem"
)

// swappable loads a package of one case whose owner may replace its files at any time.
func swappable(t *testing.T) *problem.Problem {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "package")
	if err := errors.Join(
		os.MkdirAll(dir, 0o755),
		os.WriteFile(filepath.Join(dir, "1.in"), []byte("20 22\n"), 0o644), os.WriteFile(filepath.Join(dir, "1.ans"), []byte("42\n"), 0o644),
		os.WriteFile(filepath.Join(filepath.Dir(dir), "private"), []byte("1 2\n"), 0o600),
	); err != nil {
		t.Fatal(err)
	}
	p, faults := plain.Load(dir)
	if fatal := faults.Fatal(true); len(fatal) > 0 {
		t.Fatal(fatal)
	}
	return p
}

// swap replaces a file of the package by a link.
func swap(t *testing.T, name, target string) {
	t.Helper()
	if err := errors.Join(os.Remove(name), os.Symlink(target, name)); err != nil {
		t.Fatal(err)
	}
}

// A file replaced by a link after the package was read is followed within the package, but not out of it.
func TestSwappedFiles(t *testing.T) {
	j := newJudge(t, 1)
	for _, file := range []string{"1.in", "1.ans"} {
		for _, target := range []string{"../private", "absolute"} {
			p := swappable(t)
			if target == "absolute" {
				target = filepath.Join(filepath.Dir(p.Dir), "private")
			}
			swap(t, filepath.Join(p.Dir, file), target)
			got := judgeText(t, j, p, job.Options{}, "sum.sh", sumInBash)
			if len(got.tests) != 1 || got.tests[0].Verdict != verdict.JE || strings.Contains(got.tests[0].Reason, "1 2") {
				t.Errorf("%s leads to %s: got %+v, want a judge error", file, target, got.tests)
			}
		}
	}
	p := swappable(t)
	if err := os.Rename(filepath.Join(p.Dir, "1.in"), filepath.Join(p.Dir, "kept")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../package/kept", filepath.Join(p.Dir, "1.in")); err != nil {
		t.Fatal(err)
	}
	if got := judgeText(t, j, p, job.Options{}, "sum.sh", sumInBash); got.done.Verdict != verdict.AC {
		t.Errorf("a link within the package: %+v", got.done)
	}
}
