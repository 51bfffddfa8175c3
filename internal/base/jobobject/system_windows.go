package jobobject

import (
	"errors"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// system is the kernel of this machine.
type system struct{}

func (system) create() (job, port windows.Handle, err error) {
	if job, err = windows.CreateJobObject(nil, nil); err != nil {
		return 0, 0, err
	}
	if port, err = windows.CreateIoCompletionPort(windows.InvalidHandle, 0, 0, 1); err != nil {
		return 0, 0, errors.Join(err, windows.CloseHandle(job))
	}
	return job, port, nil
}

func (system) set(job windows.Handle, class uint32, info unsafe.Pointer, size uintptr) error {
	_, err := windows.SetInformationJobObject(job, class, uintptr(info), uint32(size))
	return err
}

func (system) query(job windows.Handle, class uint32, info unsafe.Pointer, size uintptr) error {
	return windows.QueryInformationJobObject(job, int32(class), uintptr(info), uint32(size), nil)
}

func (system) assign(job windows.Handle, pid uint32) error {
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, pid)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(process)
	return windows.AssignProcessToJobObject(job, process)
}

// resume lets the threads of a process run. A suspended program has one, which only a list of all threads names.
func (system) resume(pid uint32) error {
	all, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(all)
	resumed := false
	entry := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	for err = windows.Thread32First(all, &entry); err == nil; err = windows.Thread32Next(all, &entry) {
		if entry.OwnerProcessID != pid {
			continue
		}
		thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, entry.ThreadID)
		if err != nil {
			return err
		}
		_, err = windows.ResumeThread(thread)
		if err := errors.Join(err, windows.CloseHandle(thread)); err != nil {
			return err
		}
		resumed = true
	}
	if !resumed {
		return errors.New("it has no thread")
	}
	return nil
}

func (system) message(port windows.Handle) (message uint32, found bool) {
	var (
		key     uintptr
		subject *windows.Overlapped // the number of a process
	)
	err := windows.GetQueuedCompletionStatus(port, &message, &key, &subject, 0)
	return message, err == nil
}

// memoryCounters is PROCESS_MEMORY_COUNTERS.
type memoryCounters struct {
	size, pageFaults                                         uint32
	peakWorkingSet, workingSet                               uintptr
	peakPagedPool, pagedPool, peakNonPagedPool, nonPagedPool uintptr
	committed, peakCommitted                                 uintptr
}

var processMemory = windows.NewLazySystemDLL("kernel32.dll").NewProc("K32GetProcessMemoryInfo")

// counters returns what a process has used, and committed at most; 0 for one that has ended.
func (system) counters(pid uint32) (cpu time.Duration, memory uint64) {
	process, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION|windows.PROCESS_VM_READ, false, pid)
	if err != nil {
		return 0, 0
	}
	defer windows.CloseHandle(process)
	var begun, ended, kernel, user windows.Filetime
	if windows.GetProcessTimes(process, &begun, &ended, &kernel, &user) == nil {
		cpu = duration(kernel) + duration(user)
	}
	counted := memoryCounters{size: uint32(unsafe.Sizeof(memoryCounters{}))}
	if done, _, _ := processMemory.Call(uintptr(process), uintptr(unsafe.Pointer(&counted)), uintptr(counted.size)); done != 0 {
		memory = uint64(counted.peakCommitted)
	}
	return cpu, memory
}

// duration converts a span of time, which Filetime.Nanoseconds would take for a date.
func duration(span windows.Filetime) time.Duration {
	return time.Duration(int64(span.HighDateTime)<<32|int64(span.LowDateTime)) * tick
}

func (system) terminate(job windows.Handle) { _ = windows.TerminateJobObject(job, 1) }

func (system) close(handles ...windows.Handle) {
	for _, handle := range handles {
		_ = windows.CloseHandle(handle)
	}
}
