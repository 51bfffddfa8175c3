package tests

import (
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"syscall"

	"grundy/internal/store/workspace"
)

//lint:file-ignore SA4017,SA5000,SA5007 these faults are on purpose

// faultVariable names a fault to provoke in the judge.
const faultVariable = "GRUNDY_TEST_FAULT"

// breakDown provokes the fault that the environment names.
func breakDown(config *workspace.Config) {
	switch config.Environment.Get(faultVariable) {
	case "panic":
		panic("a fault")
	case "goroutine":
		go func() {
			var none map[string]int
			none["a"] = 1
		}()
		select {}
	case "nil":
		var nothing *workspace.Config
		nothing.Problems = ""
	case "unlock":
		var lock sync.Mutex
		lock.Unlock()
	case "stack":
		debug.SetMaxStack(1 << 20)
		endless(0)
	case "abort":
		if self, err := os.FindProcess(os.Getpid()); err == nil {
			_ = self.Signal(syscall.SIGABRT)
		}
		select {}
	case "busy":
		fmt.Fprintln(os.Stderr, "busy")
		select {}
	}
}

func endless(n int) int { return 1 + endless(n+1) }
