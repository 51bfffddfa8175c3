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

	"golang.org/x/sys/unix"

	"grundy/internal/bytesize"
	"grundy/internal/sandbox"
)

// What is still open in another process is tried again until it is not, and nothing else is.
func TestStart(t *testing.T) {
	program := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		path string
		busy time.Duration // how long it is written
		took [2]time.Duration
		want error
	}{
		"at once":  {program, 0, [2]time.Duration{0, 0}, nil},
		"soon":     {program, 50 * time.Millisecond, [2]time.Duration{50 * time.Millisecond, 51 * time.Millisecond}, nil},
		"never":    {program, time.Hour, [2]time.Duration{2 * time.Second, time.Minute}, syscall.ETXTBSY},
		"no such":  {program + "s", 0, [2]time.Duration{0, 0}, os.ErrNotExist},
		"a folder": {filepath.Dir(program), 0, [2]time.Duration{0, 0}, os.ErrPermission},
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
				cmd, err := start(exec.Command(test.path))
				took := time.Since(begun)
				if !errors.Is(err, test.want) || took < test.took[0] || took > test.took[1] {
					t.Errorf("got %v after %s, want %v after %s to %s", err, took, test.want, test.took[0], test.took[1])
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

// A limit is set where there is one, and whatever has none stays as it was.
func TestLimitStarted(t *testing.T) {
	resources := map[string]int{"stack": unix.RLIMIT_STACK, "file size": unix.RLIMIT_FSIZE, "open files": unix.RLIMIT_NOFILE}
	for name, test := range map[string]struct {
		limits  sandbox.Limits
		changed map[string]uint64
	}{
		"none":       {sandbox.Limits{}, nil},
		"memory":     {sandbox.Limits{Memory: 4 * bytesize.MiB}, map[string]uint64{"stack": 15 << 18}},
		"output":     {sandbox.Limits{Output: bytesize.KiB}, map[string]uint64{"file size": 1<<10 + 1}},
		"open files": {sandbox.Limits{OpenFiles: 20}, map[string]uint64{"open files": 20}},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command("sleep", "1000")
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = cmd.Wait() }()
			defer func() { _ = cmd.Process.Kill() }()
			soft := func(resource int) uint64 {
				var is unix.Rlimit
				if err := unix.Prlimit(cmd.Process.Pid, resource, nil, &is); err != nil {
					t.Fatal(err)
				}
				return is.Cur
			}
			want := map[string]uint64{}
			for name, resource := range resources {
				want[name] = soft(resource)
			}
			for name, value := range test.changed {
				want[name] = value
			}
			limitStarted(cmd.Process.Pid, test.limits)
			for name, resource := range resources {
				if got := soft(resource); got != want[name] {
					t.Errorf("the limit of %s is %d, want %d", name, got, want[name])
				}
			}
		})
	}
}

func TestVariable(t *testing.T) {
	env := []string{"PATHS=/a", "PATH=/b", "PATH=/c=d", "HOME=/e", "PATH"}
	for name, want := range map[string]string{"PATH": "/c=d", "HOME": "/e", "USER": ""} {
		if got := variable(env, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
