package sandboxtest

import (
	"embed"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"grundy/internal/judge/sandbox"
)

// sources holds the source of the executable "behaviours", which does what its first argument names.
//
//go:embed testdata
var sources embed.FS

// compile builds the executable and gives the mount that shows it. It skips the test where there is no compiler.
func compile(t *testing.T) sandbox.Mount {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc: the programs that the suite runs are written in C")
	}
	tree, err := fs.Sub(sources, "testdata")
	if err != nil {
		t.Fatal(err)
	}
	source, target := t.TempDir(), t.TempDir()
	if err := os.CopyFS(source, tree); err != nil {
		t.Fatal(err)
	}
	args := []string{"-O1", "-w", "-pthread", "-o", filepath.Join(target, executable), filepath.Join(source, "behaviours.c")}
	if runtime.GOOS == "linux" {
		args = append(args, "-static")
	}
	if output, err := exec.Command(gcc, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v\n%s", gcc, args, err, output)
	}
	return sandbox.Mount{Name: "suite", Host: target}
}

const executable = "behaviours"
