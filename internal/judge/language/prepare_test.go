package language_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grundy/internal/store/cache"
)

// placeVariable makes a test a process of its own, which builds in the directory that the variable names.
const placeVariable = "GRUNDY_TEST_PREPARE"

// preparing starts a process that builds a Bash script with a preparation. The preparation makes a note in the file
// tries when it begins, and ends when the file go exists.
func preparing(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	child.Env = append(os.Environ(), placeVariable+"="+dir)
	child.Stdout, child.Stderr = t.Output(), t.Output()
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	return child
}

// TestPreparedOnce checks that only one of two processes with an empty cache prepares, and that a killed one does not
// block the others.
func TestPreparedOnce(t *testing.T) {
	if dir := os.Getenv(placeVariable); dir != "" {
		builder := newBuilder(t, filepath.Join(dir, "cache"), configure(t, fmt.Sprintf(`
bash:
  compile: bash -c 'test -f "$PREPARED/made"'
  compile-env: {PREPARED: "{prepared}"}
  prepare:
    command: "bash %s/prepare {prepared}"
`, dir)))
		_, err := builder.Build(t.Context(), &box{t: t}, source(map[string]string{"a.sh": "echo 1\n"}), limits)
		skipMissing(t, err)
		return
	}
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("needs Bash")
	}
	dir := t.TempDir()
	script := "cd \"${0%/*}\"; echo >> tries; while ! test -f go; do sleep 0.02; done; touch \"$1/made\"\n"
	if err := os.WriteFile(filepath.Join(dir, "prepare"), []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	tried := func(want int) {
		t.Helper()
		var tries []byte
		for end := time.Now().Add(time.Minute); len(tries) < want && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
			tries, _ = os.ReadFile(filepath.Join(dir, "tries"))
		}
		if len(tries) != want {
			t.Fatalf("prepared %d times, want %d", len(tries), want)
		}
	}
	killed := preparing(t, dir)
	tried(1)
	first, second := preparing(t, dir), preparing(t, dir)
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = killed.Wait() // it was killed
	tried(2)
	if err := os.WriteFile(filepath.Join(dir, "go"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, child := range []*exec.Cmd{first, second} {
		if err := child.Wait(); err != nil {
			t.Errorf("a process that waited: %v", err)
		}
	}
	tried(2)
	// Opening the cache removes what the killed process left; those that waited may have opened it earlier.
	if err := cache.Open(filepath.Join(dir, "cache"), "", slog.New(slog.DiscardHandler)).Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(filepath.Join(dir, "cache", "temporary")); err != nil || len(left) > 0 {
		t.Errorf("left is %v, %v", left, err)
	}
}

// A preparation runs on the host. There any user may place settings into the path that is a program's home directory
// in a box.
func TestPreparedWithoutSettingsOfOthers(t *testing.T) {
	found := filepath.Join(t.TempDir(), "found")
	builder := newBuilder(t, t.TempDir(), configure(t, fmt.Sprintf(`
bash:
  prepare:
    command: bash -c 'echo "$HOME" > %[1]s; ls -A "$HOME" >> %[1]s'
`, found)))
	_, err := builder.Build(t.Context(), &box{t: t}, source(map[string]string{"a.sh": "echo 1\n"}), limits)
	skipMissing(t, err)
	if home, err := os.ReadFile(found); err != nil || bytes.Count(home, []byte("\n")) != 1 || string(home) == "/tmp\n" {
		t.Errorf("got %q, %v; want an empty home directory", home, err)
	}
}

// TestPreparedForFlags checks that a preparation that builds can do without is made beside the first build with some
// flags, and that the next one with them uses it.
func TestPreparedForFlags(t *testing.T) {
	dir := t.TempDir()
	for _, flags := range []string{"-DA", "-DB -I/usr/include"} {
		builder := newBuilder(t, dir, configure(t, fmt.Sprintf(`
bash:
  flags: %s
  compile: bash -c 'if [ "$PREPARED" ]; then cat "$PREPARED/made"; else echo unprepared; fi' sh {flags}
  compile-env: {PREPARED: "{prepared}"}
  prepare:
    when: echo
    command: bash -c 'shift; echo "$@" > made' sh {prepared} {flags}
`, flags)))
		made, _, _ := strings.Cut(flags, " -I") // directories of headers do not matter
		for _, want := range []string{"unprepared", made} {
			program, err := builder.Build(t.Context(), &box{t: t}, source(map[string]string{"a.sh": "echo " + want + flags + "\n"}), limits)
			skipMissing(t, err)
			if err != nil || program.Log != want+"\n" {
				t.Errorf("flags %s: got %v, %v, want the log %q", flags, program, err, want)
			}
			builder.Wait()
		}
	}
}
