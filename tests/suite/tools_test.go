package suite

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// TestSetPath checks that the tests find the first of two programs of the same name in PATH, and no program that is
// not a tool of the suites.
func TestSetPath(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs links")
	}
	first, second := t.TempDir(), t.TempDir()
	for _, program := range []string{first + "/python3", second + "/python3", second + "/pypy3", second + "/mine"} {
		if err := os.WriteFile(program, []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	path := first + string(filepath.ListSeparator) + "relative" + string(filepath.ListSeparator) + second
	t.Setenv("PATH", path)
	t.Setenv(machineVariable, "")
	remove, err := SetPath("mine")
	if err != nil {
		t.Fatal(err)
	}
	dir := os.Getenv("PATH")
	for program, want := range map[string]string{"python3": first, "pypy3": "", "mine": second, "gcc": ""} {
		found, _ := exec.LookPath(program)
		if found != "" {
			if found, err = os.Readlink(found); err != nil {
				t.Fatal(err)
			}
			found = filepath.Dir(found)
		}
		if found != want {
			t.Errorf("%s: found in %q, want %q", program, found, want)
		}
	}
	if _, err := SetPath(); err != nil || os.Getenv("PATH") != dir {
		t.Errorf("a second time: %v, PATH %s, want %s", err, os.Getenv("PATH"), dir)
	}
	removeFurther, err := SetPath("pypy3")
	if _, missing := exec.LookPath("pypy3"); err != nil || missing != nil {
		t.Errorf("a further program: %v, %v", err, missing)
	}
	if err := removeFurther(); err != nil {
		t.Error(err)
	}
	if err := UseMachinePath(); err != nil || os.Getenv("PATH") != path {
		t.Errorf("the machine's own is %q, %v; want %q", os.Getenv("PATH"), err, path)
	}
	if err := remove(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", dir, err)
	}
}
