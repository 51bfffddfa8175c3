package tests

import (
	"archive/zip"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"grundy/internal/base/fsutil"
	"grundy/tests/suite"
)

// TestTestlib runs testdata/testlib: programs written with the real testlib.h.
func TestTestlib(t *testing.T) {
	suite.NeedsAll(t, "programs with the real testlib.h, each of which takes seconds to compile")
	runScripts(t, testscript.Params{Dir: "testdata/testlib"}, map[string]string{"TESTLIB": fetchTestlib(t)})
}

// testlibWheel is a Python package that contains a testlib.h.
const testlibWheel = "rbx.cp==2.3.3"

// fetchTestlib returns the path of the real testlib.h. It fetches it once, or skips the test if that fails.
func fetchTestlib(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	header := filepath.Join(cache, "grundy-tests", testlibWheel, "testlib.h")
	if _, err := os.Stat(header); err == nil {
		return header
	}
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	pip := exec.CommandContext(ctx, "python3", "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--dest", dir, testlibWheel)
	if printed, err := pip.CombinedOutput(); err != nil {
		t.Skipf("the real testlib.h is part of %s, which pip cannot fetch here: %v\n%s", testlibWheel, err, printed)
	}
	wheels, err := filepath.Glob(filepath.Join(dir, "*.whl"))
	if err != nil || len(wheels) != 1 {
		t.Fatalf("pip left %v, want one wheel: %v", wheels, err)
	}
	if err := os.MkdirAll(filepath.Dir(header), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := fsutil.Replace(header, 0o644, fsutil.Text(inWheel(t, wheels[0], "testlib.h"))); err != nil {
		t.Fatal(err)
	}
	return header
}

// inWheel reads the named file of a wheel, in whatever directory it lies.
func inWheel(t *testing.T, wheel, name string) []byte {
	t.Helper()
	archive, err := zip.OpenReader(wheel)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	for _, file := range archive.File {
		if filepath.Base(file.Name) != name {
			continue
		}
		content, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		defer content.Close()
		text, err := io.ReadAll(content)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	t.Fatalf("%s holds no %s", wheel, name)
	return nil
}
