package machine

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// FilteredCommand is the name of the command that RunFiltered implements.
const FilteredCommand = "filtered"

// Filtered returns the command line that executes another command without some system calls, in it and in all that it
// starts. They return the error; if it is 0, they kill the process.
func Filtered(calls []int, errno syscall.Errno, command ...string) []string {
	var list []string
	for _, call := range calls {
		list = append(list, strconv.Itoa(call))
	}
	return append([]string{FilteredCommand, strconv.Itoa(int(errno)), strings.Join(list, ",")}, command...)
}

// RunFiltered is the main function of such a command line. A test binary has to make it a command of its own.
func RunFiltered() {
	fmt.Fprintln(os.Stderr, FilteredCommand+":", runFiltered(os.Args))
	os.Exit(125)
}

// runFiltered returns only if it fails.
func runFiltered(args []string) error {
	if len(args) < 4 {
		return fmt.Errorf("got %d arguments, want an error, calls and a command", len(args)-1)
	}
	path, err := exec.LookPath(args[3])
	if err != nil {
		return err
	}
	errno, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	answer := unix.SECCOMP_RET_ERRNO | uint32(errno)
	if errno == 0 {
		answer = unix.SECCOMP_RET_KILL_PROCESS
	}
	program := []bpf.Instruction{bpf.LoadAbsolute{Off: 0, Size: 4}} // the number in struct seccomp_data
	for call := range strings.SplitSeq(args[2], ",") {
		number, err := strconv.Atoi(call)
		if err != nil {
			return err
		}
		program = append(program, bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(number), SkipFalse: 1}, bpf.RetConstant{Val: answer})
	}
	runtime.LockOSThread() // the filter is that of one thread, which then becomes the command
	if err := Filter(append(program, bpf.RetConstant{Val: unix.SECCOMP_RET_ALLOW}), 0); err != nil {
		return err
	}
	return unix.Exec(path, args[3:], os.Environ())
}

// Filter sets a filter of system calls for the calling thread, or with the flag SECCOMP_FILTER_FLAG_TSYNC for the whole process, and
// for all that it starts. The caller locks the goroutine to its thread.
func Filter(program []bpf.Instruction, flags uintptr) error {
	raw, err := bpf.Assemble(program)
	if err != nil {
		return err
	}
	var filter []unix.SockFilter
	for _, r := range raw {
		filter = append(filter, unix.SockFilter{Code: r.Op, Jt: r.Jt, Jf: r.Jf, K: r.K})
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	whole := unix.SockFprog{Len: uint16(len(filter)), Filter: unsafe.SliceData(filter)}
	if _, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&whole))); errno != 0 {
		return fmt.Errorf("set a filter of system calls: %w", errno)
	}
	return nil
}
