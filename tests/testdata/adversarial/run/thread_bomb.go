// expect: RTE exit=2

package main

import (
	"os"
	"runtime"
	"time"
)

func main() {
	if os.Getppid() != 1 {
		os.Exit(3)
	}
	for range 4096 {
		go func() {
			runtime.LockOSThread()
			time.Sleep(time.Minute)
		}()
	}
	time.Sleep(time.Minute)
}
