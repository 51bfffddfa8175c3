package namespaces

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"

	"golang.org/x/sys/unix"
)

// By forking, a program can raise the number of the next process, and the next program would see how often. So each
// run begins with the same number.

// lastProcess is the file with the number of the last process in the reader's namespace. It exists if the kernel was
// built with CONFIG_CHECKPOINT_RESTORE.
const lastProcess = "/proc/sys/kernel/ns_last_pid"

// beforePrograms is above the numbers of the init's own threads.
const beforePrograms = "99"

// numbering controls the process numbers of a box.
type numbering struct {
	file int // descriptor of lastProcess; -1 if it does not exist
}

// spareThreads are more than the init's runtime needs beyond its initial threads.
const spareThreads = 4

// makeThreads has the runtime create some threads in advance. A thread created during a run would take a number that
// the processes of later runs would then lack.
func makeThreads() {
	var made sync.WaitGroup
	all := make(chan struct{})
	for range spareThreads {
		made.Add(1)
		go func() {
			runtime.LockOSThread() // and so on a thread of its own
			defer runtime.UnlockOSThread()
			made.Done()
			<-all
		}()
	}
	made.Wait()
	close(all)
}

// openNumbering must see the host's file system, whose /proc serves each process with its own namespace. In a box without
// one others take numbers, too.
func openNumbering(plain bool) numbering {
	makeThreads()
	if plain {
		return numbering{-1}
	}
	file, err := unix.Open(lastProcess, unix.O_WRONLY|unix.O_CLOEXEC, 0)
	if err != nil { // see NumbersProcesses
		file = -1
	}
	return numbering{file}
}

// restart gives the next process the same number as in each run.
func (n numbering) restart() error {
	if n.file < 0 {
		return nil
	}
	if _, err := unix.Pwrite(n.file, []byte(beforePrograms), 0); err != nil {
		return fmt.Errorf("restart the numbers of processes: %w", err)
	}
	return nil
}

// NumbersProcesses reports whether the processes of each run have the same numbers; the error says why not.
func NumbersProcesses() error {
	err := unix.Access(lastProcess, unix.W_OK)
	if errors.Is(err, os.ErrNotExist) {
		return errors.New("the kernel was built without CONFIG_CHECKPOINT_RESTORE")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", lastProcess, err)
	}
	return nil
}
