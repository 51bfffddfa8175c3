package cluster

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// The files of a package are looked at once, unless it is gone.
func TestAPackageIsLookedAtOnce(t *testing.T) {
	var s packageCache
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

// Who knows no more of a package than its name can have nothing judged by it.
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
	for _, c := range []struct{ what, proof, want string }{
		{"the package", strong, ""},
		{"the package, of another user", mustProof(t, p, "bert"), "does not prove"},
		{"the name", weakProof(name, "anna"), "does not prove"},
		{"nothing", "", "does not prove"},
	} {
		var s packageCache
		err := s.checkProof(queuedJob{Proof: c.proof}, name, dir, "anna")
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("of one who has %s: got %v, want %q", c.what, err, c.want)
		}
	}
}

// weakProof is what can be made of a package's name alone.
func weakProof(name, person string) string {
	key, _ := hex.DecodeString(name) // names of packages are digests
	sum := hmac.New(sha256.New, key)
	sum.Write([]byte(person))
	return hex.EncodeToString(sum.Sum(nil))
}

func mustProof(t *testing.T, p job.Package, person string) string {
	t.Helper()
	proof, err := p.Proof(person)
	if err != nil {
		t.Fatal(err)
	}
	return proof
}
