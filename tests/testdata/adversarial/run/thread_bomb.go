// expect: RTE exit=2

package main

import (
	"os"
	"runtime"
	"strings"
	"time"
)

func main() {
	if status, _ := os.ReadFile("/proc/self/status"); !strings.Contains(string(status), "NoNewPrivs:\t1") {
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
