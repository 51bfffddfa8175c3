package process

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/windows"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/jobobject"
	"grundy/internal/judge/sandbox"
)

// lookInterval is how often the judge checks a program.
const lookInterval = 20 * time.Millisecond

// group is a job object.
type group struct {
	*jobobject.Job
	first *os.Process
}

// withoutSession returns false: Windows has no such sessions.
func withoutSession(*exec.Cmd, error) bool { return false }

// groupAttr has the program wait for its job, and shields it from a Ctrl-C meant for the judge. Go's runtime has already
// turned off the windows that report a crash, which programs inherit.
func groupAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP | jobobject.Suspended}
}

// startWith starts a program.
func startWith(_ sandbox.Limits, start func() error) error { return start() }

// peakOf returns 0: the peak is unknown.
func peakOf(*os.ProcessState) bytesize.Size { return 0 }

// kernelDelay is how much CPU time a program gets beyond its limit before the kernel ends it. The judge ends it
// earlier, and knows then how much it used.
const kernelDelay = time.Second

// adopt puts a program that has just been started into a job, and lets it run.
func adopt(first *os.Process, limits sandbox.Limits) (group, error) {
	bounds := jobobject.Limits{Memory: uint64(limits.Memory), Processes: uint32(limits.Processes)}
	if limits.CPU > 0 {
		bounds.CPU = limits.CPU + kernelDelay
	}
	job, err := jobobject.Adopt(first.Pid, bounds)
	return group{job, first}, err
}

// keepsEnded says whether inspect still counts the time of processes that have ended and were waited for.
const keepsEnded = true

func (g group) close() { g.Close() }

func (g group) kill() {
	g.Kill()
	_ = g.first.Kill()
}

func (g group) inspect() usage {
	used := g.Usage()
	return usage{cpu: used.CPU, memory: bytesize.Size(used.Memory), processes: used.Processes, refused: used.Refused}
}

// exitOf returns the exit code; Windows has no signals.
func exitOf(state *os.ProcessState) (code, signal int) { return state.ExitCode(), 0 }

// isBusy reports whether another process holds an executable, such as a virus scanner that looks through a new one.
func isBusy(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_LOCK_VIOLATION)
}
