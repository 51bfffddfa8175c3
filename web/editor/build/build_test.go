package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestBundle makes the bundle in a folder of its own and compares it with the one that pages have. What is compared is the text:
// another version of Go may compress it otherwise.
func TestBundle(t *testing.T) {
	module := filepath.Join(t.TempDir(), "another place")
	for _, name := range []string{"src", "package.json", "package-lock.json"} {
		if err := os.MkdirAll(module, 0o755); err != nil {
			t.Fatal(err)
		}
		from := filepath.Join("..", name)
		if info, err := os.Stat(from); err != nil {
			t.Fatal(err)
		} else if info.IsDir() {
			err = os.CopyFS(filepath.Join(module, name), os.DirFS(from))
			if err != nil {
				t.Fatal(err)
			}
			continue
		}
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(module, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("npm is not installed: the bundle is not compared with its sources")
	}
	command := exec.Command(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	command.Dir = module
	if out, err := command.CombinedOutput(); err != nil {
		t.Skipf("npm has not got the packages, so that the bundle is not compared with its sources: %v\n%s", err, out)
	}
	made, err := bundle(module)
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string][]byte{}
	files, err := filepath.Glob("../../../internal/ui/web/assets/editor/*" + compressed)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		kept[strings.TrimSuffix(filepath.Base(file), compressed)] = unpacked(t, file)
	}
	if want, got := slices.Sorted(maps.Keys(made)), slices.Sorted(maps.Keys(kept)); !slices.Equal(want, got) {
		t.Fatalf("there are %v, and its sources give %v: make editor", got, want)
	}
	for name, text := range made {
		if !bytes.Equal(text, kept[name]) {
			t.Errorf("%s is another than its sources give: make editor", name)
		}
		if bytes.Contains(text, []byte(module)) {
			t.Errorf("%s names the folder that it was made in", name)
		}
	}
}

func unpacked(t *testing.T, name string) []byte {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	reader, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
