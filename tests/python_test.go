package tests

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestPython runs the tests of the client in Python.
func TestPython(t *testing.T) {
	needsLanguages(t, "python3")
	if exec.CommandContext(t.Context(), "python3", "-c", "import sys; sys.exit(sys.version_info < (3, 10))").Run() != nil {
		t.Skip("the client needs Python 3.10")
	}
	t.Parallel()
	dir, err := filepath.Abs("../python")
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), "python3", "-B", "-W", "error::ResourceWarning", "-m", "unittest", "discover", "-s", "tests")
	command.Dir, command.Env = dir, append(environ(t, t.TempDir()), "PYTHONPATH="+dir)
	if printed, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, printed)
	}
}
