package addressspace

import (
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sys/unix"
)

// kcmpVM compares address spaces (KCMP_VM of kcmp(2)).
const kcmpVM = 1

// Answers of kcmp(2).
const (
	equal = 0
	less  = 1
)

// Shared returns the processes that share the address space of an earlier process in the list, such as the child of
// vfork(2) or posix_spawn(3) until it executes a program. A process that has ended, or that the judge may not
// compare, counts as sharing nothing.
//
// Two processes whose first threads have ended have no address space to compare, and seem to share one. The caller
// must still count the memory of their other threads.
func Shared(pids []int) []int {
	if len(pids) < 2 {
		return nil
	}
	var (
		distinct []int // in the order that the kernel gives to address spaces
		shared   []int
	)
	for _, pid := range pids {
		if _, err := compare(pid, pid); err != nil {
			continue // it has ended
		}
		var failed error
		at, found := slices.BinarySearchFunc(distinct, pid, func(other, pid int) int {
			order, err := compare(other, pid)
			failed = errors.Join(failed, err)
			return order
		})
		switch {
		case failed != nil:
		case found:
			shared = append(shared, pid)
		default:
			distinct = slices.Insert(distinct, at, pid)
		}
	}
	return shared
}

// compare orders the address spaces of two processes: -1, 0 for the same one, or 1.
func compare(one, other int) (int, error) {
	order, _, errno := unix.Syscall6(unix.SYS_KCMP, uintptr(one), uintptr(other), kcmpVM, 0, 0, 0)
	switch {
	case errno != 0:
		return 0, fmt.Errorf("kcmp: %w", errno)
	case order == less:
		return -1, nil
	case order == equal:
		return 0, nil
	}
	return 1, nil
}

// Comparable reports whether this system can compare processes. The error says why not, such as a kernel without
// CONFIG_KCMP.
func Comparable() error {
	_, err := compare(unix.Getpid(), unix.Getpid())
	return err
}
