package library_test

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestGenerators makes the data of all problems anew, by their generators.yaml, and demands the files that ship, to the
// byte. Every generator runs twice.
func TestGenerators(t *testing.T) {
	grundy := grundyProgram(t)
	args := []string{"generate", "--check", "--verbose"}
	for _, problem := range packages(t) {
		args = append(args, filepath.Join(root, "problems", problem))
	}
	command := exec.CommandContext(t.Context(), grundy[0], args...)
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// packages are the IDs of the problems that ship.
func packages(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "problems", "*", "problem.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no problems: %v", err)
	}
	var ids []string
	for _, file := range files {
		ids = append(ids, filepath.Base(filepath.Dir(file)))
	}
	return ids
}
