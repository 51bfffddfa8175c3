package namespaces

import (
	"os/exec"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// One count answers requests until there is no room by it; only requests for processes need another one.
func TestProcessesAreCountedWhenNeeded(t *testing.T) {
	t.Parallel()
	leader := exec.Command("/bin/sh", "-c", "sleep 60 & sleep 60 & wait")
	leader.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := leader.Start(); err != nil {
		t.Fatal(err)
	}
	people := session(leader.Process.Pid)
	t.Cleanup(func() {
		people.abandoned()
		_ = leader.Wait()
	})
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		if pids, err := people.list(); err != nil || time.Now().After(deadline) {
			t.Fatalf("processes: %v, %v", pids, err)
		} else if len(pids) == 2 {
			break
		}
	}
	box := &plainBox{session: people}
	start, signal := &question{call: unix.SYS_CLONE}, &question{call: unix.SYS_KILL}
	box.begin(0)
	if box.mustCount(start) || !box.mayStart() {
		t.Error("counts without a bound")
	}
	box.begin(4)
	if !box.mustCount(start) || box.mustCount(signal) {
		t.Error("does not count before the first process, or does before a signal")
	}
	box.count()
	if box.mustCount(start) || !box.mayStart() || !box.mayStart() {
		t.Error("no room for two more processes")
	}
	if !box.mustCount(start) || box.mayStart() {
		t.Error("room for a third process")
	}
	box.begin(2)
	box.count()
	if box.mayStart() || !box.mustCount(start) {
		t.Error("room where two processes live already")
	}
}

// A box with namespaces counts nothing.
func TestNamespacesCountNothing(t *testing.T) {
	t.Parallel()
	if (*plainBox)(nil).mustCount(&question{call: unix.SYS_CLONE}) {
		t.Error("counts processes that the kernel counts")
	}
}
