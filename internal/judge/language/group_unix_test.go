//go:build unix

package language

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// The processes that a command started are gone when it ends or its context does.
func TestGuardedCommandLeavesNothing(t *testing.T) {
	// A living process keeps the pipe open for writing.
	const lives = "exec 4>pipe; "
	for name, test := range map[string]struct {
		script  string
		timeout time.Duration
		output  string
		fails   bool
	}{
		"ends":      {lives + "echo out; echo err >&2; sleep 1000 >/dev/null 2>&1 &", time.Minute, "out\nerr\n", false},
		"fails":     {lives + "echo out; exit 3", time.Minute, "out\n", true},
		"cancelled": {lives + "sleep 1000 & sleep 1000", 100 * time.Millisecond, "", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			path := filepath.Join(dir, "pipe")
			if err := syscall.Mkfifo(path, 0o600); err != nil {
				t.Fatal(err)
			}
			pipe, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer pipe.Close()
			ctx, cancel := context.WithTimeout(t.Context(), test.timeout)
			defer cancel()
			command := exec.CommandContext(ctx, "/bin/sh", "-c", test.script)
			command.Dir = dir
			command.WaitDelay = time.Second
			output, err := runGuarded(command)
			if string(output) != test.output || (err != nil) != test.fails {
				t.Errorf("printed %q, %v", output, err)
			}
			if err := pipe.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadAll(pipe); err != nil {
				t.Errorf("something goes on after the command: %v", err)
			}
		})
	}
	if _, err := runGuarded(exec.Command("grundy-no-such-command")); err == nil {
		t.Error("a command that is not there: no error")
	}
}
