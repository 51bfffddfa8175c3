package namespaces

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// event is something that a box counts besides time and memory, in the terms of perf_event_open(2).
type event struct{ Type, Config uint32 }

// instructions are those that the processor retires for programs themselves, without the kernel's on their behalf.
var instructions = event{unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_INSTRUCTIONS}

// taskClock is counted by the kernel: the nanoseconds of CPU time, including the kernel's own on behalf of programs,
// whatever else the event says.
var taskClock = event{unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_TASK_CLOCK}

// eventCounter counts an event in everything that the thread which opened it starts. The event is off for the thread and its
// clones until they execute a program. From there on all descendants inherit it, orphans included. So a run costs no
// more than reading the sum at its end. A nil tally counts nothing.
type eventCounter struct {
	fd int
	// anchor is an event that is not inherited and never counts. Without it the kernel would treat the events of a
	// thread and of its fresh clone as interchangeable and swap them instead of switching from one to the other. The
	// clone would then enable the thread's own event when it executes a program, once and for all.
	anchor int
	last   reading
}

// reading is the kernel's answer about an event (PERF_FORMAT_TOTAL_TIME_*).
type reading struct{ value, enabled, running uint64 }

// openEventCounter begins to count. It fails if the counter does not exist or the user may not use it.
func openEventCounter(e event) (*eventCounter, error) {
	fd, err := openEvent(e, unix.PerfBitInherit|unix.PerfBitEnableOnExec)
	if err != nil {
		return nil, err
	}
	anchor, err := openEvent(event{unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_DUMMY}, 0)
	if err != nil {
		return nil, errors.Join(err, unix.Close(fd))
	}
	return &eventCounter{fd: fd, anchor: anchor}, nil
}

// openEvent opens an event of the calling thread, switched off.
func openEvent(e event, bits uint64) (int, error) {
	attr := unix.PerfEventAttr{
		Type: e.Type, Config: uint64(e.Config), Size: uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
		Bits:        bits | unix.PerfBitDisabled | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
		Read_format: unix.PERF_FORMAT_TOTAL_TIME_ENABLED | unix.PERF_FORMAT_TOTAL_TIME_RUNNING,
	}
	fd, err := unix.PerfEventOpen(&attr, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		return -1, fmt.Errorf("perf_event_open: %w", err)
	}
	return fd, nil
}

// take returns the count since the last call, or 0 if it is unknown.
func (t *eventCounter) take() int64 {
	if t == nil {
		return 0
	}
	now, err := t.read()
	if err != nil {
		return 0
	}
	last := t.last
	t.last = now
	return now.since(last)
}

// since returns the count between two readings. A counter that was shared with others, or that the processor's core
// lacks, ran for only part of the time: what it missed could only be guessed.
func (r reading) since(last reading) int64 {
	if r.running-last.running < r.enabled-last.enabled {
		return 0
	}
	return int64(r.value - last.value)
}

func (t *eventCounter) read() (reading, error) {
	var buffer [24]byte
	n, err := unix.Read(t.fd, buffer[:])
	if err == nil && n < len(buffer) {
		err = fmt.Errorf("perf event: got %d bytes, want %d", n, len(buffer))
	}
	word := func(i int) uint64 { return binary.NativeEndian.Uint64(buffer[8*i:]) }
	return reading{word(0), word(1), word(2)}, err
}

func (t *eventCounter) close() error { return errors.Join(unix.Close(t.fd), unix.Close(t.anchor)) }

// CountsInstructions reports whether boxes of this machine count instructions; the error says why not.
func CountsInstructions() error {
	t, err := openEventCounter(instructions)
	if err == nil {
		return t.close()
	}
	cpu, _ := os.ReadFile("/proc/cpuinfo")
	return errors.New(noCounter(err, string(cpu)))
}

// CountsTime reports whether boxes without control groups count the CPU time of everything that programs start, even
// of processes that are never waited for; the error says why not.
func CountsTime() error {
	t, err := openEventCounter(taskClock)
	if err == nil {
		return t.close()
	}
	return errors.New(noCounter(err, ""))
}

// noCounter explains an error of openEventCounter.
func noCounter(err error, cpuinfo string) string {
	switch {
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		return "not permitted here: sudo sysctl kernel.perf_event_paranoid=2, and in a container --cap-add PERFMON"
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.EOPNOTSUPP), errors.Is(err, unix.ENODEV):
		if hypervised(cpuinfo) {
			return "this virtual machine has no performance monitoring unit"
		}
		return "the kernel knows no performance monitoring unit of this processor"
	case errors.Is(err, unix.ENOSYS):
		return "the kernel was built without performance events"
	}
	return err.Error()
}

// hypervised reports whether /proc/cpuinfo marks the processor as virtual, as x86 processors do.
func hypervised(cpuinfo string) bool {
	for line := range strings.Lines(cpuinfo) {
		if name, flags, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "flags" {
			return slices.Contains(strings.Fields(flags), "hypervisor")
		}
	}
	return false
}
