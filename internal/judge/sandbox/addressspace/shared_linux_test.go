package addressspace

import (
	"os"
	"os/exec"
	"runtime"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// Threads have the address space of their process, and other processes have their own. Of those that share one, all
// but the first in the list are returned.
func TestShared(t *testing.T) {
	if err := Comparable(); err != nil {
		t.Skip("processes cannot be compared here:", err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	other := make(chan int)
	done := make(chan struct{})
	defer close(done)
	go func() {
		runtime.LockOSThread()
		other <- unix.Gettid()
		<-done
	}()
	thread := <-other
	var children []int
	for range 3 {
		cmd := exec.Command("sleep", "1000")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}()
		children = append(children, cmd.Process.Pid)
	}
	self, gone := os.Getpid(), 1<<22
	for _, test := range []struct{ all, want []int }{
		{nil, nil},
		{[]int{self}, nil},
		{[]int{self, self}, []int{self}},
		{[]int{self, thread}, []int{thread}},
		{[]int{children[1], thread, children[0], self, children[2]}, []int{self}},
		{[]int{gone, self, gone, thread, gone}, []int{thread}},
		{children, nil},
	} {
		if got := Shared(test.all); !slices.Equal(got, test.want) {
			t.Errorf("of %d share %d, want %d", test.all, got, test.want)
		}
	}
}
