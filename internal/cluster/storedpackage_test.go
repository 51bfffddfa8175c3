package cluster

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"

	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

func digestOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// packaged is a package of two names for one content, and a third file.
func packaged(t *testing.T) (p *job.Package, places map[string]string) {
	t.Helper()
	dir := t.TempDir()
	p = &job.Package{Problem: problem.Problem{ID: "p", Data: &problem.Group{Cases: []*problem.Case{{Name: "1", Input: "data/1.in", Answer: "data/1.ans"}}}}}
	places = map[string]string{}
	for _, file := range []struct{ name, text string }{{"data/1.in", "same"}, {"data/1.ans", "same"}, {"run", "program"}} {
		place := filepath.Join(dir, digestOf(file.text))
		if err := os.WriteFile(place, []byte(file.text), 0o644); err != nil {
			t.Fatal(err)
		}
		places[digestOf(file.text)] = place
		p.Files = append(p.Files, job.PackageFile{Name: file.name, Digest: digestOf(file.text), Size: int64(len(file.text)), Executable: file.name == "run"})
	}
	return p, places
}

func TestAPackageArrives(t *testing.T) {
	p, places := packaged(t)
	name, err := p.Digest()
	if err != nil {
		t.Fatal(err)
	}
	var first, second bytes.Buffer
	if err := errors.Join(send(&first, p, places), send(&second, p, places)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("it is packed differently the second time")
	}
	dir := t.TempDir()
	if err := receive(&first, name, dir); err != nil {
		t.Fatal(err)
	}
	there, err := job.Open(filepath.Join(dir, unpackedName))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{there.Data.Cases[0].Input, there.Data.Cases[0].Answer} {
		if text, err := os.ReadFile(path); string(text) != "same" || err != nil {
			t.Errorf("%s holds %q, %v", path, text, err)
		}
	}
	if err := receive(&second, digestOf("another"), t.TempDir()); !isDamaged(err) {
		t.Errorf("under another name: %v", err)
	}
}

func isDamaged(err error) bool {
	var damaged *badPackageError
	return errors.As(err, &damaged)
}

// Any member may have written the package that arrives.
func TestADamagedPackageIsRefused(t *testing.T) {
	p, _ := packaged(t)
	description, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	name, err := p.Digest()
	if err != nil {
		t.Fatal(err)
	}
	type entry struct{ name, text string }
	good := []entry{{descriptionName, string(description)}, {digestOf("same"), "same"}, {digestOf("program"), "program"}}
	for what, entries := range map[string][]entry{
		"nothing":                     nil,
		"no description":              good[1:],
		"another description":         {{descriptionName, "{}"}, good[1], good[2]},
		"a file is missing":           good[:2],
		"a file has other content":    {good[0], {digestOf("same"), "evil"}, good[2]},
		"a file that is not named":    {good[0], good[1], good[2], {digestOf("more"), "more"}},
		"a file with a path for name": {good[0], {"../../evil", "evil"}},
	} {
		t.Run(what, func(t *testing.T) {
			var text bytes.Buffer
			packed, err := zstd.NewWriter(&text)
			if err != nil {
				t.Fatal(err)
			}
			archive := tar.NewWriter(packed)
			for _, e := range entries {
				if err := archive.WriteHeader(&tar.Header{Name: e.name, Size: int64(len(e.text)), Mode: 0o644}); err != nil {
					t.Fatal(err)
				}
				if _, err := archive.Write([]byte(e.text)); err != nil {
					t.Fatal(err)
				}
			}
			if err := errors.Join(archive.Close(), packed.Close()); err != nil {
				t.Fatal(err)
			}
			if err := receive(&text, name, t.TempDir()); !isDamaged(err) {
				t.Errorf("got %v, want that it is damaged", err)
			}
		})
	}
	if err := receive(bytes.NewReader([]byte("no archive")), name, t.TempDir()); !isDamaged(err) {
		t.Errorf("no archive: %v", err)
	}
}

func FuzzReceive(f *testing.F) {
	f.Add([]byte("\x28\xb5\x2f\xfd\x04\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := receive(bytes.NewReader(text), digestOf("no such package"), t.TempDir()); err == nil {
			t.Error("a package arrives under a name that none has")
		}
	})
}
