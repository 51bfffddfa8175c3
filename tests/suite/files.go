package suite

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

// Write writes a file and makes its parent directories. It returns the path.
func Write(t testing.TB, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// WriteAll writes files below a directory, which it returns. Their names have slashes.
func WriteAll(t testing.TB, dir string, files map[string]string) string {
	t.Helper()
	for name, text := range files {
		Write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	return dir
}

// Unpack writes the files of a txtar archive below a directory, which it returns.
func Unpack(t testing.TB, dir, archive string) string {
	t.Helper()
	for _, file := range txtar.Parse([]byte(archive)).Files {
		Write(t, filepath.Join(dir, filepath.FromSlash(file.Name)), string(file.Data))
	}
	return dir
}
