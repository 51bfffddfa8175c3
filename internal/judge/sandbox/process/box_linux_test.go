package process

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"grundy/internal/judge/sandbox"
)

// An executable that another process has open is tried again until it is closed. Any other failure is final.
func TestStart(t *testing.T) {
	program := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		path        string
		busy        time.Duration // how long it is open for writing
		least, most time.Duration
		want        error
	}{
		"at once":  {program, 0, 0, 0, nil},
		"soon":     {program, 50 * time.Millisecond, 50 * time.Millisecond, 51 * time.Millisecond, nil},
		"never":    {program, time.Hour, 2 * time.Second, time.Minute, syscall.ETXTBSY},
		"no such":  {program + "s", 0, 0, 0, os.ErrNotExist},
		"a folder": {filepath.Dir(program), 0, 0, 0, os.ErrPermission},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begun := time.Now()
				if test.busy > 0 {
					writer, err := os.OpenFile(program, os.O_WRONLY, 0)
					if err != nil {
						t.Fatal(err)
					}
					closing := time.AfterFunc(test.busy, func() { _ = writer.Close() })
					defer func() {
						if closing.Stop() {
							_ = writer.Close()
						}
					}()
				}
				cmd, err := start(exec.Command(test.path), sandbox.Limits{})
				took := time.Since(begun)
				if !errors.Is(err, test.want) || took < test.least || took > test.most {
					t.Errorf("got %v after %s, want %v after %s to %s", err, took, test.want, test.least, test.most)
				}
				if err == nil {
					if err := cmd.Wait(); err != nil {
						t.Error(err)
					}
				}
			})
		})
	}
}
