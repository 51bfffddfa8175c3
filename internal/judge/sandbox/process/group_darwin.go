package process

import (
	"os"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
)

// lookInterval is how often the judge checks a program.
const lookInterval = 5 * time.Millisecond

// zombie is SZOMB of sys/proc.h.
const zombie = 5

// inspect asks the kernel for the processes of the group (sysctl(3), kern.proc.pgrp) and for what each uses.
func (g group) inspect() usage {
	processes, err := unix.SysctlKinfoProcSlice("kern.proc.pgrp", g.id)
	if err != nil {
		return usage{}
	}
	var members []int
	for _, p := range processes {
		if p.Proc.P_stat != zombie {
			members = append(members, int(p.Proc.P_pid))
		}
	}
	return sumRusages(members, rusageOf)
}

// frequency is that of the machine's clock in Hz: 24 MHz with Apple's processors, 1 GHz with Intel's.
var frequency = sync.OnceValue(func() uint64 {
	if hertz, err := unix.SysctlUint64("hw.tbfrequency"); err == nil && hertz > 0 {
		return hertz
	}
	return uint64(time.Second)
})

// rusageOf calls proc_pid_rusage(3) with RUSAGE_INFO_V4, by the system call behind it. It returns false if the process has ended.
func rusageOf(pid int) (rusage, bool) {
	const pidRusage, version4 = 9, 4 // PROC_INFO_CALL_PIDRUSAGE, RUSAGE_INFO_V4
	var raw [rusageSize]byte
	_, _, errno := syscall.Syscall6(unix.SYS_PROC_INFO, pidRusage, uintptr(pid), version4, 0, uintptr(unsafe.Pointer(&raw)), rusageSize)
	if errno != 0 {
		return rusage{}, false
	}
	return decodeRusage(&raw, frequency()), true
}

// peakOf returns 0: what wait4(2) says includes what the judge itself held before the program began.
func peakOf(*os.ProcessState) bytesize.Size { return 0 }

// limitStarted does nothing: the system lacks prlimit(2).
func limitStarted(int, sandbox.Limits) {}
