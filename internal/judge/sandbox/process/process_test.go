package process_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/process"
	"grundy/internal/judge/sandbox/sandboxtest"
)

func TestSuite(t *testing.T) {
	scratch := t.TempDir()
	host := process.New(scratch)
	t.Run("not-isolated", func(t *testing.T) { sandboxtest.Run(t, host, sandboxtest.Capabilities{}) })
	if err := host.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(scratch); err != nil || len(left) > 0 {
		t.Errorf("left in the scratch folder: %v, %v", left, err)
	}
}

// Any user may place settings into /tmp, where a program of another sandbox has its own home directory.
func TestTheHomeIsTheProgramsOwn(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	scratch := t.TempDir()
	box, err := process.New(scratch).Open(t.Context(), sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second program does not find what the first one left
		said, err := os.Create(filepath.Join(t.TempDir(), "said"))
		if err != nil {
			t.Fatal(err)
		}
		script := `echo "$HOME $CACHE $TMPDIRS $OTHER"; ls -A "$HOME"; echo > "$HOME/.settings"`
		result, err := box.Run(t.Context(), sandbox.Spec{
			Args: []string{"/bin/sh", "-c", script}, Env: []string{"PATH=/usr/bin:/bin", "HOME=/tmp", "CACHE=/tmp/cache", "TMPDIRS=/tmpdir", "OTHER=a /tmp"},
			Stdout: said, Stderr: said,
		})
		if err != nil || result.Exit != 0 {
			t.Errorf("got %v, %v", result, err)
		}
		got, err := os.ReadFile(said.Name())
		home, _, _ := strings.Cut(string(got), " ")
		if want := home + " " + home + "/cache /tmpdir a /tmp\n"; err != nil || string(got) != want || !strings.HasPrefix(home, scratch) {
			t.Errorf("it says %q, %v; want a home directory below %s", got, err, scratch)
		}
		said.Close()
	}
	if err := box.Close(); err != nil {
		t.Error(err)
	}
}
