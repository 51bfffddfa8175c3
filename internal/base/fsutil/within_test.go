package fsutil_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"grundy/internal/base/fsutil"
)

func TestOpenWithin(t *testing.T) {
	base := t.TempDir()
	dir := filepath.Join(base, "package")
	if err := errors.Join(
		os.MkdirAll(filepath.Join(dir, "data", "secret"), 0o755),
		os.WriteFile(filepath.Join(base, "private"), []byte("private"), 0o644),
		os.WriteFile(filepath.Join(dir, "data", "1.in"), []byte("one"), 0o644),
	); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{
		"data/secret/up.in": "../1.in", "data/secret/whole.in": filepath.Join(dir, "data", "1.in"),
		"data/secret/out.in": "../../../private", "data/secret/outside.in": filepath.Join(base, "private"), "data/away": base,
	} {
		if err := os.Symlink(target, filepath.Join(dir, filepath.FromSlash(link))); err != nil {
			t.Skip("no symbolic links:", err)
		}
	}
	for name, want := range map[string]string{
		"data/1.in": "one", "data/secret/up.in": "one", "data/secret/whole.in": "one", "../private": "private",
		"data/secret/out.in": "", "data/secret/outside.in": "", "data/away/private": "", "data/secret": "", "data/none.in": "",
	} {
		got := ""
		file, err := fsutil.OpenWithin(dir, filepath.Join(dir, filepath.FromSlash(name)))
		if err == nil {
			text, readErr := io.ReadAll(file)
			got, err = string(text), errors.Join(readErr, file.Close())
		}
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: got %q, %v; want %q", name, got, err, want)
		}
	}
}
