package cluster

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grundy/internal/base/hint"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// The files of a package are looked at once, unless it is gone.
func TestAPackageIsLookedAtOnce(t *testing.T) {
	var s shelf
	dir := filepath.Join(t.TempDir(), "package")
	looked := 0
	for want := range 2 {
		for range 2 {
			got, err := s.folder("nim", func() (string, error) { looked++; return dir, os.MkdirAll(dir, 0o755) })
			if got != dir || err != nil || looked != want+1 {
				t.Errorf("got %q, %v after %d looks, want %d", got, err, looked, want+1)
			}
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
	}
}

// Who knows no more of a package than its name can have nothing judged by it, unless the hub is of the first release.
func TestTheNameOfAPackageProvesNothing(t *testing.T) {
	dir := t.TempDir()
	p := job.Package{Problem: problem.Problem{ID: "nim", Names: map[string]string{"en": strings.Repeat("Nim", 100)}, Data: &problem.Group{}}}
	if err := p.Unpack(dir, nil); err != nil {
		t.Fatal(err)
	}
	name, err := p.Digest()
	if err != nil {
		t.Fatal(err)
	}
	strong, err := p.Proof("anna")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what         string
		proof        string
		version, hub int
		want, remedy string
	}{
		{"the package", strong, 2, 2, "", ""},
		{"the package, of somebody else", mustProof(t, p, "bert"), 2, 2, "nothing shows", ""},
		{"the name", weakProof(name, "anna"), 2, 2, "nothing shows", ""},
		{"the name, in a job of the first release", weakProof(name, "anna"), 1, 2, "cannot show", "update grundy"},
		{"the name, at a hub of the first release", weakProof(name, "anna"), 1, 1, "", ""},
		{"nothing, at a hub of the first release", "", 1, 1, "nothing shows", ""},
	} {
		var s shelf
		err := s.checkProof(wish{Proof: c.proof}, name, dir, "anna", c.version, c.hub)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(hint.Of(err), c.remedy)) {
			t.Errorf("of one who has %s: got %v, want %q", c.what, err, c.want)
		}
	}
}

func mustProof(t *testing.T, p job.Package, person string) string {
	t.Helper()
	proof, err := p.Proof(person)
	if err != nil {
		t.Fatal(err)
	}
	return proof
}
