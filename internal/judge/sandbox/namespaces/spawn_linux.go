package namespaces

import (
	"errors"
	"runtime"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// vfork makes a system call that clones with CLONE_VM and CLONE_VFORK: the child borrows memory and stack until it
// executes a program.
//
//go:noescape
func vfork(call, a0, a1, a2, a3 uintptr) (pid, errno uintptr)

// The runtime must not preempt or signal the thread while the child borrows its stack. These three are in the
// runtime's list of functions that may be linked to (go.dev/issue/67401).

//go:linkname runtimeBeforeFork syscall.runtime_BeforeFork
func runtimeBeforeFork()

//go:linkname runtimeAfterFork syscall.runtime_AfterFork
func runtimeAfterFork()

// cloneArgs is struct clone_args of clone(2).
type cloneArgs struct {
	flags, pidfd, childTID, parentTID, exitSignal, stack, stackSize, tls, setTID, setTIDSize, cgroup uint64
}

const (
	cloneClearSighand = 0x1_0000_0000
	cloneIntoCgroup   = 0x2_0000_0000
)

// command is everything that the child needs between clone and exec. It is prepared in advance, since the child must
// not allocate.
type command struct {
	paths      []*byte // candidates of the executable, tried in turn
	argv, envv []*byte // end with nil
	stdio      [3]int  // descriptors, each above 2
	dir        *byte
	rlimits    []rlimit
	identity   identity
	filter     *unix.SockFprog // nil if the inherited one suffices
	landlock   int             // ruleset descriptor, or -1
	ownProc    *procRule       // adds the program's own part of /proc to the ruleset; nil if it sees another /proc
	password   uint64          // by which the filter knows the init's own clone; 0 if it need not
	cgroup     int             // descriptor of the cgroup v2 directory to be born in, or -1
}

type rlimit struct {
	resource int
	value    unix.Rlimit
}

// identity is the user that programs run as.
type identity struct {
	// dropTo is the user and group of programs if the init is root. It is 0 if the init already runs as the right
	// user and has only the capabilities of its user namespace to lose.
	dropTo int
}

// The step of the child that failed, for the error message.
const (
	stepClone = iota
	stepGroup
	stepStdio
	stepDir
	stepLimits
	stepIdentity
	stepLandlock
	stepSeccomp
	stepExec
)

var stepNames = [...]string{
	"clone", "start a process group", "redirect", "change folder", "set limits", "drop privileges", "restrict with landlock",
	"filter system calls", "execute",
}

// spawnError is a child that did not reach its program.
type spawnError struct {
	step  int
	errno syscall.Errno
}

func (e *spawnError) Error() string { return stepNames[e.step] + ": " + e.errno.Error() }

func (e *spawnError) Unwrap() error { return e.errno }

// child is a started program.
type child struct {
	pid   int
	pidfd int
}

// start spawns the command. If a process that the judge has just forked still holds a newly written executable open
// (golang/go#22315), start tries again.
func start(c *command) (child, error) {
	const tries = 3000 // on a busy machine the other process may have to wait for long
	for try := 1; ; try++ {
		program, err := spawn(c)
		var failure *spawnError
		if try == tries || !errors.As(err, &failure) || failure.errno != unix.ETXTBSY {
			return program, err
		}
		time.Sleep(time.Millisecond)
	}
}

// spawn starts the command as a child of the calling thread, which must be locked: the child inherits its root
// directory and cgroups.
func spawn(c *command) (child, error) {
	var (
		pidfd   int32
		failure spawnError
	)
	pid, errno := forkExec(c, &pidfd, &failure)
	runtime.KeepAlive(c)
	if errno != 0 {
		return child{}, &spawnError{stepClone, errno}
	}
	if failure.errno != 0 {
		unix.Close(int(pidfd))
		unix.Wait4(pid, nil, 0, nil)
		return child{}, &failure
	}
	return child{pid, int(pidfd)}, nil
}

// forkExec runs the child up to its exec. The child shares memory with the stopped parent, so it reports a failure by
// writing to it. Everything called between the two runtime hooks must be nosplit.
//
//go:noinline
//go:norace
//go:nocheckptr
func forkExec(c *command, pidfd *int32, failure *spawnError) (int, syscall.Errno) {
	const flags = unix.CLONE_VM | unix.CLONE_VFORK | unix.CLONE_PIDFD
	var (
		args = cloneArgs{
			flags:      flags | cloneClearSighand | cloneIntoCgroup,
			pidfd:      uint64(uintptr(unsafe.Pointer(pidfd))),
			exitSignal: uint64(unix.SIGCHLD),
			cgroup:     uint64(c.cgroup),
		}
		pid, cloneErrno uintptr

		errno     syscall.Errno
		step      int
		emptySet  [1]uint64
		capData   [6]uint32
		capHead   = [2]uint32{unix.LINUX_CAPABILITY_VERSION_3, 0}
		byDefault sigaction
		proc      uintptr
	)
	runtimeBeforeFork()
	if c.cgroup >= 0 {
		pid, cloneErrno = vfork(unix.SYS_CLONE3, uintptr(unsafe.Pointer(&args)), unsafe.Sizeof(args), 0, 0)
	} else {
		pid, cloneErrno = vfork(unix.SYS_CLONE, flags|uintptr(unix.SIGCHLD), 0, uintptr(unsafe.Pointer(pidfd)), uintptr(c.password))
	}
	if cloneErrno != 0 || pid != 0 {
		runtimeAfterFork()
		return int(pid), syscall.Errno(cloneErrno)
	}

	// Not a session: the kernel numbers those for the whole machine, see sessionCalls.
	step = stepGroup
	if _, _, errno = syscall.RawSyscall(unix.SYS_SETPGID, 0, 0, 0); errno != 0 {
		goto fail
	}
	step = stepStdio
	for i := range c.stdio {
		if _, _, errno = syscall.RawSyscall(unix.SYS_DUP3, uintptr(c.stdio[i]), uintptr(i), 0); errno != 0 {
			goto fail
		}
	}
	step = stepDir
	if _, _, errno = syscall.RawSyscall(unix.SYS_CHDIR, uintptr(unsafe.Pointer(c.dir)), 0, 0); errno != 0 {
		goto fail
	}
	if c.ownProc != nil { // before a limit of descriptors holds
		step = stepLandlock
		proc, _, errno = syscall.RawSyscall6(unix.SYS_OPENAT, 0, uintptr(unsafe.Pointer(&c.ownProc.path[0])), unix.O_PATH|unix.O_CLOEXEC, 0, 0, 0)
		if errno != 0 {
			goto fail
		}
		c.ownProc.rule.Parent_fd = int32(proc)
		_, _, errno = syscall.RawSyscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(c.landlock), unix.LANDLOCK_RULE_PATH_BENEATH,
			uintptr(unsafe.Pointer(&c.ownProc.rule)), 0, 0, 0)
		if errno != 0 {
			goto fail
		}
	}
	step = stepLimits
	for i := range c.rlimits {
		limit := &c.rlimits[i]
		_, _, errno = syscall.RawSyscall6(unix.SYS_PRLIMIT64, 0, uintptr(limit.resource), uintptr(unsafe.Pointer(&limit.value)), 0, 0, 0)
		if errno != 0 {
			goto fail
		}
	}
	step = stepIdentity
	if id := uintptr(c.identity.dropTo); id != 0 {
		if _, _, errno = syscall.RawSyscall(unix.SYS_SETRESGID, id, id, id); errno != 0 {
			goto fail
		}
		if _, _, errno = syscall.RawSyscall(unix.SYS_SETRESUID, id, id, id); errno != 0 {
			goto fail
		}
	} else {
		// Clearing the permitted set empties the ambient set too, so that exec grants nothing.
		if _, _, errno = syscall.RawSyscall(unix.SYS_CAPSET, uintptr(unsafe.Pointer(&capHead)), uintptr(unsafe.Pointer(&capData)), 0); errno != 0 {
			goto fail
		}
	}
	if c.landlock >= 0 {
		step = stepLandlock
		if _, _, errno = syscall.RawSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(c.landlock), 0, 0); errno != 0 {
			goto fail
		}
	}
	if c.filter != nil {
		step = stepSeccomp
		if _, _, errno = syscall.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(c.filter))); errno != 0 {
			goto fail
		}
	}
	step = stepExec
	// Ignored signals stay ignored after an exec.
	for _, number := range unheard {
		syscall.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(number), uintptr(unsafe.Pointer(&byDefault)), 0, unsafe.Sizeof(byDefault.mask), 0, 0)
	}
	// The runtime hook blocked all signals. No process in this namespace can send one before the exec.
	syscall.RawSyscall6(unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK, uintptr(unsafe.Pointer(&emptySet)), 0, 8, 0, 0)
	for i := range c.paths {
		_, _, errno = syscall.RawSyscall(unix.SYS_EXECVE, uintptr(unsafe.Pointer(c.paths[i])),
			uintptr(unsafe.Pointer(&c.argv[0])), uintptr(unsafe.Pointer(&c.envv[0])))
		if errno != unix.ENOENT && errno != unix.EACCES && errno != unix.ENOTDIR {
			break
		}
	}

fail:
	failure.step, failure.errno = step, errno
	for {
		syscall.RawSyscall(unix.SYS_EXIT, 127, 0, 0)
	}
}

// candidates lists the paths that a command's name may refer to, as execvp(3) looks it up.
func candidates(name string, env []string) []string {
	if strings.Contains(name, "/") {
		return []string{name}
	}
	path := "/usr/local/bin:/usr/bin:/bin"
	for _, variable := range env {
		if value, ok := strings.CutPrefix(variable, "PATH="); ok {
			path = value
		}
	}
	var paths []string
	for dir := range strings.SplitSeq(path, ":") {
		if dir != "" {
			paths = append(paths, dir+"/"+name)
		}
	}
	return paths
}

// cStrings converts to a list of C strings that ends with nil.
func cStrings(list []string) ([]*byte, error) {
	pointers := make([]*byte, 0, len(list)+1)
	for _, text := range list {
		pointer, err := unix.BytePtrFromString(text)
		if err != nil {
			return nil, err
		}
		pointers = append(pointers, pointer)
	}
	return append(pointers, nil), nil
}
