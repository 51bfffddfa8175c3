//go:build amd64 || arm64

package backend

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
)

func TestExit(t *testing.T) {
	path := t.TempDir() + "/" + programName
	if err := os.WriteFile(path, executable(exit[runtime.GOARCH]), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command(path).Run(); err != nil {
		t.Error(err)
	}
}
