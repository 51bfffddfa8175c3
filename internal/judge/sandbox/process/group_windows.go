package process

import (
	"os"
	"os/exec"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
)

// lookInterval is how often the judge checks a program.
const lookInterval = 20 * time.Millisecond

// group is a job object. If Windows refuses one, only the first process is known.
type group struct {
	job   windows.Handle // or 0
	first *os.Process
}

// withoutSession returns false: Windows has no such sessions.
func withoutSession(*exec.Cmd, error) bool { return false }

// groupAttr shields the program from a Ctrl-C meant for the judge.
func groupAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// startWith starts a program.
func startWith(_ sandbox.Limits, start func() error) error { return start() }

// peakOf returns 0: the peak is unknown.
func peakOf(*os.ProcessState) bytesize.Size { return 0 }

// adopt puts a program that has just been started into a job, which dies with the judge. Processes that the program
// starts before that escape.
func adopt(first *os.Process, _ sandbox.Limits) group {
	g := group{first: first}
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return g
	}
	var limits windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err == nil {
		err = assign(job, first.Pid)
	}
	if err != nil {
		windows.CloseHandle(job)
		return g
	}
	g.job = job
	return g
}

func assign(job windows.Handle, pid int) error {
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(pid))
	if err != nil {
		return err
	}
	defer windows.CloseHandle(process)
	return windows.AssignProcessToJobObject(job, process)
}

// keepsEnded says whether inspect still counts the time of processes that have ended and were waited for.
const keepsEnded = true

func (g group) close() {
	if g.job != 0 {
		windows.CloseHandle(g.job)
	}
}

func (g group) kill() {
	if g.job != 0 {
		_ = windows.TerminateJobObject(g.job, 1)
	}
	_ = g.first.Kill()
}

// accounting is JOBOBJECT_BASIC_ACCOUNTING_INFORMATION; times are in units of 100 ns.
type accounting struct {
	userTime, kernelTime, periodUserTime, periodKernelTime     int64
	pageFaults, processes, activeProcesses, terminatedByLimits uint32
}

// inspect queries the job, which also counts processes that have ended and knows its peak of memory.
func (g group) inspect() usage {
	if g.job == 0 {
		return usage{}
	}
	var (
		sum    accounting
		limits windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	)
	err := windows.QueryInformationJobObject(g.job, windows.JobObjectBasicAccountingInformation,
		uintptr(unsafe.Pointer(&sum)), uint32(unsafe.Sizeof(sum)), nil)
	if err != nil {
		return usage{}
	}
	err = windows.QueryInformationJobObject(g.job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)), nil)
	if err != nil {
		return usage{}
	}
	const unit = 100 * time.Nanosecond
	return usage{
		cpu:       time.Duration(sum.userTime+sum.kernelTime) * unit,
		memory:    bytesize.Size(limits.PeakJobMemoryUsed),
		processes: int(sum.activeProcesses),
	}
}

// exitOf returns the exit code; Windows has no signals.
func exitOf(state *os.ProcessState) (code, signal int) { return state.ExitCode(), 0 }

// isBusy returns false: the race of fork(2) that it detects elsewhere does not exist on Windows.
func isBusy(error) bool { return false }
