// expect: AC memory=64MiB

package main

import (
	"fmt"
	"runtime"
	"sync"
	"syscall"
)

// Threads of the system, since each goroutine keeps its own in a call that blocks.
func main() {
	var group sync.WaitGroup
	for range 64 {
		group.Add(1)
		go func() {
			defer group.Done()
			runtime.LockOSThread()
			nap := syscall.Timespec{Nsec: 50_000_000}
			_ = syscall.Nanosleep(&nap, nil)
		}()
	}
	group.Wait()
	fmt.Println(585987)
}
