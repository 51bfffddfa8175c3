//go:build unix

package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grundy/tests/suite"
)

// TestFates tries all mutants of a small package.
func TestFates(t *testing.T) {
	suite.NeedsAll(t, "compiles a package with mutants")
	environ, remove, err := suite.Share(os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = remove() })
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		t.Fatal(err)
	}
	const sample = "tests/mutants/testdata/sample"
	target := target{name: "sample", packages: []string{sample}, tests: []string{sample}}
	trial, err := newTrial(t.Context(), strings.TrimSpace(string(root)), t.TempDir(), environ, target)
	if err != nil {
		t.Fatal(err)
	}
	trial.patience = time.Second
	got, kills := map[string]fate{}, 0
	for _, m := range trial.mutants {
		fate, _, err := trial.try(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		if fate == killed {
			kills++
			continue
		}
		got[strings.TrimPrefix(m.key(), sample+"/sample.go: ")] = fate
	}
	want := map[string]fate{
		"> → >=: case x > 0 && x != 0: // always":                            survived,
		"&& → ||: case x > 0 && x != 0: // always":                           survived,
		"< → <=: if len(row) == 0 || row[0] < 0 {":                           survived,
		">= → >: if found >= 0 {":                                            survived,
		`== → !=: func Unused(text string) bool { return text+"x" == "yx" }`: uncovered,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("not killed (-want +got):\n%s", diff)
	}
	if kills != 25 {
		t.Errorf("%d are killed, want 25", kills)
	}
}

func TestExplanations(t *testing.T) {
	got, err := explanations("# words\nFor a reason.\n\ta.go: < → <=: a < b\n\ta.go: < → <= #2: a < b\n\nFor another.\n\tb.go: + → -: a + b\n")
	want := map[string]string{
		"a.go: < → <=: a < b": "For a reason.", "a.go: < → <= #2: a < b": "For a reason.", "b.go: + → -: a + b": "For another.",
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v, explanations (-want +got):\n%s", err, diff)
	}
	for _, faulty := range []string{"\ta.go: < → <=: a < b\n", "For a reason.\n\tx\nFor another.\n\tx\n"} {
		if _, err := explanations(faulty); err == nil {
			t.Errorf("%q: want an error", faulty)
		}
	}
	if _, err := explanations(survivors); err != nil {
		t.Error(err)
	}
}
