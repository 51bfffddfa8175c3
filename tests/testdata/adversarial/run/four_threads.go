// expect: AC cpu>=900ms

package main

import (
	"fmt"
	"runtime"
	"sync"
	"syscall"
)

// burn uses a quarter of a second of the process's time in total for each of those that call it.
func burn(stop int64) {
	for {
		var used syscall.Rusage
		syscall.Getrusage(syscall.RUSAGE_SELF, &used)
		if used.Utime.Nano()+used.Stime.Nano() > stop {
			return
		}
	}
}

func main() {
	runtime.GOMAXPROCS(4)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { burn(1_000_000_000) })
	}
	all.Wait()
	fmt.Println(585987)
}
