package machine

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// KillAt runs a command and kills it with SIGKILL just before its n-th system call, from 1, that may change something
// below a directory: the call is not made. It returns that call, and false if the command ended by itself before.
// Calls of the command's child processes do not count. It skips the test if processes cannot be traced (ptrace(2)).
func KillAt(t testing.TB, command *exec.Cmd, dir string, n int) (call string, killed bool) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	// Tracing belongs to a thread, and wait4 with __WNOTHREAD ignores the children of other threads.
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // the thread ends with the goroutine
		k := &tracer{dir: dir, left: n}
		err := k.run(command)
		call, killed = k.call, k.killed
		done <- err
	}()
	if err := <-done; errors.Is(err, unix.EPERM) || errors.Is(err, unix.ENOSYS) {
		t.Skipf("processes cannot be traced here: %v", err)
	} else if err != nil {
		t.Fatal(err)
	}
	return call, killed
}

// tracer watches the threads of a process.
type tracer struct {
	dir    string
	left   int
	call   string
	killed bool
}

func (k *tracer) run(command *exec.Cmd) error {
	command.SysProcAttr = &unix.SysProcAttr{Ptrace: true}
	if err := command.Start(); err != nil {
		return err
	}
	defer func() { _ = command.Wait() }() // the pipes of its output
	pid := command.Process.Pid
	var status unix.WaitStatus
	if _, err := unix.Wait4(pid, &status, unix.WALL, nil); err != nil {
		return err
	}
	const options = unix.PTRACE_O_TRACESYSGOOD | unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_EXITKILL
	if err := unix.PtraceSetOptions(pid, options); err != nil {
		return errors.Join(err, command.Process.Kill())
	}
	if err := unix.PtraceSyscall(pid, 0); err != nil {
		return err
	}
	for {
		thread, err := unix.Wait4(-1, &status, unix.WALL|unix.WNOTHREAD, nil)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case errors.Is(err, unix.ECHILD):
			return nil
		case err != nil:
			return err
		case thread == pid && (status.Exited() || status.Signaled()):
			return nil
		case !status.Stopped():
			continue
		}
		signal := 0
		switch stop := status.StopSignal(); {
		case stop == unix.SIGTRAP|0x80: // a system call begins or ends
			if k.left > 0 && k.counts(pid, thread) {
				if k.left--; k.left == 0 {
					k.killed = true
					if err := unix.Kill(pid, unix.SIGKILL); err != nil {
						return err
					}
				}
			}
		case stop == unix.SIGTRAP, stop == unix.SIGSTOP: // a thread begins
		default:
			signal = int(stop)
		}
		if err := unix.PtraceSyscall(thread, signal); err != nil && !errors.Is(err, unix.ESRCH) {
			return err
		}
	}
}

// syscallInfo is struct ptrace_syscall_info of linux/ptrace.h at the beginning of a call.
type syscallInfo struct {
	op                    uint8
	_                     [3]uint8
	arch                  uint32
	instruction, stackPtr uint64
	number                uint64
	args                  [6]uint64
	_                     [32]uint8
}

// counts reports whether a call begins that may change something below the directory.
func (k *tracer) counts(pid, thread int) bool {
	const (
		getSyscallInfo = 0x420e
		entry          = 1
	)
	var info syscallInfo
	_, _, errno := unix.Syscall6(unix.SYS_PTRACE, getSyscallInfo, uintptr(thread), unsafe.Sizeof(info), uintptr(unsafe.Pointer(&info)), 0, 0)
	if errno != 0 || info.op != entry {
		return false
	}
	open := func(fd uint64) string {
		path, _ := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", pid, int32(fd)))
		return path
	}
	at := func(fd, name uint64) string {
		text := readString(thread, uintptr(name))
		switch {
		case filepath.IsAbs(text):
			return filepath.Clean(text)
		case int32(fd) == unix.AT_FDCWD:
			cwd, _ := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid))
			return filepath.Join(cwd, text)
		}
		return filepath.Join(open(fd), text)
	}
	var name string
	var places []string
	a := info.args
	switch info.number {
	case unix.SYS_OPENAT:
		if a[2]&(unix.O_CREAT|unix.O_WRONLY|unix.O_RDWR|unix.O_TRUNC) == 0 {
			return false
		}
		name, places = "open", []string{at(a[0], a[1])}
	case unix.SYS_MKDIRAT:
		name, places = "mkdir", []string{at(a[0], a[1])}
	case unix.SYS_UNLINKAT:
		name, places = "unlink", []string{at(a[0], a[1])}
	case unix.SYS_RENAMEAT, unix.SYS_RENAMEAT2:
		name, places = "rename", []string{at(a[0], a[1]), at(a[2], a[3])}
	case unix.SYS_LINKAT:
		name, places = "link", []string{at(a[0], a[1]), at(a[2], a[3])}
	case unix.SYS_SYMLINKAT:
		name, places = "symlink", []string{at(a[1], a[2])}
	case unix.SYS_FCHMODAT:
		name, places = "chmod", []string{at(a[0], a[1])}
	case unix.SYS_WRITE, unix.SYS_PWRITE64, unix.SYS_FTRUNCATE, unix.SYS_FCHMOD, unix.SYS_FSYNC, unix.SYS_SENDFILE:
		name, places = "write", []string{open(a[0])}
	case unix.SYS_COPY_FILE_RANGE:
		name, places = "copy", []string{open(a[2])}
	default:
		return false
	}
	for _, place := range places {
		if place == k.dir || strings.HasPrefix(place, k.dir+"/") {
			k.call = name + " " + strings.Join(places, " ")
			return true
		}
	}
	return false
}

// readString reads a string from the memory of a stopped thread.
func readString(thread int, address uintptr) string {
	var text []byte
	for word := make([]byte, 8); len(text) < unix.PathMax; {
		n, err := unix.PtracePeekData(thread, address+uintptr(len(text)), word)
		if err != nil {
			break
		}
		if end := strings.IndexByte(string(word[:n]), 0); end >= 0 {
			return string(append(text, word[:end]...))
		}
		text = append(text, word[:n]...)
	}
	return string(text)
}
