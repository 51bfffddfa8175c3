package runner_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grundy/internal/base/verdict"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/digest"
)

// A judge may outlive the present version of a package's programs.
func TestAPackageChangesBetweenJudgements(t *testing.T) {
	t.Parallel()
	const checker = "-- output_validator/check.sh --\n"
	p := open(t, aPlusB, checker+"exit 42\n")
	j := newJudge(t, 1)
	path := filepath.Join(p.Dir, "output_validator", "check.sh")
	for _, step := range []struct {
		name, text string
		want       verdict.Verdict
	}{
		{"as it was", "exit 42\n", verdict.AC},
		{"changed, of the same size", "exit 43\n", verdict.WA},
		{"broken", "if\n", verdict.JE},
		{"mended", "exit 42 # again\n", verdict.AC},
	} {
		if err := os.WriteFile(path, []byte(step.text), 0o644); err != nil {
			t.Fatal(err)
		}
		got := judgeText(t, j, p, job.Options{}, "a.sh", sumInBash)
		if got.done.Verdict != step.want {
			t.Errorf("%s: %s, %s; want %s", step.name, got.done.Verdict, got.done.Reason, step.want)
		}
	}
}

// A program whose build failed is built again on the next request, since what was missing may have been installed.
func TestAFailedBuildIsNotRemembered(t *testing.T) {
	t.Parallel()
	p := open(t, aPlusB)
	j := newJudge(t, 1)
	path := filepath.Join(t.TempDir(), "check.sh")
	program := problem.Program{Name: "check.sh", Path: path}
	if _, err := j.Program(t.Context(), p, program); err == nil || !strings.Contains(err.Error(), "check.sh cannot be built") {
		t.Errorf("a missing program: %v", err)
	}
	if err := os.WriteFile(path, []byte("exit 42\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	first, err := j.Program(t.Context(), p, program)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := j.Program(t.Context(), p, program); err != nil || again != first {
		t.Errorf("what was built is built again: %v", err)
	}
}

func TestTestsNameTheirFilesByDigest(t *testing.T) {
	t.Parallel()
	p := open(t, aPlusB)
	got := judgeText(t, newJudge(t, 1), p, job.Options{}, "a.sh", sumInBash)
	if len(got.tests) == 0 {
		t.Fatal(got.err)
	}
	for _, test := range got.tests {
		for path, sum := range map[string]string{test.Input: test.InputDigest, test.Answer: test.AnswerDigest} {
			if want, err := digest.Of(path); err != nil || sum != want {
				t.Errorf("%s: digest %q, want %q, %v", path, sum, want, err)
			}
		}
	}
}
