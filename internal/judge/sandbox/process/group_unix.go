//go:build unix

package process

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"

	"grundy/internal/judge/sandbox"
)

// group is a process group, by the number of its leader, the program's first process.
type group struct{ id int }

// groupAttr makes the program the leader of a session, and so of a group, of its own: the user's terminal is not that of the session.
func groupAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// withoutSession makes the program the leader of a group alone, where a filter of system calls may have refused the session. It
// reports whether that is worth another try.
func withoutSession(cmd *exec.Cmd, err error) bool {
	refused := cmd.SysProcAttr != nil && cmd.SysProcAttr.Setsid && (errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSYS))
	if refused {
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	}
	return refused
}

// adopt takes over a program that has just been started.
func adopt(first *os.Process, limits sandbox.Limits) group {
	limitStarted(first.Pid, limits)
	return group{first.Pid}
}

// keepsEnded tells whether inspect still counts the time of processes that have ended and been waited for.
const keepsEnded = false

func (g group) close() {}

// dying is how long killed processes may take to go.
const dying = time.Second

// kill kills all processes of the group and waits until they are gone. The system's first process collects orphans;
// where it does not, they remain as zombies.
func (g group) kill() {
	for deadline := time.Now().Add(dying); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if err := syscall.Kill(-g.id, syscall.SIGKILL); err != nil || g.inspect().processes == 0 {
			return
		}
	}
}

// exitOf gives the exit code, or -1 and the signal.
func exitOf(state *os.ProcessState) (code, signal int) {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return -1, int(status.Signal())
	}
	return state.ExitCode(), 0
}

func isBusy(err error) bool { return errors.Is(err, syscall.ETXTBSY) }
