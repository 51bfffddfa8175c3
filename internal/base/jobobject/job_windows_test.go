package jobobject

import (
	"errors"
	"slices"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// fake records what a job asks for.
type fake struct {
	calls    []string
	fails    string // the call that fails
	limits   windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	screen   windows.JOBOBJECT_BASIC_UI_RESTRICTIONS
	port     windows.Handle
	messages []uint32
	counts   accounting
	peak     uintptr
	live     []uintptr
}

var errFake = errors.New("refused")

func (f *fake) call(name string) error {
	f.calls = append(f.calls, name)
	if name == f.fails {
		return errFake
	}
	return nil
}

func (f *fake) create() (job, port windows.Handle, err error) { return 1, 2, f.call("create") }

func (f *fake) set(_ windows.Handle, class uint32, info unsafe.Pointer, size uintptr) error {
	switch class {
	case windows.JobObjectExtendedLimitInformation:
		f.limits = *(*windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION)(info)
		return f.call("limits")
	case windows.JobObjectBasicUIRestrictions:
		f.screen = *(*windows.JOBOBJECT_BASIC_UI_RESTRICTIONS)(info)
		return f.call("screen")
	}
	f.port = (*associatedPort)(info).port
	return f.call("port")
}

func (f *fake) query(_ windows.Handle, class uint32, info unsafe.Pointer, _ uintptr) error {
	switch class {
	case windows.JobObjectBasicAccountingInformation:
		*(*accounting)(info) = f.counts
	case windows.JobObjectExtendedLimitInformation:
		(*windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION)(info).PeakJobMemoryUsed = f.peak
	case basicProcessIDList:
		list := (*processIDs)(info)
		list.listed = uint32(copy(list.ids[:], f.live))
	}
	return nil
}

func (f *fake) assign(windows.Handle, uint32) error { return f.call("assign") }
func (f *fake) resume(uint32) error                 { return f.call("resume") }
func (f *fake) terminate(windows.Handle)            { _ = f.call("terminate") }
func (f *fake) close(...windows.Handle)             { _ = f.call("close") }

func (f *fake) message(windows.Handle) (message uint32, found bool) {
	if len(f.messages) == 0 {
		return 0, false
	}
	message, f.messages = f.messages[0], f.messages[1:]
	return message, true
}

func (f *fake) counters(pid uint32) (cpu time.Duration, memory uint64) {
	return time.Duration(pid) * time.Second, uint64(pid) << 20
}

// A program runs only once it is in its job, and never if a step before fails.
func TestAdopt(t *testing.T) {
	steps := []string{"create", "limits", "screen", "port", "assign", "resume"}
	for fails, want := range map[string][]string{
		"":       steps,
		"create": {"create"},
		"limits": {"create", "limits", "terminate", "close"},
		"screen": steps,
		"port":   steps,
		"assign": {"create", "limits", "screen", "port", "assign", "terminate", "close"},
		"resume": append(slices.Clone(steps), "terminate", "close"),
	} {
		f := &fake{fails: fails}
		_, err := adopt(f, 7, Limits{})
		if isFatal := fails != "" && fails != "screen" && fails != "port"; errors.Is(err, errFake) != isFatal {
			t.Errorf("%q fails: %v", fails, err)
		}
		if !slices.Equal(f.calls, want) {
			t.Errorf("%q fails: called %q, want %q", fails, f.calls, want)
		}
	}
}

// The kernel is asked for the limits that there are, and always to end the job with the judge and without windows.
func TestLimits(t *testing.T) {
	const always = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | windows.JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION
	for _, test := range []struct {
		limits Limits
		flags  uint32
	}{
		{Limits{}, always},
		{Limits{Memory: 256 << 20}, always | windows.JOB_OBJECT_LIMIT_JOB_MEMORY},
		{Limits{CPU: 3 * time.Second}, always | windows.JOB_OBJECT_LIMIT_JOB_TIME},
		{Limits{Processes: 64}, always | windows.JOB_OBJECT_LIMIT_ACTIVE_PROCESS},
	} {
		f := &fake{}
		if _, err := adopt(f, 7, test.limits); err != nil {
			t.Fatal(err)
		}
		basic := f.limits.BasicLimitInformation
		if basic.LimitFlags != test.flags || uint64(f.limits.JobMemoryLimit) != test.limits.Memory ||
			basic.PerJobUserTimeLimit != int64(test.limits.CPU/100) || basic.ActiveProcessLimit != test.limits.Processes {
			t.Errorf("%+v: asked for %+v", test.limits, f.limits)
		}
		if f.screen.UIRestrictionsClass != 0xFF || f.port != 2 {
			t.Errorf("%+v: screen %#x, port %d", test.limits, f.screen.UIRestrictionsClass, f.port)
		}
	}
}

// The job's own counts come first. Where it has none, those of the living processes are summed.
func TestUsage(t *testing.T) {
	for name, test := range map[string]struct {
		kernel fake
		want   Usage
	}{
		"counted": {
			fake{counts: accounting{userTime: 20_000_000, kernelTime: 10_000_000, activeProcesses: 2}, peak: 5 << 20, live: []uintptr{100}},
			Usage{CPU: 3 * time.Second, Memory: 5 << 20, Processes: 2},
		},
		"not counted": {
			fake{counts: accounting{activeProcesses: 2}, live: []uintptr{3, 4}},
			Usage{CPU: 7 * time.Second, Memory: 7 << 20, Processes: 2},
		},
		"memory refused to the job":   {fake{messages: []uint32{6, 10, 7}}, Usage{Refused: true}},
		"memory refused to a process": {fake{messages: []uint32{9}}, Usage{Refused: true}},
		"other messages":              {fake{messages: []uint32{6, 7, 3}}, Usage{}},
	} {
		j := &Job{kernel: &test.kernel}
		for range 2 { // a message is heard once and remembered
			if got := j.Usage(); got != test.want {
				t.Errorf("%s: %+v, want %+v", name, got, test.want)
			}
		}
	}
}
