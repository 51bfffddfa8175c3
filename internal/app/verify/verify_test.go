package verify_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/app/verify"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/internal/store/workspace/workspacetest"
	"grundy/tests/suite"
)

const (
	sumPackage = `
-- problem.yaml --
problem_format_version: 2025-09
name: Sum
uuid: 5c1b7f3e-88a3-4f0e-9c6f-5d8c8f1e2a13
-- data/secret/1.in --
1 2
-- data/secret/1.ans --
3
-- data/extra/1.in --
1 2
-- generators/generators.yaml --
unknown: 1
data: {sample: {}, secret: {}}
-- submissions/accepted/sum.sh --
read a b; echo $((a + b))
`
	unanswered = sumPackage + "-- data/secret/2.in --\n3 4\n"
)

// open opens a package made from an archive.
func open(t *testing.T, name, archive string) (*workspace.Workspace, verify.Package) {
	t.Helper()
	w, _ := workspacetest.Open(t)
	p, err := verify.Open(t.Context(), w.Problems(), suite.Unpack(t, filepath.Join(t.TempDir(), name), archive))
	if err != nil {
		t.Fatal(err)
	}
	return w, p
}

// TestOpen checks that Open reports all faults of a package, even if they prevent judging.
func TestOpen(t *testing.T) {
	_, sum := open(t, "sum", sumPackage)
	for _, want := range []string{"data/extra: unknown directory", "statement: the statement is missing", "generators/generators.yaml:1: unknown key"} {
		if !slices.ContainsFunc(sum.Faults, func(d problem.Diagnostic) bool { return strings.HasPrefix(d.String(), want) }) {
			t.Errorf("no %q in %v", want, sum.Faults)
		}
	}
	_, bad := open(t, "bad", unanswered)
	if sum.Unusable || !bad.Unusable || bad.ID != "bad" || bad.Problem == nil || len(bad.Faults) < 3 {
		t.Errorf("one is %+v, the other %+v", sum, bad)
	}
	w, _ := open(t, "sum", sumPackage)
	if _, err := verify.Open(t.Context(), w.Problems(), filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("there is a package that is not there")
	}
}

// TestSet checks that a package that cannot be verified does not prevent the verification of the others in its set,
// and that the table contains all.
func TestSet(t *testing.T) {
	w, sum := open(t, "sum", sumPackage)
	_, bad := open(t, "bad", unanswered)
	_, same := open(t, "same", sumPackage)
	same.Unchanged = true
	fails := errors.New("no room")
	var told []string
	var faults []error
	var table event.SetVerified
	outcome, err := verify.Run(t.Context(), w, job.Client{}, verify.Options{
		Packages: []verify.Package{sum, bad, same}, Set: &verify.Set{Name: "all", Dir: "/all"},
		Complete: func(context.Context, *problem.Problem) error { return fails },
		Fault:    func(err error) { faults = append(faults, err) },
	}, func(e event.Event) {
		if opening, ok := e.(event.Verifying); ok {
			told = append(told, opening.Problem)
		}
		table, _ = e.(event.SetVerified)
	})
	if err != nil || outcome != verify.Unusable || len(faults) != 1 || !errors.Is(faults[0], fails) {
		t.Errorf("outcome %v, error %v, faults %v", outcome, err, faults)
	}
	if diff := cmp.Diff([]string{"sum", "bad", "same", "all"}, told); diff != "" {
		t.Errorf("verified (-want +got):\n%s", diff)
	}
	if rows := table.Packages; len(rows) != 3 || !rows[0].Unfinished || !rows[1].Unusable || rows[1].Warnings == 0 || !rows[2].Unchanged || !rows[2].OK() {
		t.Errorf("the table is %+v", rows)
	}

	// Outside a set its failure ends the work.
	if _, err := verify.Run(t.Context(), w, job.Client{}, verify.Options{
		Packages: []verify.Package{sum}, Complete: func(context.Context, *problem.Problem) error { return fails },
	}, func(event.Event) {}); !errors.Is(err, fails) {
		t.Errorf("the error is %v", err)
	}
}
