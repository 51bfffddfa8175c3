package namespaces

import (
	"encoding/binary"
	"fmt"
	"runtime"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// helperThread does what the serving thread may not do, because only one of them has the filter of system calls. The two
// wake each other by eventfd counters: with channels, the runtime would wake further threads each time that have nothing
// to do. Without a helper, the calling thread does everything itself.
type helperThread struct {
	job         atomic.Pointer[helperCall]
	asked, done int // eventfd(2)
}

// helperCall is a function on its way to the helper and back. The last one has no function.
type helperCall struct {
	do  func() error
	err error
}

func newHelperThread() (*helperThread, error) {
	k := new(helperThread)
	for _, counter := range []*int{&k.asked, &k.done} {
		var err error
		if *counter, err = unix.Eventfd(0, unix.EFD_CLOEXEC); err != nil {
			return nil, fmt.Errorf("make a counter: %w", err)
		}
	}
	go k.serve()
	return k, nil
}

func (k *helperThread) serve() {
	runtime.LockOSThread()
	for {
		await(k.asked)
		job := k.job.Load()
		if job.do == nil {
			return
		}
		job.err = job.do()
		k.job.Store(job)
		wake(k.done)
	}
}

// do runs a function on the helper.
func (k *helperThread) do(f func() error) error {
	if k == nil {
		return f()
	}
	k.job.Store(&helperCall{do: f})
	wake(k.asked)
	await(k.done)
	return k.job.Load().err
}

// end ends the helper.
func (k *helperThread) end() {
	k.job.Store(new(helperCall))
	wake(k.asked)
}

// wake raises a counter, which wakes the thread that waits for it now or next.
func wake(counter int) {
	one := binary.NativeEndian.AppendUint64(nil, 1)
	if err := uninterrupted(func() error { _, err := unix.Write(counter, one); return err }); err != nil {
		fatal(err)
	}
}

// await waits until a counter is raised, and sets it to zero.
func await(counter int) {
	var raised [8]byte
	if err := uninterrupted(func() error { _, err := unix.Read(counter, raised[:]); return err }); err != nil {
		fatal(err)
	}
}
