package cache

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"grundy/internal/base/bytesize"
)

// Old directories are removed, and beyond the size the least recently used ones, as soon as more are added and no other
// process uses them.
func TestFoldersAreBounded(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "problems")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	fill := func(name string, days int, size int) string {
		t.Helper()
		path := filepath.Join(dir, name, "nim", "data")
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(path, "1.in"), make([]byte, size), 0o644); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(-time.Duration(days) * 24 * time.Hour)
		if err := os.Chtimes(filepath.Join(dir, name), at, at); err != nil {
			t.Fatal(err)
		}
		return path
	}
	names := func() []string {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, entry := range entries {
			names = append(names, entry.Name())
		}
		return names
	}
	closed := func(f *Folders) []string {
		t.Helper()
		f.size = 1 * bytesize.KiB
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		return names()
	}
	fill("ancient", 60, 1)
	fill("older", 3, 500)
	used := fill("oldest", 4, 500)

	f := OpenFolders(dir)
	f.Used(used)
	if got := closed(f); len(got) != 3 {
		t.Errorf("nothing has come, and what is left is %q", got)
	}

	f, other := OpenFolders(dir), OpenFolders(dir)
	fill("fresh", 0, 500)
	if got := closed(f); len(got) != 4 {
		t.Errorf("somebody has them open, and what is left is %q", got)
	}
	if got, want := closed(other), []string{"fresh", "oldest"}; !slices.Equal(got, want) {
		t.Errorf("left %q, want %q", got, want)
	}
}
