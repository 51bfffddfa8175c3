package testlib

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestSourceIsComplete(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	want := slices.DeleteFunc(files, func(name string) bool {
		return strings.HasSuffix(name, "_test.go") || name == "source.go"
	})
	got, err := fs.Glob(Source, "*")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, want) {
		t.Errorf("Source holds %v, want %v", got, want)
	}
}

// Programs must build from what the binary carries, without a network and without the repository.
func TestSourceBuildsOffline(t *testing.T) {
	dir := t.TempDir()
	library := filepath.Join(dir, "checker", "testlib")
	if err := os.CopyFS(library, Source); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "go.mod", "module grundy\n\ngo 1.26\n")
	write(t, dir, "main.go", `package main

import "grundy/checker/testlib"

func main() { testlib.Validate(func(in *testlib.Reader) { in.Int("n", 1, 9); in.Newline() }) }
`)
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "validator"), ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
