package history_test

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"

	"grundy/internal/base/hint"
	"grundy/internal/store/history"
	"grundy/tests/machine"
)

// A file system without locks is not taken for a database that another program has locked. A process of its own stands for
// one: there the kernel refuses all such locks.
func TestWithoutLocks(t *testing.T) {
	const variable = "GRUNDY_TEST_WITHOUT_LOCKS"
	if os.Getenv(variable) == "" {
		again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
		again.Env = append(os.Environ(), variable+"=1")
		if output, err := again.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, output)
		}
		return
	}
	store := open(t, t.TempDir(), nil)
	if err := refuseLocks(); err != nil {
		t.Skip("needs filters of system calls: ", err)
	}
	_, err := store.Runs(t.Context(), history.Query{})
	if err != nil {
		t.Fatal("nothing was recorded, so there is nothing to open: ", err)
	}
	if err := os.WriteFile(store.Path(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = store.Runs(t.Context(), history.Query{})
	if err == nil || !strings.HasSuffix(err.Error(), "its file system has no locks") || !strings.Contains(hint.Of(err), "XDG_DATA_HOME") {
		t.Errorf("error %v, hint %q", err, hint.Of(err))
	}
}

// refuseLocks lets each lock of fcntl(2) fail in this process, as some network file systems do.
func refuseLocks() error {
	const number, second = 0, 24 // offsets in struct seccomp_data
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return machine.Filter([]bpf.Instruction{
		bpf.LoadAbsolute{Off: number, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: unix.SYS_FCNTL, SkipTrue: 3},
		bpf.LoadAbsolute{Off: second, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: unix.F_SETLK, SkipTrue: 1},
		bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOLCK)},
		bpf.RetConstant{Val: unix.SECCOMP_RET_ALLOW},
	}, unix.SECCOMP_FILTER_FLAG_TSYNC)
}
