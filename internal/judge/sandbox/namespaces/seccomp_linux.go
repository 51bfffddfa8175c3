package namespaces

import (
	"runtime"
	"slices"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// Offsets into struct seccomp_data of seccomp(2). Arguments are 64-bit; the low half comes first on the supported
// architectures.
const (
	offsetNumber = 0
	offsetArch   = 4
	offsetArg0   = 16
)

// Answers of a filter.
const (
	allow      = unix.SECCOMP_RET_ALLOW
	kill       = unix.SECCOMP_RET_KILL_PROCESS
	denied     = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	unknown    = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	invalid    = unix.SECCOMP_RET_ERRNO | uint32(unix.EINVAL)
	noProtocol = unix.SECCOMP_RET_ERRNO | uint32(unix.EAFNOSUPPORT)
	noMode     = unix.SECCOMP_RET_ERRNO | uint32(unix.EOPNOTSUPP)
	noMemory   = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOMEM)
	noDevice   = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOTTY)
	noLocks    = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOLCK)
	done       = unix.SECCOMP_RET_ERRNO // 0: the call returns as if it had succeeded
	ask        = unix.SECCOMP_RET_USER_NOTIF
)

// newestKnown is the greatest system call number that was reviewed; programs get ENOSYS for later ones. 469 is
// file_setattr (Linux 6.17).
const newestKnown = 469

// namespaceFlags are the flags of clone(2) that create namespaces.
const namespaceFlags = unix.CLONE_NEWNS | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET |
	unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWTIME

// deniedCalls are refused with EPERM on every architecture: they reach other processes, the kernel's administration,
// or objects that would outlive the run.
var deniedCalls = []uint32{
	// Other processes.
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_KCMP, unix.SYS_PIDFD_GETFD,
	unix.SYS_PROCESS_MADVISE, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES,
	// Signals whose origin the sender can forge: the init of a box recognises the origin of kill(2), but would die of
	// a forged fault of its own.
	unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO,
	// Sockets of the host lie below the shown directories, and a read-only mount does not prevent programs from
	// talking to their listeners. A message's destination is behind a pointer, as are the descriptors sent with it,
	// which belong to no process on their way.
	unix.SYS_CONNECT, unix.SYS_SENDMSG, unix.SYS_SENDMMSG,
	// The processor that a slot is pinned to, and its priority.
	unix.SYS_SCHED_SETAFFINITY, unix.SYS_SETPRIORITY, unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR, unix.SYS_IOPRIO_SET,
	// Mounts, roots and namespaces.
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE,
	unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR, unix.SYS_UNSHARE,
	unix.SYS_SETNS, unix.SYS_FANOTIFY_INIT, unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_QUOTACTL,
	unix.SYS_QUOTACTL_FD, unix.SYS_ACCT, unix.SYS_SWAPON, unix.SYS_SWAPOFF,
	// The machine.
	unix.SYS_REBOOT, unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE,
	unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_ADJTIMEX,
	unix.SYS_CLOCK_ADJTIME, unix.SYS_SYSLOG, unix.SYS_VHANGUP,
	// Large attack surfaces that no solution needs.
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL,
	unix.SYS_LOOKUP_DCOOKIE,
	// System V and POSIX message queues, semaphores and shared memory live as long as the namespace.
	unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_SHMDT, unix.SYS_SEMGET, unix.SYS_SEMCTL, unix.SYS_SEMTIMEDOP,
	unix.SYS_SEMOP, unix.SYS_MSGGET, unix.SYS_MSGSND, unix.SYS_MSGRCV, unix.SYS_MSGCTL, unix.SYS_MQ_OPEN, unix.SYS_MQ_UNLINK,
}

// absentCalls return ENOSYS, so that programs do without them.
var absentCalls = []uint32{
	// io_uring bypasses the filter, and inotify reveals other users of the same files, such as the system's.
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	unix.SYS_INOTIFY_INIT1, unix.SYS_INOTIFY_ADD_WATCH,
	statmount, listmount, // reveal the mount numbers of the whole machine
	// All users of the machine share the events of asynchronous input and output (fs.aio-max-nr), and one program can
	// take them all.
	unix.SYS_IO_SETUP,
	// No control group counts the memory policies of single pages, and a sparse file can have any number of them.
	unix.SYS_MBIND, unix.SYS_SET_MEMPOLICY, unix.SYS_SET_MEMPOLICY_HOME_NODE,
	// A ruleset of Landlock can hold any number of rules. The box's own come from its keeper, which has no filter.
	unix.SYS_LANDLOCK_CREATE_RULESET,
}

// freeCalls do nothing and return success: the files of a run end with it, and sync(2) writes those of the whole
// machine.
var freeCalls = []uint32{unix.SYS_SYNC, unix.SYS_SYNCFS, unix.SYS_FSYNC, unix.SYS_FDATASYNC, unix.SYS_SYNC_FILE_RANGE}

// attributeCalls attach to a file what its size does not show: attributes of up to 64 KiB each, as many as the file
// system allows, and by file_setattr allocated space. They answer as on file systems without attributes.
var attributeCalls = []uint32{
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, setxattrat, fileSetattr,
}

// Calls that package unix does not know yet.
const (
	statmount   = 457 // Linux 6.8
	listmount   = 458 // Linux 6.8
	setxattrat  = 463 // Linux 6.13
	fileSetattr = 469 // Linux 6.17
)

// Some numbers of the kernel outlive a run: one program can raise them, and the next one can read them. The following
// rules keep programs from such numbers.

// sessionCalls create sessions, which /proc/PID/autogroup numbers for the whole machine. Programs continue without
// one.
var sessionCalls = []uint32{unix.SYS_SETSID}

// counterArguments are the rules for further such numbers.
var counterArguments = []argument{
	// The CPU time of the init, as a process's clock: clock_getcpuclockid(3).
	{unix.SYS_CLOCK_GETTIME, low(0), bpf.JumpEqual, clockOfInit, invalid, anyCPUClock},
	{unix.SYS_CLOCK_NANOSLEEP, low(0), bpf.JumpEqual, clockOfInit, invalid, anyCPUClock},
	{unix.SYS_TIMER_CREATE, low(0), bpf.JumpEqual, clockOfInit, invalid, anyCPUClock},
	// Sockets that were ever asked for their number, and a name that older kernels count up for each socket bound
	// without one.
	{unix.SYS_GETSOCKOPT, low(2), bpf.JumpEqual, unix.SO_COOKIE, invalid, 0},
	{unix.SYS_BIND, low(2), bpf.JumpEqual, sizeOfFamily, invalid, 0},
}

// A process's clock is its number inverted; the last three bits say whose time it is and of which kind.
const (
	clockOfInit = ^uint32(1<<3 | 7)
	anyCPUClock = ^uint32(3)
)

// sizeOfFamily is the size of the address of a socket without a name.
const sizeOfFamily = 2

// uncountedCalls create files in memory that neither a tmpfs nor a process's size accounts for, or keep huge pages in
// pipes. Where no cgroup counts those pages, the calls do not exist for programs.
var uncountedCalls = []uint32{unix.SYS_MEMFD_CREATE, unix.SYS_MEMFD_SECRET, unix.SYS_VMSPLICE}

// pinningCalls put pages of files into pipes and sockets by reference: one byte keeps a whole page, which remains
// when the file is truncated and gives its space back. Where no cgroup counts pages, these calls answer as for files
// that they cannot handle, and programs read and write instead.
var pinningCalls = []uint32{unix.SYS_SPLICE, unix.SYS_TEE, unix.SYS_SENDFILE}

// Commands of fcntl(2) that package unix does not know.
const (
	setSignal     = 10   // sets the signal for the owner of an open file
	setInodeHint  = 1036 // F_SET_RW_HINT, kept by the file
	setFileHint   = 1038 // F_SET_FILE_RW_HINT
	setDelegation = 1040 // a lease by another name
)

// terminalCalls are the requests of ioctl(2) about terminals, pipes and descriptors, which are all that programs
// need. Other requests allocate space (FS_IOC_RESVSP and its like), change attributes of files, or administer
// devices.
const (
	terminalCalls = 'T' << 8
	ioctlKind     = 0xff << 8
)

// mapKind is the part of the flags of mmap(2) that says whether a mapping is shared (MAP_TYPE).
const mapKind = 0x0f

// startingCalls are refused with ENOSYS as well, but a starting thread with cgroups of version 2 needs them itself.
// The flags of clone3 lie behind a pointer, and runtimes fall back to clone. No cgroup counts the machine code of
// filters, and its total is limited for the whole machine (net.core.bpf_jit_limit).
var startingCalls = []uint32{unix.SYS_CLONE3, unix.SYS_SECCOMP}

// argument is a rule about one argument of a call. A call that no rule answers is allowed.
type argument struct {
	call   uint32
	word   uint32 // low or high half of an argument
	test   bpf.JumpTest
	value  uint32
	answer uint32 // if the test holds
	mask   uint32 // the bits to test; 0 means all
}

// low and high are the words of an argument, counted from 0.
func low(argument uint32) uint32  { return 2 * argument }
func high(argument uint32) uint32 { return 2*argument + 1 }

// argumentRules are tried in order.
var argumentRules = []argument{
	{unix.SYS_CLONE, low(0), bpf.JumpBitsSet, namespaceFlags, denied, 0},
	// Mono sets the policy that each of its threads already has, and prints a warning on standard output if it may
	// not.
	{unix.SYS_SCHED_SETSCHEDULER, low(1), bpf.JumpNotEqual, unix.SCHED_NORMAL, denied, 0},
	// Another process's limits; programs set their own with 0.
	{unix.SYS_PRLIMIT64, low(0), bpf.JumpNotEqual, 0, denied, 0},
	// The limit of core dumps stays (see ulimit.NoCore). Sanitizers give up if they cannot set it.
	{unix.SYS_PRLIMIT64, low(1), bpf.JumpNotEqual, unix.RLIMIT_CORE, allow, 0},
	{unix.SYS_PRLIMIT64, low(2), bpf.JumpNotEqual, 0, done, 0},
	{unix.SYS_PRLIMIT64, high(2), bpf.JumpNotEqual, 0, done, 0},
	{unix.SYS_SETRLIMIT, low(0), bpf.JumpEqual, unix.RLIMIT_CORE, done, 0},
	// The network namespace has no interface; this also keeps vsock, netlink and packet sockets away.
	{unix.SYS_SOCKET, low(0), bpf.JumpNotEqual, unix.AF_UNIX, noProtocol, 0},
	{unix.SYS_SOCKETPAIR, low(0), bpf.JumpNotEqual, unix.AF_UNIX, noProtocol, 0},
	// Without a cgroup, the memory of socket buffers is not counted; at their default size, the descriptors bound
	// them.
	{unix.SYS_SETSOCKOPT, low(2), bpf.JumpEqual, unix.SO_SNDBUF, denied, 0},
	{unix.SYS_SETSOCKOPT, low(2), bpf.JumpEqual, unix.SO_RCVBUF, denied, 0},
	{unix.SYS_SETSOCKOPT, low(2), bpf.JumpEqual, unix.SO_SNDBUFFORCE, denied, 0},
	{unix.SYS_SETSOCKOPT, low(2), bpf.JumpEqual, unix.SO_RCVBUFFORCE, denied, 0},
	// Filters of programs, see startingCalls.
	{unix.SYS_SETSOCKOPT, low(2), bpf.JumpEqual, unix.SO_ATTACH_FILTER, denied, 0},
	{unix.SYS_SETSOCKOPT, low(2), bpf.JumpEqual, unix.SO_ATTACH_BPF, denied, 0},
	{unix.SYS_SETSOCKOPT, low(2), bpf.JumpEqual, unix.SO_ATTACH_REUSEPORT_CBPF, denied, 0},
	{unix.SYS_SETSOCKOPT, low(2), bpf.JumpEqual, unix.SO_ATTACH_REUSEPORT_EBPF, denied, 0},
	{unix.SYS_PRCTL, low(0), bpf.JumpEqual, unix.PR_SET_SECCOMP, invalid, 0},
	// A futex table of any size, and names of mappings.
	{unix.SYS_PRCTL, low(0), bpf.JumpEqual, unix.PR_FUTEX_HASH, invalid, 0},
	{unix.SYS_PRCTL, low(0), bpf.JumpEqual, unix.PR_SET_VMA, invalid, 0},
	// Merging equal pages takes the kernel's own time, and reveals what other programs have in memory.
	{unix.SYS_PRCTL, low(0), bpf.JumpEqual, unix.PR_SET_MEMORY_MERGE, invalid, 0},
	{unix.SYS_MADVISE, low(2), bpf.JumpEqual, unix.MADV_MERGEABLE, invalid, 0},
	// With a mode it allocates space beyond the end of a file, which neither the file's size nor RLIMIT_FSIZE covers.
	{unix.SYS_FALLOCATE, low(1), bpf.JumpNotEqual, 0, noMode, 0},
	// An address is the destination of a message on an unconnected socket.
	{unix.SYS_SENDTO, low(4), bpf.JumpNotEqual, 0, denied, 0},
	{unix.SYS_SENDTO, high(4), bpf.JumpNotEqual, 0, denied, 0},
	// Forged signals again: allow only the kernel's own description, a null pointer.
	{unix.SYS_PIDFD_SEND_SIGNAL, low(2), bpf.JumpNotEqual, 0, denied, 0},
	{unix.SYS_PIDFD_SEND_SIGNAL, high(2), bpf.JumpNotEqual, 0, denied, 0},
	// And again: the signal for available input, which goes to any process named as the owner of a file.
	{unix.SYS_FCNTL, low(1), bpf.JumpEqual, setSignal, denied, 0},
	// Commands that reveal other users of a file, make them wait, or stay with the file.
	{unix.SYS_FCNTL, low(1), bpf.JumpEqual, unix.F_SETLEASE, denied, 0},
	{unix.SYS_FCNTL, low(1), bpf.JumpEqual, setDelegation, denied, 0},
	{unix.SYS_FCNTL, low(1), bpf.JumpEqual, unix.F_NOTIFY, denied, 0},
	{unix.SYS_FCNTL, low(1), bpf.JumpEqual, setInodeHint, denied, 0},
	{unix.SYS_FCNTL, low(1), bpf.JumpEqual, setFileHint, denied, 0},
	// Locks of ranges: a file can have any number, and no cgroup counts them. flock(2) has one for each open file.
	{unix.SYS_FCNTL, low(1), bpf.JumpEqual, unix.F_SETLK, noLocks, 0},
	{unix.SYS_FCNTL, low(1), bpf.JumpEqual, unix.F_SETLKW, noLocks, 0},
	{unix.SYS_FCNTL, low(1), bpf.JumpEqual, unix.F_OFD_SETLK, noLocks, 0},
	{unix.SYS_FCNTL, low(1), bpf.JumpEqual, unix.F_OFD_SETLKW, noLocks, 0},
	{unix.SYS_IOCTL, low(1), bpf.JumpNotEqual, terminalCalls, noDevice, ioctlKind},
}

// uncountedArguments are the rules where no cgroup counts memory.
var uncountedArguments = []argument{
	// A thread with its own descriptors would hide them from its process's list.
	{unix.SYS_CLONE, low(0), bpf.JumpEqual, unix.CLONE_THREAD, denied, unix.CLONE_THREAD | unix.CLONE_FILES},
	{unix.SYS_CLOSE_RANGE, low(2), bpf.JumpBitsSet, unix.CLOSE_RANGE_UNSHARE, denied, 0},
	// Named pipes are not listed as pipes. If the init can be asked, it counts them.
	{unix.SYS_MKNODAT, low(2), bpf.JumpEqual, unix.S_IFIFO, denied, unix.S_IFMT},
	{mknod, low(1), bpf.JumpEqual, unix.S_IFIFO, denied, unix.S_IFMT},
	// For kernels on which programs cannot ask, see askedArguments; files of the working directory serve instead and
	// count.
	{unix.SYS_MMAP, low(3), bpf.JumpEqual, unix.MAP_SHARED | unix.MAP_ANONYMOUS, denied, mapKind | unix.MAP_ANONYMOUS},
	// Huge pages from the machine's pool appear in no process's size.
	{unix.SYS_MMAP, low(3), bpf.JumpBitsSet, unix.MAP_HUGETLB, noMemory, 0},
	// Larger pipes.
	{unix.SYS_FCNTL, low(1), bpf.JumpEqual, unix.F_SETPIPE_SZ, denied, 0},
}

// rule is the answer to one system call.
type rule struct {
	call uint32
	body []bpf.Instruction // ends with a return
}

// The filter is installed once, on the serving thread, and inherited by every child: for each installation the kernel
// compiles the filter and tries it with every system call. Only the startingCalls need a filter of the child's own,
// where the thread itself uses them to have children born in a cgroup of version 2. That costs some 25 µs a run.

// assemble translates a program for the kernel.
func assemble(program []bpf.Instruction) (*unix.SockFprog, error) {
	raw, err := bpf.Assemble(program)
	if err != nil {
		return nil, err
	}
	instructions := make([]unix.SockFilter, len(raw))
	for i, r := range raw {
		instructions[i] = unix.SockFilter{Code: r.Op, Jt: r.Jt, Jf: r.Jf, K: r.K}
	}
	return &unix.SockFprog{Len: uint16(len(instructions)), Filter: unsafe.SliceData(instructions)}, nil
}

// childProgram refuses the startingCalls where threadProgram does not.
func childProgram() []bpf.Instruction {
	program := []bpf.Instruction{bpf.LoadAbsolute{Off: offsetNumber, Size: 4}}
	for _, call := range startingCalls {
		program = append(program, bpf.JumpIf{Cond: bpf.JumpEqual, Val: call, SkipFalse: 1}, bpf.RetConstant{Val: unknown})
	}
	return append(program, bpf.RetConstant{Val: allow})
}

// restrictThread installs a filter on the calling thread, for it and its children. Other threads stay unrestricted.
// With the flag SECCOMP_FILTER_FLAG_NEW_LISTENER the result is the descriptor of a listener.
func restrictThread(program *unix.SockFprog, flags uintptr) (int, error) {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return -1, err
	}
	fd, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(program)))
	runtime.KeepAlive(program)
	if errno != 0 {
		return -1, errno
	}
	return int(fd), nil
}

// threadProgram searches the rules as a binary tree, since it runs at every system call whose answer depends on its
// arguments. asking says that there is a listener. plain is nil for a box with namespaces.
func threadProgram(kind cgroupKind, asking bool, plain *plainRules) []bpf.Instruction {
	var rules []rule
	add := func(calls []uint32, answer uint32) {
		for _, call := range calls {
			rules = append(rules, rule{call, []bpf.Instruction{bpf.RetConstant{Val: answer}}})
		}
	}
	add(deniedCalls, denied)
	add(deniedOnArch, denied)
	add(absentCalls, unknown)
	add(sessionCalls, done)
	add(attributeCalls, noMode)
	add(freeCalls, done)
	arguments := slices.Concat(argumentRules, counterArguments)
	if asking {
		arguments = slices.Concat(listenerCalls, askedArguments, arguments)
	}
	if plain != nil {
		for answer, calls := range plain.calls() {
			add(calls, answer)
		}
		arguments = append(plain.arguments(), arguments...)
	}
	switch kind {
	case noCgroup:
		add(startingCalls, unknown)
		add(uncountedCalls, unknown)
		add(pinningCalls, invalid)
		arguments = append(arguments, uncountedArguments...)
	case cgroup1:
		add(startingCalls, unknown)
	}
	byCall := map[uint32][]bpf.Instruction{}
	for _, a := range arguments {
		body := append(byCall[a.call], bpf.LoadAbsolute{Off: offsetArg0 + 4*a.word, Size: 4})
		if a.mask != 0 {
			body = append(body, bpf.ALUOpConstant{Op: bpf.ALUOpAnd, Val: a.mask})
		}
		byCall[a.call] = append(body, bpf.JumpIf{Cond: a.test, Val: a.value, SkipFalse: 1}, bpf.RetConstant{Val: a.answer})
	}
	for call, body := range byCall {
		rules = append(rules, rule{call, append(body, bpf.RetConstant{Val: allow})})
	}
	slices.SortFunc(rules, func(a, b rule) int { return int(a.call) - int(b.call) })

	program := []bpf.Instruction{
		bpf.LoadAbsolute{Off: offsetArch, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: auditArch, SkipTrue: 1},
		bpf.RetConstant{Val: kill},
		bpf.LoadAbsolute{Off: offsetNumber, Size: 4},
		// This includes the x32 calls, which have bit 30 set.
		bpf.JumpIf{Cond: bpf.JumpGreaterThan, Val: newestKnown, SkipFalse: 1},
		bpf.RetConstant{Val: unknown},
	}
	return append(program, search(rules)...)
}

// search finds the rule of the loaded call number in a sorted list.
func search(rules []rule) []bpf.Instruction {
	if len(rules) == 0 {
		return []bpf.Instruction{bpf.RetConstant{Val: allow}}
	}
	if len(rules) == 1 {
		body := rules[0].body
		test := bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: rules[0].call, SkipTrue: uint8(len(body))}
		return slices.Concat([]bpf.Instruction{test}, body, search(nil))
	}
	middle := len(rules) / 2
	below, above := search(rules[:middle]), search(rules[middle:])
	// A conditional jump reaches 255 instructions, an unconditional one any number.
	branch := []bpf.Instruction{
		bpf.JumpIf{Cond: bpf.JumpGreaterOrEqual, Val: rules[middle].call, SkipFalse: 1},
		bpf.Jump{Skip: uint32(len(below))},
	}
	return slices.Concat(branch, below, above)
}
