//go:build unix

package language

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Whatever a command started is gone after it, and after the end of its context.
func TestGuardedCommandLeavesNothing(t *testing.T) {
	for name, test := range map[string]struct {
		script  string
		timeout time.Duration
		output  string
		fails   bool
	}{
		"ends":      {"echo out; echo err >&2; (sleep 1; touch late) >/dev/null 2>&1 &", time.Minute, "out\nerr\n", false},
		"fails":     {"echo out; exit 3", time.Minute, "out\n", true},
		"cancelled": {"(sleep 1; touch late) & sleep 1000", 100 * time.Millisecond, "", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), test.timeout)
			defer cancel()
			command := exec.CommandContext(ctx, "/bin/sh", "-c", test.script)
			command.Dir = t.TempDir()
			command.WaitDelay = time.Second
			output, err := runGuarded(command)
			if string(output) != test.output || (err != nil) != test.fails {
				t.Errorf("printed %q, %v", output, err)
			}
			time.Sleep(1500 * time.Millisecond)
			if _, err := os.Stat(filepath.Join(command.Dir, "late")); !os.IsNotExist(err) {
				t.Errorf("something went on after the command: %v", err)
			}
		})
	}
	if _, err := runGuarded(exec.Command("grundy-no-such-command")); err == nil {
		t.Error("a command that is not there: no error")
	}
}
