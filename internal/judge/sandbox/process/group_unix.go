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

// group is a process group, named by its leader, the program's first process.
type group struct{ id int }

// groupAttr makes the program the leader of a session, and so of a group, of its own. The session does not have the
// user's terminal.
func groupAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// withoutSession makes the program only the leader of a group, in case a filter of system calls refused the session.
// It reports whether starting again is worth a try.
func withoutSession(cmd *exec.Cmd, err error) bool {
	refused := cmd.SysProcAttr != nil && cmd.SysProcAttr.Setsid && (errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSYS))
	if refused {
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	}
	return refused
}

// adopt takes over a program that has just been started. Its group needs no help of the system that could fail.
func adopt(first *os.Process, limits sandbox.Limits) (group, error) {
	limitStarted(first.Pid, limits)
	return group{first.Pid}, nil
}

// keepsEnded says whether inspect still counts the time of processes that have ended and were waited for.
const keepsEnded = false

func (g group) close() {}

// dying is how long kill waits for killed processes to disappear.
const dying = time.Second

// kill kills all processes of the group and waits until they are gone. The system's first process collects orphans;
// if it does not, they remain as zombies.
func (g group) kill() {
	for deadline := time.Now().Add(dying); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if err := syscall.Kill(-g.id, syscall.SIGKILL); err != nil || g.inspect().processes == 0 {
			return
		}
	}
}

// exitOf returns the exit code, or -1 and the signal.
func exitOf(state *os.ProcessState) (code, signal int) {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return -1, int(status.Signal())
	}
	return state.ExitCode(), 0
}

func isBusy(err error) bool { return errors.Is(err, syscall.ETXTBSY) }
