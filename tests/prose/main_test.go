package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestChecked(t *testing.T) {
	root := t.TempDir()
	write := func(path, text string) {
		t.Helper()
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, page := range []string{"README.md", "docs/new.md", "docs/old.md", "docs/results/speed.md", "docs/tasks.json", "problems/nim/notes.md"} {
		write(page, "Text.\n")
	}
	write("tests/prose/unchecked.txt", "docs/old.md\n")
	pages, err := checked(root)
	if want := []string{"README.md", "docs/new.md", "docs/results/speed.md"}; err != nil || !slices.Equal(pages, want) {
		t.Errorf("got %q, %v, want %q", pages, err, want)
	}
	write("tests/prose/unchecked.txt", "docs/gone.md\n")
	if pages, err := checked(root); err == nil {
		t.Errorf("an unchecked page that does not exist: got %q", pages)
	}
}
