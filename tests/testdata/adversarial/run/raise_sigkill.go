// expect: RTE signal=9

package main

import (
	"os"
	"syscall"
)

func main() {
	syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}
