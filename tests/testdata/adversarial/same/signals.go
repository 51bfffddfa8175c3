// expect: AC memory=64MiB

package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, syscall.SIGUSR1)
	if err := syscall.Kill(os.Getpid(), syscall.SIGUSR1); err != nil {
		panic(err)
	}
	<-heard
	fmt.Println(585987)
}
