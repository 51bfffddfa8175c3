package runner_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"grundy/internal/base/verdict"
	"grundy/internal/job"
	"grundy/tests/suite"
)

// linkedCases writes a package with many cases that are links into another group, through ".." and back. The
// directories of files are copied into the box through them.
func linkedCases(t *testing.T, cases int) string {
	t.Helper()
	dir := unpack(t, txtar.Parse([]byte(`
-- problem.yaml --
problem_format_version: 2025-09
name: Linked cases
uuid: 6a4f8a1e-2f65-4a2e-9d3b-0f2a7d6a5c31
license: public domain
-- data/secret/a/1.in --
20 22
-- data/secret/a/1.ans --
42
-- data/secret/a/1.files/table.txt --
20 22
`)))
	group := filepath.Join(dir, "data", "secret", "b")
	if err := os.Mkdir(group, 0o755); err != nil {
		t.Fatal(err)
	}
	for i := range cases {
		for _, ending := range []string{".in", ".ans", ".files"} {
			if err := os.Symlink("../a/1"+ending, filepath.Join(group, fmt.Sprintf("%03d", i)+ending)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// renaming renames a file back and forth until stop is called, which returns how often it did.
func renaming(t *testing.T) (stop func() int) {
	t.Helper()
	there := filepath.Join(t.TempDir(), "there")
	if err := os.WriteFile(there, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	quit, renamed := make(chan struct{}), make(chan int)
	go func() {
		back := there + "again"
		for n := 0; ; n++ {
			select {
			case <-quit:
				renamed <- n
				return
			default:
				_ = os.Rename(there, back)
				there, back = back, there
			}
		}
	}()
	return func() int {
		close(quit)
		return <-renamed
	}
}

// While anything on the machine is being renamed, openat2 does not resolve ".." but asks to be called again.
func TestRenamesMeanwhile(t *testing.T) {
	suite.NeedsAll(t, "judges several hundred cases while files are renamed")
	const cases = 300
	p := load(t, linkedCases(t, cases))
	j := newJudge(t, 2)
	stop := renaming(t)
	got := judgeText(t, j, p, job.Options{}, "sum.sh", "read a b <table.txt; echo $((a + b))\n")
	if n := stop(); n < cases {
		t.Errorf("renamed %d times only, while %d cases were judged", n, cases)
	}
	accepted := 0
	for _, test := range got.tests {
		if test.Verdict == verdict.AC {
			accepted++
		} else {
			t.Errorf("%s: %v: %s", test.Test, test.Verdict, test.Reason)
		}
	}
	if accepted != cases+1 {
		t.Errorf("%d of %d cases were accepted", accepted, cases+1)
	}
}
