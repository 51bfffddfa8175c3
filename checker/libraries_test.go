package checker_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"grundy/checker"
)

// TestLibrariesAreComplete checks that every file of the packages except their tests is embedded.
func TestLibrariesAreComplete(t *testing.T) {
	all := checker.Libraries()
	err := fs.WalkDir(os.DirFS("."), ".", func(file string, entry fs.DirEntry, err error) error {
		dir := path.Dir(file)
		if err != nil || path.Ext(file) != ".go" || dir == "." {
			return err
		}
		missing := error(fs.ErrNotExist)
		if library := all["grundy/checker/"+dir]; library != nil {
			_, missing = fs.Stat(library, path.Base(file))
		}
		if isTest := strings.HasSuffix(file, "_test.go"); isTest == (missing == nil) {
			t.Errorf("%s: embedded %v, a test %v: list the sources in libraries.go", file, missing == nil, isTest)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestLibrariesBuildOffline checks that programs build from the embedded sources, without a network and without the repository.
func TestLibrariesBuildOffline(t *testing.T) {
	dir := t.TempDir()
	for importPath, library := range checker.Libraries() {
		if err := os.CopyFS(filepath.Join(dir, strings.TrimPrefix(importPath, "grundy/")), library); err != nil {
			t.Fatal(err)
		}
	}
	program := `package main

import "grundy/checker/testlib"

func main() { testlib.Validate(func(in *testlib.Reader) { in.Int("n", 1, 9); in.Newline() }) }
`
	if err := errors.Join(
		os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module grundy\n\ngo 1.26\n"), 0o644),
		os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o644),
	); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "./...")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
