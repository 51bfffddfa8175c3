package process

import (
	"bytes"
	"maps"
	"os/exec"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
)

// Given limits are set, and others stay unchanged.
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
			defer func() {
				_ = cmd.Process.Kill()
				_ = cmd.Wait()
			}()
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
			maps.Copy(want, test.changed)
			limitStarted(cmd.Process.Pid, test.limits)
			for name, resource := range resources {
				if got := soft(resource); got != want[name] {
					t.Errorf("the limit of %s is %d, want %d", name, got, want[name])
				}
			}
		})
	}
}

// A program begins with its own stack limit, and may raise it as far as the judge could. The judge's own limit stays.
func TestStartWith(t *testing.T) {
	var before, after unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_STACK, &before); err != nil {
		t.Fatal(err)
	}
	const larger = 512 * bytesize.MiB
	limits := sandbox.Limits{Memory: larger}
	if before.Max < uint64(larger) || before.Cur >= uint64(limits.Stack()) {
		t.Skipf("the limits of the stack are %d and %d here", before.Cur, before.Max)
	}
	var said bytes.Buffer
	cmd := exec.Command("sh", "-c", "ulimit -S -s; ulimit -H -s")
	cmd.Stdout = &said
	if err := startWith(limits, cmd.Start); err != nil {
		t.Fatal(err)
	}
	limitStarted(cmd.Process.Pid, limits)
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	hard := "unlimited"
	if before.Max != unix.RLIM_INFINITY {
		hard = strconv.FormatUint(before.Max>>10, 10)
	}
	if got, want := said.String(), "491520\n"+hard+"\n"; got != want {
		t.Errorf("the program has %q, want %q", got, want)
	}
	if err := unix.Getrlimit(unix.RLIMIT_STACK, &after); err != nil || after != before {
		t.Errorf("the judge has %v after %v, %v", after, before, err)
	}
}
