package namespaces

import (
	"encoding/binary"
	"slices"
	"testing"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// system runs a filter as the kernel would.
type system struct {
	*testing.T
	vm *bpf.VM
}

func newSystem(t *testing.T, program []bpf.Instruction) system {
	t.Helper()
	vm, err := bpf.NewVM(program)
	if err != nil {
		t.Fatal(err)
	}
	return system{t, vm}
}

// call returns the filter's answer. The machine reads numbers in network byte order, unlike the kernel.
func (s system) call(arch, number uint32, args ...uint64) uint32 {
	s.Helper()
	data := make([]byte, 64) // struct seccomp_data
	binary.BigEndian.PutUint32(data[offsetNumber:], number)
	binary.BigEndian.PutUint32(data[offsetArch:], arch)
	for i, arg := range args {
		// The low half comes first.
		binary.BigEndian.PutUint32(data[offsetArg0+8*i:], uint32(arg))
		binary.BigEndian.PutUint32(data[offsetArg0+8*i+4:], uint32(arg>>32))
	}
	answer, err := s.vm.Run(data)
	if err != nil {
		s.Fatal(err)
	}
	return uint32(answer)
}

func TestFilterAnswersEveryCall(t *testing.T) {
	for _, kind := range []cgroupKind{noCgroup, cgroup1, cgroup2} {
		s := newSystem(t, threadProgram(kind, false, nil))
		for number := range uint32(2048) {
			want := uint32(allow)
			switch {
			case slices.Contains(deniedCalls, number), slices.Contains(deniedOnArch, number):
				want = denied
			case slices.Contains(absentCalls, number), number > newestKnown:
				want = unknown
			case slices.Contains(attributeCalls, number):
				want = noMode
			case slices.Contains(freeCalls, number):
				want = done
			case slices.Contains(pinningCalls, number) && kind == noCgroup:
				want = invalid
			case number == unix.SYS_IOCTL: // the request 0
				want = noDevice
			case slices.Contains(startingCalls, number) && kind != cgroup2: // there the child's own filter refuses them
				want = unknown
			case slices.Contains(sessionCalls, number):
				want = done
			case slices.Contains(uncountedCalls, number) && kind == noCgroup:
				want = unknown
			case number == unix.SYS_SOCKET, number == unix.SYS_SOCKETPAIR: // the family 0
				want = noProtocol
			}
			if got := s.call(auditArch, number); got != want {
				t.Errorf("cgroup %s: call %d: got %#x, want %#x", kind, number, got, want)
			}
		}
	}
}

func TestChildFilter(t *testing.T) {
	s := newSystem(t, childProgram())
	for number := range uint32(2048) {
		want := uint32(allow)
		if slices.Contains(startingCalls, number) {
			want = unknown
		}
		if got := s.call(auditArch, number); got != want {
			t.Errorf("call %d: got %#x, want %#x", number, got, want)
		}
	}
}

func TestFilterLooksAtArguments(t *testing.T) {
	const thread = unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND | unix.CLONE_THREAD |
		unix.CLONE_SYSVSEM | unix.CLONE_SETTLS | unix.CLONE_PARENT_SETTID | unix.CLONE_CHILD_CLEARTID
	counted, uncounted := newSystem(t, threadProgram(cgroup1, false, nil)), newSystem(t, threadProgram(noCgroup, false, nil))
	for _, test := range []struct {
		name   string
		number uint32
		args   []uint64
		want   uint32
	}{
		{"fork", unix.SYS_CLONE, []uint64{uint64(unix.SIGCHLD)}, allow},
		{"vfork", unix.SYS_CLONE, []uint64{unix.CLONE_VM | unix.CLONE_VFORK | uint64(unix.SIGCHLD)}, allow},
		{"thread", unix.SYS_CLONE, []uint64{thread}, allow},
		{"user namespace", unix.SYS_CLONE, []uint64{unix.CLONE_NEWUSER | uint64(unix.SIGCHLD)}, denied},
		{"network namespace", unix.SYS_CLONE, []uint64{unix.CLONE_NEWNET | uint64(unix.SIGCHLD)}, denied},
		{"own limits", unix.SYS_PRLIMIT64, []uint64{0, unix.RLIMIT_STACK}, allow},
		{"another's limits", unix.SYS_PRLIMIT64, []uint64{1, unix.RLIMIT_STACK}, denied},
		{"another's core dumps", unix.SYS_PRLIMIT64, []uint64{1, unix.RLIMIT_CORE, 0x7ffd00001000}, denied},
		{"the limit of core dumps", unix.SYS_PRLIMIT64, []uint64{0, unix.RLIMIT_CORE, 0, 0x7ffd00001000}, allow},
		{"another limit of core dumps", unix.SYS_PRLIMIT64, []uint64{0, unix.RLIMIT_CORE, 0x7ffd00001000}, done},
		{"its place above 4 GiB alone", unix.SYS_PRLIMIT64, []uint64{0, unix.RLIMIT_CORE, 1 << 40}, done},
		{"another limit of core dumps by another name", unix.SYS_SETRLIMIT, []uint64{unix.RLIMIT_CORE, 0x7ffd00001000}, done},
		{"another limit", unix.SYS_SETRLIMIT, []uint64{unix.RLIMIT_STACK, 0x7ffd00001000}, allow},
		{"unix socket", unix.SYS_SOCKET, []uint64{unix.AF_UNIX, unix.SOCK_STREAM}, allow},
		{"internet socket", unix.SYS_SOCKET, []uint64{unix.AF_INET, unix.SOCK_STREAM}, noProtocol},
		// The kernel treats the family as an int, so the upper half does not count.
		{"disguised internet socket", unix.SYS_SOCKET, []uint64{1<<32 | unix.AF_INET}, noProtocol},
		{"vsock", unix.SYS_SOCKET, []uint64{unix.AF_VSOCK}, noProtocol},
		{"unix pair", unix.SYS_SOCKETPAIR, []uint64{unix.AF_UNIX}, allow},
		{"a larger send buffer", unix.SYS_SETSOCKOPT, []uint64{3, unix.SOL_SOCKET, unix.SO_SNDBUF}, denied},
		{"a larger receive buffer", unix.SYS_SETSOCKOPT, []uint64{3, unix.SOL_SOCKET, unix.SO_RCVBUF}, denied},
		{"a filter of a socket", unix.SYS_SETSOCKOPT, []uint64{3, unix.SOL_SOCKET, unix.SO_ATTACH_FILTER}, denied},
		{"another option of a socket", unix.SYS_SETSOCKOPT, []uint64{3, unix.SOL_SOCKET, unix.SO_PASSCRED}, allow},
		{"space for a file", unix.SYS_FALLOCATE, []uint64{1, 0, 0, 100}, allow},
		{"space beyond its end", unix.SYS_FALLOCATE, []uint64{1, unix.FALLOC_FL_KEEP_SIZE, 0, 100}, noMode},
		{"a signal to a process", unix.SYS_PIDFD_SEND_SIGNAL, []uint64{3, uint64(unix.SIGTERM), 0}, allow},
		{"a signal of a made-up origin", unix.SYS_PIDFD_SEND_SIGNAL, []uint64{3, uint64(unix.SIGSEGV), 0x7ffd00001000}, denied},
		{"its description above 4 GiB alone", unix.SYS_PIDFD_SEND_SIGNAL, []uint64{3, uint64(unix.SIGSEGV), 1 << 40}, denied},
		{"flags of a file", unix.SYS_FCNTL, []uint64{1, unix.F_SETFL, unix.O_APPEND}, allow},
		{"the signal of a file", unix.SYS_FCNTL, []uint64{1, setSignal, uint64(unix.SIGSEGV)}, denied},
		{"a lock", unix.SYS_FLOCK, []uint64{1, unix.LOCK_EX}, allow},
		{"a lock of a range", unix.SYS_FCNTL, []uint64{1, unix.F_SETLK, 0x7ffd00001000}, noLocks},
		{"waiting for a lock of a range", unix.SYS_FCNTL, []uint64{1, unix.F_SETLKW, 0x7ffd00001000}, noLocks},
		{"a lock of an open file's range", unix.SYS_FCNTL, []uint64{1, unix.F_OFD_SETLK, 0x7ffd00001000}, noLocks},
		{"waiting for a lock of an open file's range", unix.SYS_FCNTL, []uint64{1, unix.F_OFD_SETLKW, 0x7ffd00001000}, noLocks},
		{"who locks a range?", unix.SYS_FCNTL, []uint64{1, unix.F_OFD_GETLK, 0x7ffd00001000}, allow},
		{"a lease", unix.SYS_FCNTL, []uint64{1, unix.F_SETLEASE, unix.F_RDLCK}, denied},
		{"news of a folder", unix.SYS_FCNTL, []uint64{1, unix.F_NOTIFY, 1}, denied},
		{"a hint about a file", unix.SYS_FCNTL, []uint64{1, setInodeHint, 0x7ffd00001000}, denied},
		{"is it a terminal?", unix.SYS_IOCTL, []uint64{1, unix.TCGETS}, allow},
		{"close on execution", unix.SYS_IOCTL, []uint64{1, 0x5451 /* FIOCLEX */}, allow},
		{"space beyond its end by another name", unix.SYS_IOCTL, []uint64{1, 0x4030582a /* FS_IOC_RESVSP64 */}, noDevice},
		{"a copy that shares blocks", unix.SYS_IOCTL, []uint64{1, unix.FICLONE}, noDevice},
		{"flags of a file's own", unix.SYS_IOCTL, []uint64{1, unix.FS_IOC_SETFLAGS}, noDevice},
		{"a message to the other end", unix.SYS_SENDTO, []uint64{3, 1 << 40, 1, 0, 0, 0}, allow},
		{"a message to an address", unix.SYS_SENDTO, []uint64{3, 1 << 40, 1, 0, 0x1000, 110}, denied},
		{"its address above 4 GiB alone", unix.SYS_SENDTO, []uint64{3, 1 << 40, 1, 0, 1 << 40, 110}, denied},
		{"memory", unix.SYS_MMAP, []uint64{0, 1 << 20, 3, unix.MAP_PRIVATE | unix.MAP_ANONYMOUS | unix.MAP_NORESERVE}, allow},
		{"a shared file", unix.SYS_MMAP, []uint64{0, 1 << 20, 3, unix.MAP_SHARED, 3}, allow},
		{"pages to come", unix.SYS_MADVISE, []uint64{1 << 20, 4096, unix.MADV_WILLNEED}, allow},
		{"merged pages", unix.SYS_MADVISE, []uint64{1 << 20, 4096, unix.MADV_MERGEABLE}, invalid},
		{"merged pages of the whole process", unix.SYS_PRCTL, []uint64{unix.PR_SET_MEMORY_MERGE, 1}, invalid},
		{"a filter", unix.SYS_PRCTL, []uint64{unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, 0x1000}, invalid},
		{"a table of futexes", unix.SYS_PRCTL, []uint64{unix.PR_FUTEX_HASH, unix.PR_FUTEX_HASH_SET_SLOTS, 1 << 20}, invalid},
		{"a name", unix.SYS_PRCTL, []uint64{unix.PR_SET_NAME, 0x1000}, allow},
		{"no descriptors", unix.SYS_CLOSE_RANGE, []uint64{3, 1<<32 - 1, unix.CLOSE_RANGE_CLOEXEC}, allow},
		{"a file by another call", unix.SYS_MKNODAT, []uint64{0, 0x1000, unix.S_IFREG | 0o600}, allow},
		{"a pipe", unix.SYS_FCNTL, []uint64{1, unix.F_GETPIPE_SZ}, allow},
		{"the time", unix.SYS_CLOCK_GETTIME, []uint64{unix.CLOCK_REALTIME}, allow},
		{"a thread's clock", unix.SYS_CLOCK_GETTIME, []uint64{uint64(^uint32(100<<3|7) | 6)}, allow},
		{"the init's clock", unix.SYS_CLOCK_GETTIME, []uint64{uint64(clockOfInit | 2)}, invalid},
		{"the init's clock, extended", unix.SYS_CLOCK_GETTIME, []uint64{^uint64(1<<3|7) | 1}, invalid},
		{"sleep by the init's clock", unix.SYS_CLOCK_NANOSLEEP, []uint64{uint64(clockOfInit | 2)}, invalid},
		{"a timer by the init's clock", unix.SYS_TIMER_CREATE, []uint64{uint64(clockOfInit)}, invalid},
		{"the type of a socket", unix.SYS_GETSOCKOPT, []uint64{3, unix.SOL_SOCKET, unix.SO_TYPE}, allow},
		{"the number of a socket", unix.SYS_GETSOCKOPT, []uint64{3, unix.SOL_SOCKET, unix.SO_COOKIE}, invalid},
		{"a name for a socket", unix.SYS_BIND, []uint64{3, 1 << 40, 6}, allow},
		{"any name for a socket", unix.SYS_BIND, []uint64{3, 1 << 40, 2}, invalid},
	} {
		for _, s := range []system{counted, uncounted} {
			if got := s.call(auditArch, test.number, test.args...); got != test.want {
				t.Errorf("%s: got %#x, want %#x", test.name, got, test.want)
			}
		}
	}
	for _, test := range []struct {
		name   string
		number uint32
		args   []uint64
		want   uint32
	}{
		{"a thread with files of its own", unix.SYS_CLONE, []uint64{thread &^ unix.CLONE_FILES}, denied},
		{"descriptors of its own", unix.SYS_CLOSE_RANGE, []uint64{3, 1<<32 - 1, unix.CLOSE_RANGE_UNSHARE}, denied},
		{"a pipe with a name", unix.SYS_MKNODAT, []uint64{0, 0x1000, unix.S_IFIFO | 0o600}, denied},
		{"shared memory", unix.SYS_MMAP, []uint64{0, 1 << 20, 3, unix.MAP_SHARED | unix.MAP_ANONYMOUS}, denied},
		{"huge pages", unix.SYS_MMAP, []uint64{0, 1 << 21, 3, unix.MAP_PRIVATE | unix.MAP_ANONYMOUS | unix.MAP_HUGETLB}, noMemory},
		{"a larger pipe", unix.SYS_FCNTL, []uint64{1, unix.F_SETPIPE_SZ, 1 << 20}, denied},
	} {
		if got := counted.call(auditArch, test.number, test.args...); got != allow {
			t.Errorf("%s, where it is counted: got %#x, want %#x", test.name, got, uint32(allow))
		}
		if got := uncounted.call(auditArch, test.number, test.args...); got != test.want {
			t.Errorf("%s, where it is not counted: got %#x, want %#x", test.name, got, test.want)
		}
	}
}

func TestFilterAsks(t *testing.T) {
	s := newSystem(t, threadProgram(noCgroup, true, nil))
	for _, test := range []struct {
		name   string
		number uint32
		args   []uint64
		want   uint32
	}{
		{"shared memory", unix.SYS_MMAP, []uint64{0, 1 << 20, 3, unix.MAP_SHARED | unix.MAP_ANONYMOUS}, ask},
		{"shared memory by another name", unix.SYS_MMAP, []uint64{0, 1 << 20, 3, unix.MAP_SHARED_VALIDATE | unix.MAP_ANONYMOUS}, allow},
		{"memory", unix.SYS_MMAP, []uint64{0, 1 << 20, 3, unix.MAP_PRIVATE | unix.MAP_ANONYMOUS}, allow},
		{"huge shared pages", unix.SYS_MMAP, []uint64{0, 1 << 21, 3, unix.MAP_SHARED | unix.MAP_ANONYMOUS | unix.MAP_HUGETLB}, denied},
		{"a pipe with a name", unix.SYS_MKNODAT, []uint64{0, 0x1000, unix.S_IFIFO | 0o600}, ask},
		{"a socket with a name", unix.SYS_MKNODAT, []uint64{0, 0x1000, unix.S_IFSOCK | 0o600}, allow},
		{"an answer", unix.SYS_IOCTL, []uint64{3, unix.SECCOMP_IOCTL_NOTIF_SEND}, allow},
		{"flags of a file's own", unix.SYS_IOCTL, []uint64{1, unix.FS_IOC_SETFLAGS}, noDevice},
	} {
		if got := s.call(auditArch, test.number, test.args...); got != test.want {
			t.Errorf("%s: got %#x, want %#x", test.name, got, test.want)
		}
	}
}

// Without namespaces a filter knows the init's own clone by its password, and what Landlock cannot refuse depends on its
// version.
func TestFilterWithoutNamespaces(t *testing.T) {
	const password = 0x1234_5678_9abc_def0
	forNew, forOld := plainRules{firstBarrier(landlockScopes), password}, plainRules{firstBarrier(landlockFiles), password}
	recent, old := newSystem(t, threadProgram(noCgroup, true, &forNew)), newSystem(t, threadProgram(noCgroup, true, &forOld))
	sigchld := uint64(unix.SIGCHLD)
	for _, test := range []struct {
		name          string
		number        uint32
		args          []uint64
		recent, older uint32
	}{
		{"fork", unix.SYS_CLONE, []uint64{sigchld}, ask, ask},
		{"fork by the init", unix.SYS_CLONE, []uint64{sigchld, 0, 0, password}, allow, allow},
		{"fork with half of the password", unix.SYS_CLONE, []uint64{sigchld, 0, 0, password & (1<<32 - 1)}, ask, ask},
		{"a namespace with the password", unix.SYS_CLONE, []uint64{unix.CLONE_NEWUSER | sigchld, 0, 0, password}, denied, denied},
		{"clone3", unix.SYS_CLONE3, nil, unknown, unknown},
		{"a signal", unix.SYS_KILL, []uint64{1, 9}, allow, ask},
		{"a signal to a thread", unix.SYS_TGKILL, []uint64{1, 1, 9}, allow, ask},
		{"a signal by descriptor", unix.SYS_PIDFD_SEND_SIGNAL, []uint64{3, 9, 0}, allow, unknown},
		{"a forged signal", unix.SYS_RT_SIGQUEUEINFO, []uint64{1, 11}, denied, denied},
		{"the owner of a file's signals", unix.SYS_FCNTL, []uint64{0, unix.F_SETOWN, 1}, denied, denied},
		{"the mode of a path", unix.SYS_FCHMODAT, nil, ask, ask},
		{"the mode of a file", unix.SYS_FCHMOD, nil, ask, ask},
		{"the times of a file", unix.SYS_UTIMENSAT, nil, ask, ask},
		{"the owner of a file", unix.SYS_FCHOWNAT, nil, denied, denied},
		{"shortening by a path", unix.SYS_TRUNCATE, nil, allow, denied},
		{"shortening while opening for reading", unix.SYS_OPENAT, []uint64{0, 0, unix.O_RDONLY | unix.O_TRUNC}, allow, denied},
		{"shortening while opening for writing", unix.SYS_OPENAT, []uint64{0, 0, unix.O_WRONLY | unix.O_TRUNC}, allow, allow},
		{"a file without a name", unix.SYS_OPENAT, []uint64{0, 0, unix.O_TMPFILE | unix.O_RDWR}, noMode, noMode},
		{"a directory", unix.SYS_OPENAT, []uint64{0, 0, unix.O_DIRECTORY}, allow, allow},
		{"opening by a description", unix.SYS_OPENAT2, nil, unknown, unknown},
		{"a name for a socket", unix.SYS_BIND, []uint64{3, 0x1000, 6}, denied, denied},
		{"hiding from the init", unix.SYS_PRCTL, []uint64{unix.PR_SET_DUMPABLE, 0}, done, done},
		{"another's memory", unix.SYS_PROCESS_VM_READV, nil, denied, denied},
		{"another's descriptor", unix.SYS_PIDFD_GETFD, nil, denied, denied},
		{"a process to trace", unix.SYS_PTRACE, nil, denied, denied},
		{"a ring", unix.SYS_IO_URING_SETUP, nil, unknown, unknown},
		{"a session", unix.SYS_SETSID, nil, done, done},
	} {
		if got := recent.call(auditArch, test.number, test.args...); got != test.recent {
			t.Errorf("%s: got %#x, want %#x", test.name, got, test.recent)
		}
		if got := old.call(auditArch, test.number, test.args...); got != test.older {
			t.Errorf("%s with the first Landlock: got %#x, want %#x", test.name, got, test.older)
		}
	}
}

// Each version of Landlock refuses what the one before refuses, and its own.
func TestBarriers(t *testing.T) {
	before := barrier{}
	for version := landlockFiles; version <= landlockScopes; version++ {
		now := firstBarrier(version)
		if now.files&before.files != before.files || now.network&before.network != before.network || now == before {
			t.Errorf("version %d refuses %+v, the one before %+v", version, now, before)
		}
		before = now
	}
}

func TestFilterRefusesOtherArchitectures(t *testing.T) {
	s := newSystem(t, threadProgram(cgroup1, false, nil))
	const x32 = 1 << 30
	if got := s.call(auditArch, x32|unix.SYS_PTRACE); got != unknown {
		t.Errorf("a call of the x32 kind: got %#x, want %#x", got, uint32(unknown))
	}
	if got := s.call(unix.AUDIT_ARCH_I386, unix.SYS_READ); got != uint32(kill) {
		t.Errorf("a call of another architecture: got %#x, want %#x", got, uint32(kill))
	}
}

func TestFilterFitsTheKernel(t *testing.T) {
	for _, instructions := range [][]bpf.Instruction{
		threadProgram(noCgroup, true, nil), threadProgram(noCgroup, true, &plainRules{barrier: firstBarrier(landlockFiles)}), childProgram(),
	} {
		program, err := assemble(instructions)
		if err != nil {
			t.Fatal(err)
		}
		if program.Len == 0 || program.Len > unix.BPF_MAXINSNS {
			t.Errorf("got %d instructions, want 1 to %d", program.Len, unix.BPF_MAXINSNS)
		}
	}
}
