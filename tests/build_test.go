package tests

import (
	"debug/buildinfo"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/tests/suite"
)

// TestBuildsAlike checks that go build makes the same program as make, except for its symbols and the paths of the
// machine. It leaves the paths out, too, so that nothing is compiled twice.
func TestBuildsAlike(t *testing.T) {
	suite.NeedsAll(t, "links the program")
	plain := filepath.Join(t.TempDir(), "grundy")
	build := exec.CommandContext(t.Context(), "go", "build", "-C", "..", "-trimpath", "-o", plain, ".")
	build.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	if diff := cmp.Diff(codeOf(t, plain), codeOf(t, builtBinary(t))); diff != "" {
		t.Errorf("go build and make build differ (-go +make):\n%s", diff)
	}
}

// codeOf returns what determines the code of a program: its modules and build settings.
func codeOf(t *testing.T, binary string) map[string]string {
	t.Helper()
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	code := map[string]string{}
	for _, module := range info.Deps {
		code[module.Path] = module.Version
	}
	for _, setting := range info.Settings {
		code[setting.Key] = setting.Value
	}
	maps.DeleteFunc(code, func(key, _ string) bool { return key == "-trimpath" || key == "-ldflags" })
	return code
}
