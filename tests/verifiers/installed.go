package verifiers

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"grundy/tests/suite"
)

// Program runs a verifier on a package and fails the test for its errors.
type Program struct {
	path, python string
}

// ErrorsOnly is Python that runs bt, which fails for warnings as well as for errors, and fails for errors alone.
const ErrorsOnly = `
import sys
from bapctools import cli, config
try:
    cli.main()
except SystemExit:
    pass
sys.exit(min(config.n_error, 1))
`

// BAPCtools is bt of this machine, or in a campaign the one that Installed fetches. Without one it skips the test.
func BAPCtools(t testing.TB) Program { return program(t, "bt") }

// Problemtools is verifyproblem, as BAPCtools is bt.
func Problemtools(t testing.TB) Program { return program(t, "verifyproblem") }

func program(t testing.TB, name string) Program {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil && suite.IsCampaign() {
		path, err = filepath.Join(Installed(t), "bin", name), nil
	}
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		t.Skipf("needs %s: %v", name, err)
	}
	return Program{path: path, python: interpreter(t, path)}
}

// interpreter is what the first line of a script names.
func interpreter(t testing.TB, script string) string {
	t.Helper()
	file, err := os.Open(script)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	line, err := bufio.NewReader(file).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(strings.TrimPrefix(line, "#!"))
}

// Run runs the verifier in a package.
func (p Program) Run(t testing.TB, dir string, args ...string) {
	t.Helper()
	words := append([]string{p.path}, args...)
	if filepath.Base(p.path) == "bt" {
		words = append([]string{p.python, "-c", ErrorsOnly}, args...)
	}
	command := exec.CommandContext(t.Context(), words[0], words[1:]...)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil || strings.Contains(string(out), "FATAL ERROR") {
		t.Errorf("%s %s: %v\n%s", filepath.Base(p.path), strings.Join(args, " "), err, out)
	}
}
