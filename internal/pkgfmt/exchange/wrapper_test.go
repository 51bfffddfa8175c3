package exchange

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestTestlibScript calls a stand-in for a testlib checker: it requires the three files, prints a message, and
// exits.
func TestTestlibScript(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("needs sh")
	}
	tests := []struct {
		code    int
		message string
		scoring bool
		exit    int
		file    string // file of the feedback
		score   string
	}{
		{code: 0, message: "ok 3 numbers", exit: 42},
		{code: 1, message: "wrong answer", exit: 43},
		{code: 2, message: "wrong output format", exit: 43},
		{code: 8, message: "unexpected eof", exit: 43},
		{code: 3, message: "FAIL", exit: 1},
		{code: 139, exit: 1},
		{code: 7, message: "points 12.5 well", scoring: true, exit: 42, file: "score.txt", score: "12.5\n"},
		{code: 7, message: "points 0.0", scoring: true, exit: 43},
		{code: 7, message: "points -1", scoring: true, exit: 43},
		{code: 7, message: "points 5", exit: 42},
		{code: 3, message: "partially correct (3) hm", scoring: true, exit: 42, file: "score_multiplier.txt", score: "0.03\n"},
		{code: 100, message: "partially correct (100)", scoring: true, exit: 42, file: "score_multiplier.txt", score: "1\n"},
		{code: 0, message: "partially correct (0)", scoring: true, exit: 43},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%d %s %v", test.code, test.message, test.scoring), func(t *testing.T) {
			dir, feedback := t.TempDir(), t.TempDir()
			checker := fmt.Sprintf("#!/bin/sh\n[ \"$1\" = in ] && [ \"$3\" = ans ] && [ \"$(cat \"$2\")\" = output ] || exit 99\necho '%s' >&2\nexit %d\n", test.message, test.code)
			for name, text := range map[string]string{"checker": checker, "run": testlibRun(checkerScript, test.scoring)} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			run := exec.CommandContext(t.Context(), "sh", filepath.Join(dir, "run"), "in", "ans", feedback+"/")
			run.Stdin = strings.NewReader("output")
			_ = run.Run()
			if got := run.ProcessState.ExitCode(); got != test.exit {
				t.Errorf("exit code %d, want %d", got, test.exit)
			}
			files := map[string]string{"judgemessage.txt": test.message + "\n"}
			if test.file != "" {
				files[test.file] = test.score
			}
			entries, err := os.ReadDir(feedback)
			if err != nil || len(entries) != len(files) {
				t.Errorf("feedback %v, want %v", entries, files)
			}
			for name, want := range files {
				if got := content(t, feedback, name); got != want {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
		})
	}
}
