package jobobject

import (
	"errors"
	"fmt"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Suspended is the flag with which a program must be created. It runs only once it belongs to the job, so that no
// process that it starts at once escapes.
const Suspended = windows.CREATE_SUSPENDED

// Limits bound all processes of a job together. The zero value of a limit means no limit.
type Limits struct {
	Memory    uint64        // committed, in bytes: the kernel refuses more
	CPU       time.Duration // in user mode: the kernel ends the job, up to some seconds later
	Processes uint32
}

// Usage is what a job uses.
type Usage struct {
	CPU       time.Duration // of ended processes, too
	Memory    uint64        // peak of what the processes committed together
	Processes int           // those that live
	Refused   bool          // the kernel refused memory beyond the limit
}

// Job is a job object.
type Job struct {
	kernel kernel
	handle windows.Handle
	port   windows.Handle // receives the messages of the job
	// refused reports that a message about refused memory has arrived.
	refused bool
}

// kernel is what a job asks of Windows. Tests replace it.
type kernel interface {
	create() (job, port windows.Handle, err error)
	set(job windows.Handle, class uint32, info unsafe.Pointer, size uintptr) error
	query(job windows.Handle, class uint32, info unsafe.Pointer, size uintptr) error
	assign(job windows.Handle, pid uint32) error
	resume(pid uint32) error
	message(port windows.Handle) (message uint32, found bool)
	counters(pid uint32) (cpu time.Duration, memory uint64)
	terminate(job windows.Handle)
	close(handles ...windows.Handle)
}

// Adopt puts a program that was created with Suspended into a new job and lets it run. After an error the program
// is still suspended or has ended.
func Adopt(pid int, limits Limits) (*Job, error) { return adopt(system{}, uint32(pid), limits) }

func adopt(k kernel, pid uint32, limits Limits) (*Job, error) {
	handle, port, err := k.create()
	if err != nil {
		return nil, fmt.Errorf("create a job object: %w", err)
	}
	j := &Job{kernel: k, handle: handle, port: port}
	if err = j.bound(limits); err != nil {
		err = fmt.Errorf("set the limits of the job object: %w", err)
	} else if err = k.assign(handle, pid); err != nil {
		err = fmt.Errorf("put the program into its job object: %w", err)
	} else if err = k.resume(pid); err != nil {
		err = fmt.Errorf("let the program run: %w", err)
	}
	if err != nil {
		j.Kill()
		j.Close()
		return nil, err
	}
	return j, nil
}

// bound sets the limits of the job.
func (j *Job) bound(limits Limits) error {
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	basic := &info.BasicLimitInformation
	// Without the second flag a crash could wait for a person to close its window.
	basic.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | windows.JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION
	if limits.Memory > 0 {
		basic.LimitFlags |= windows.JOB_OBJECT_LIMIT_JOB_MEMORY
		info.JobMemoryLimit = uintptr(limits.Memory)
	}
	if limits.CPU > 0 {
		basic.LimitFlags |= windows.JOB_OBJECT_LIMIT_JOB_TIME
		basic.PerJobUserTimeLimit = int64(limits.CPU / tick)
	}
	if limits.Processes > 0 {
		basic.LimitFlags |= windows.JOB_OBJECT_LIMIT_ACTIVE_PROCESS
		basic.ActiveProcessLimit = limits.Processes
	}
	if err := j.kernel.set(j.handle, windows.JobObjectExtendedLimitInformation, unsafe.Pointer(&info), unsafe.Sizeof(info)); err != nil {
		return err
	}
	// The job is bounded without the rest, which needs a desktop, and a port for messages.
	screen := windows.JOBOBJECT_BASIC_UI_RESTRICTIONS{UIRestrictionsClass: allRestrictions}
	_ = j.kernel.set(j.handle, windows.JobObjectBasicUIRestrictions, unsafe.Pointer(&screen), unsafe.Sizeof(screen))
	messages := associatedPort{port: j.port}
	_ = j.kernel.set(j.handle, windows.JobObjectAssociateCompletionPortInformation, unsafe.Pointer(&messages), unsafe.Sizeof(messages))
	return nil
}

// allRestrictions keeps a program from the clipboard, the settings of the screen, windows of other programs, and from
// ending the session of the user.
const allRestrictions = windows.JOB_OBJECT_UILIMIT_DESKTOP | windows.JOB_OBJECT_UILIMIT_DISPLAYSETTINGS |
	windows.JOB_OBJECT_UILIMIT_EXITWINDOWS | windows.JOB_OBJECT_UILIMIT_GLOBALATOMS | windows.JOB_OBJECT_UILIMIT_HANDLES |
	windows.JOB_OBJECT_UILIMIT_READCLIPBOARD | windows.JOB_OBJECT_UILIMIT_SYSTEMPARAMETERS | windows.JOB_OBJECT_UILIMIT_WRITECLIPBOARD

// Messages of a job about refused memory (winnt.h).
const (
	processMemoryMessage = 9
	jobMemoryMessage     = 10
)

// basicProcessIDList is the class of processIDs (winnt.h).
const basicProcessIDList = 3

// tick is the unit of times.
const tick = 100 * time.Nanosecond

// associatedPort is JOBOBJECT_ASSOCIATE_COMPLETION_PORT.
type associatedPort struct {
	key  uintptr
	port windows.Handle
}

// accounting is JOBOBJECT_BASIC_ACCOUNTING_INFORMATION.
type accounting struct {
	userTime, kernelTime, periodUserTime, periodKernelTime     int64
	pageFaults, processes, activeProcesses, terminatedByLimits uint32
}

// processIDs is JOBOBJECT_BASIC_PROCESS_ID_LIST, with room for as many as are worth asking.
type processIDs struct {
	assigned, listed uint32
	ids              [256]uintptr
}

// Usage returns what the job uses. Where the job counts neither time nor memory, as under Wine, the counters of the
// processes that live take their place.
func (j *Job) Usage() Usage {
	for message, found := j.kernel.message(j.port); found; message, found = j.kernel.message(j.port) {
		j.refused = j.refused || message == processMemoryMessage || message == jobMemoryMessage
	}
	var (
		sum    accounting
		limits windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
		live   processIDs
	)
	err := errors.Join(
		j.kernel.query(j.handle, windows.JobObjectBasicAccountingInformation, unsafe.Pointer(&sum), unsafe.Sizeof(sum)),
		j.kernel.query(j.handle, windows.JobObjectExtendedLimitInformation, unsafe.Pointer(&limits), unsafe.Sizeof(limits)),
	)
	used := Usage{Refused: j.refused}
	if err == nil {
		used.CPU = time.Duration(sum.userTime+sum.kernelTime) * tick
		used.Memory, used.Processes = uint64(limits.PeakJobMemoryUsed), int(sum.activeProcesses)
	}
	if used.CPU > 0 && used.Memory > 0 || j.kernel.query(j.handle, basicProcessIDList, unsafe.Pointer(&live), unsafe.Sizeof(live)) != nil {
		return used
	}
	var counted Usage
	for _, pid := range live.ids[:min(int(live.listed), len(live.ids))] {
		cpu, memory := j.kernel.counters(uint32(pid))
		counted.CPU += cpu
		counted.Memory += memory
	}
	used.CPU, used.Memory = max(used.CPU, counted.CPU), max(used.Memory, counted.Memory)
	return used
}

// Kill ends all processes of the job.
func (j *Job) Kill() { j.kernel.terminate(j.handle) }

// Close ends what is left of the job and gives up its handles.
func (j *Job) Close() { j.kernel.close(j.handle, j.port) }
