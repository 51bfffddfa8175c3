package tests

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"grundy/tests/suite"
)

// TestSlowReader checks that a reader that does not read the output does not slow the judging, and finds all of it
// later.
func TestSlowReader(t *testing.T) {
	needsLanguages(t, "bash")
	const tests = 300 // each prints more than a kilobyte: a pipe holds 64
	dir := t.TempDir()
	if err := writeCases(filepath.Join(dir, "cases"), tests); err != nil {
		t.Fatal(err)
	}
	suite.Write(t, filepath.Join(dir, "wrong.sh"), "printf '%01000d\\n' 0; printf '%01000d\\n' 0 >&2\n")
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	command := grundy(t, dir, "test", "--problem", "cases", "--format", "json", "--record", "run.json", "wrong.sh")
	command.Stdout, command.Stderr = write, os.Stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill() })
	if err := write.Close(); err != nil {
		t.Fatal(err)
	}
	// Without a reader the judging goes on to the end.
	eventually(t, "everything is judged", func() bool {
		record, err := os.ReadFile(filepath.Join(dir, "run.json"))
		return err == nil && bytes.Contains(record, []byte(`{"event":"end"`))
	})
	printed, err := io.ReadAll(read)
	if err != nil {
		t.Fatal(err)
	}
	_ = command.Wait()
	if code := command.ProcessState.ExitCode(); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	recorded, err := os.ReadFile(filepath.Join(dir, "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(printed, recorded) || bytes.Count(printed, []byte("\n")) != 2*tests+6 {
		t.Errorf("%d lines were printed and %d recorded, want the same %d", bytes.Count(printed, []byte("\n")), bytes.Count(recorded, []byte("\n")), 2*tests+6)
	}
	for i := range tests {
		if name := fmt.Sprintf(`"test":"secret/%d"`, i+1); !bytes.Contains(printed, []byte(name)) {
			t.Errorf("%s is missing", name)
		}
	}
}
