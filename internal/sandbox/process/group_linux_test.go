package process

import (
	"maps"
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"

	"grundy/internal/bytesize"
	"grundy/internal/sandbox"
)

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
