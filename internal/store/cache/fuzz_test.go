package cache

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzManifest reads an entry with a damaged manifest: the manifest either describes the entry or is invalid.
func FuzzManifest(f *testing.F) {
	f.Add([]byte(`{"Files":{"out":"4 982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1"}}`))
	f.Add([]byte(`{"Files":{"out":"4","../manifest":"1 1","/etc/passwd":"-1"}}`))
	f.Add([]byte("null"))
	entry := f.TempDir()
	if err := os.Mkdir(filepath.Join(entry, filesDir), 0o755); err != nil {
		f.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(entry, filesDir, "out"), []byte("text"), 0o644); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(filepath.Join(entry, manifestName), text, 0o644); err != nil {
			t.Fatal(err)
		}
		listed, err := readManifest(filepath.Join(entry, manifestName))
		if _, found := intact(entry); found && (err != nil || sizeIn(listed.Files["out"]) != 4 && len(listed.Files) == 1) {
			t.Errorf("%q is taken for whole: %v, %v", text, listed, err)
		}
	})
}
