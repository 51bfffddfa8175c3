package namespaces

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// In a box without namespaces programs also ask for what neither Landlock nor the numbers in registers decide: for
// processes, whose number the kernel bounds only for all processes of a user together; for modes and times of files, which
// Landlock leaves to the owner; and, before Linux 6.12, for signals. Where the answer depends on memory or on numbers of
// processes, which may change meanwhile, the init itself does what was asked for.

// plainRules are what the filter of such a box depends on.
type plainRules struct {
	barrier  barrier
	password uint64 // marks the init's own clone
}

// calls returns answers to calls whatever their arguments are.
func (r plainRules) calls() map[uint32][]uint32 {
	calls := map[uint32][]uint32{
		ask: slices.Concat([]uint32{unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_UTIMENSAT}, askedOnArch, birthsOnArch),
		// These change files that belong to the same user outside of the box.
		denied: append([]uint32{
			unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR,
		}, ownersOnArch...),
		// Others do the same with arguments that do not lie behind a pointer, or with fewer ways to name a file.
		unknown: append([]uint32{unix.SYS_OPENAT2, fchmodat2}, olderOnArch...),
	}
	if !r.scoped() {
		calls[ask] = append(calls[ask], unix.SYS_KILL, unix.SYS_TKILL, unix.SYS_TGKILL)
	}
	if !r.truncates() { // ftruncate(2) needs a file that is open for writing
		calls[denied] = append(calls[denied], unix.SYS_TRUNCATE)
	}
	return calls
}

// scoped reports whether Landlock keeps signals in the box.
func (r plainRules) scoped() bool { return r.barrier.scopes&unix.LANDLOCK_SCOPE_SIGNAL != 0 }

// truncates reports whether Landlock refuses to truncate the files of others.
func (r plainRules) truncates() bool { return r.barrier.files&unix.LANDLOCK_ACCESS_FS_TRUNCATE != 0 }

// arguments returns further rules, which precede those of every box.
func (r plainRules) arguments() []argument {
	rules := []argument{
		// Nothing may connect to a socket with a name, and abstract names belong to the whole machine.
		{unix.SYS_BIND, low(0), bpf.JumpGreaterOrEqual, 0, denied, 0},
		{unix.SYS_CLONE, low(0), bpf.JumpBitsSet, namespaceFlags, denied, 0},
		{unix.SYS_CLONE, low(0), bpf.JumpEqual, unix.CLONE_THREAD, denied, unix.CLONE_THREAD | unix.CLONE_FILES},
		{unix.SYS_CLONE, low(3), bpf.JumpNotEqual, uint32(r.password), ask, 0},
		{unix.SYS_CLONE, high(3), bpf.JumpNotEqual, uint32(r.password >> 32), ask, 0},
		// A file without a name is found by no search. Programs take one with a name and remove that.
		{unix.SYS_OPENAT, low(2), bpf.JumpEqual, tmpfileFlag, noMode, tmpfileFlag},
		// Signals for available input, to any process named as the owner of a file.
		{unix.SYS_FCNTL, low(1), bpf.JumpEqual, unix.F_SETOWN, denied, 0},
		{unix.SYS_FCNTL, low(1), bpf.JumpEqual, setOwnerEx, denied, 0},
		// The init looks at its programs with their own rights.
		{unix.SYS_PRCTL, low(0), bpf.JumpEqual, unix.PR_SET_DUMPABLE, done, 0},
	}
	if !r.scoped() {
		rules = append(rules, argument{unix.SYS_PIDFD_SEND_SIGNAL, low(0), bpf.JumpGreaterOrEqual, 0, unknown, 0})
	}
	if !r.truncates() { // Landlock takes this for reading
		rules = append(rules, argument{unix.SYS_OPENAT, low(2), bpf.JumpEqual, unix.O_TRUNC, denied, unix.O_ACCMODE | unix.O_TRUNC})
	}
	return append(rules, openOnArch(r.truncates())...)
}

const (
	tmpfileFlag = unix.O_TMPFILE &^ unix.O_DIRECTORY
	setOwnerEx  = 15  // F_SETOWN_EX
	fchmodat2   = 452 // Linux 6.6
)

// birthCalls are the calls that start processes and threads.
var birthCalls = append([]uint32{unix.SYS_CLONE}, birthsOnArch...)

// plainBox answers what only programs of a box without namespaces ask.
type plainBox struct {
	session session
	dir     string // that programs may change
	// most bounds the processes and threads of a run, 0 for no bound; free may begin before they are counted again.
	most, free int
}

// begin prepares for a run with at most that many processes and threads.
func (p *plainBox) begin(most int) {
	if p != nil {
		p.most, p.free = most, 0
	}
}

// answer decides about a request: whether the call may go on, or else with which error it ends. 0 means that the init has
// done what was asked for.
func (p *plainBox) answer(q *question) (goesOn bool, errno unix.Errno) {
	asker := int(q.thread)
	argument := func(i int) int { return int(int32(q.arguments[i])) }
	switch uint32(q.call) {
	case unix.SYS_KILL:
		return false, p.kill(asker, argument(0), unix.Signal(argument(1)))
	case unix.SYS_TGKILL:
		return p.killThread(asker, argument(0), argument(1), unix.Signal(argument(2)))
	case unix.SYS_TKILL:
		// Numbers of threads that end are not given again so soon.
		return isThread(asker, argument(0)), unix.ESRCH
	case unix.SYS_FCHMOD:
		return false, p.change(asker, argument(0), 0, true, setMode(q.arguments[1]))
	case unix.SYS_FCHMODAT:
		return false, p.change(asker, argument(0), q.arguments[1], true, setMode(q.arguments[2]))
	case chmodOnArch:
		return false, p.change(asker, unix.AT_FDCWD, q.arguments[0], true, setMode(q.arguments[1]))
	case unix.SYS_UTIMENSAT:
		follow := argument(3)&unix.AT_SYMLINK_NOFOLLOW == 0
		times, err := readTimes(asker, q.arguments[2])
		if err != nil {
			return false, unix.EFAULT
		}
		return false, p.change(asker, argument(0), q.arguments[1], follow, func(path string) error {
			return unix.UtimesNanoAt(unix.AT_FDCWD, path, times, 0)
		})
	}
	return p.mayStart(), unix.EAGAIN // one of the birthCalls
}

// mustCount reports whether the answer to a request depends on how many processes and threads there are now.
func (p *plainBox) mustCount(q *question) bool {
	return p != nil && p.most > 0 && p.free == 0 && slices.Contains(birthCalls, uint32(q.call))
}

// count finds out how many processes and threads may begin.
func (p *plainBox) count() {
	pids, err := p.session.list()
	if err != nil {
		return
	}
	begun := 0
	for _, pid := range pids {
		begun += threadsOf(pid)
	}
	p.free = max(0, p.most-begun)
}

// mayStart reports whether there is room for one process or thread more.
func (p *plainBox) mayStart() bool {
	if p.most == 0 {
		return true
	}
	if p.free == 0 {
		return false
	}
	p.free--
	return true
}

// threadsOf counts the threads of a process; one that has ended is one until it is collected.
func threadsOf(pid int) int {
	const names = 2 // of a directory without others in it
	var stat unix.Stat_t
	if unix.Stat(processDir(pid)+"/task", &stat) != nil {
		return 0
	}
	return max(1, int(stat.Nlink)-names)
}

// kill does what kill(2) does, within the box.
func (p *plainBox) kill(asker, target int, number unix.Signal) unix.Errno {
	if number < 0 || number > 64 {
		return unix.EINVAL
	}
	group := -target
	chosen := func(pid int) bool {
		of, err := unix.Getpgid(pid)
		return err == nil && of == group
	}
	switch {
	case target > 0:
		return errnoOf(p.session.signalOne(target, number))
	case target == -1:
		chosen = func(pid int) bool { return !isThread(pid, asker) }
	case target == 0:
		of, err := unix.Getpgid(asker)
		if err != nil {
			return unix.ESRCH
		}
		group = of
	}
	if !p.session.signal(number, chosen) {
		return unix.ESRCH
	}
	return 0
}

// killThread allows signals to other threads of the asking process.
func (p *plainBox) killThread(asker, process, thread int, number unix.Signal) (goesOn bool, errno unix.Errno) {
	switch {
	case process <= 0 || thread <= 0:
		return false, unix.EINVAL
	case isThread(process, asker):
		return true, 0
	case process == thread:
		return false, p.kill(asker, process, number)
	}
	return false, unix.ESRCH
}

// isThread reports whether a thread belongs to the process of another one.
func isThread(process, thread int) bool {
	_, err := os.Stat(fmt.Sprintf("%s/task/%d", processDir(process), thread))
	return err == nil
}

// change changes a file of the box that a program names by a path at an address in its memory, or by a descriptor alone
// if there is none.
func (p *plainBox) change(asker, folder int, address uint64, follow bool, do func(path string) error) unix.Errno {
	base := processDir(asker) + "/cwd"
	if folder != unix.AT_FDCWD {
		base = fmt.Sprintf("%s/fd/%d", processDir(asker), folder)
	}
	file, err := unix.Open(base, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil && folder != unix.AT_FDCWD {
		file, err = -1, unix.EBADF
	}
	if address != 0 {
		name, readErr := readString(asker, address)
		if readErr != nil {
			unix.Close(file)
			return unix.EFAULT
		}
		flags := unix.O_PATH
		if !follow {
			flags |= unix.O_NOFOLLOW
		}
		parent := file
		if file, err = openAt(parent, name, flags); parent >= 0 {
			unix.Close(parent)
		}
	}
	if err != nil {
		return errnoOf(err)
	}
	defer unix.Close(file)
	// The file is held now, and its own path says where it is, however it was found.
	path, err := os.Readlink(fdPath(file))
	if err != nil || !strings.HasPrefix(path, p.dir+"/") {
		return unix.EPERM
	}
	return errnoOf(do(fdPath(file)))
}

func setMode(mode uint64) func(path string) error {
	const allowed = 0o1777 // nothing that gives the rights of its owner
	return func(path string) error { return unix.Chmod(path, uint32(mode)&allowed) }
}

// errnoOf returns the number of a system call's error, or 0.
func errnoOf(err error) unix.Errno {
	if err == nil {
		return 0
	}
	if errno, ok := err.(unix.Errno); ok {
		return errno
	}
	return unix.EPERM
}

// readMemory reads from the memory of a thread that waits for an answer, up to the end of what is there.
func readMemory(thread int, address uint64, buffer []byte) (int, error) {
	memory, err := os.Open(processDir(thread) + "/mem")
	if err != nil {
		return 0, err
	}
	defer memory.Close()
	n, err := memory.ReadAt(buffer, int64(address))
	if n > 0 {
		err = nil
	}
	return n, err
}

func readString(thread int, address uint64) (string, error) {
	var buffer [unix.PathMax]byte
	n, err := readMemory(thread, address, buffer[:])
	text, _, found := bytes.Cut(buffer[:n], []byte{0})
	if err == nil && !found {
		err = unix.ENAMETOOLONG
	}
	return string(text), err
}

// readTimes reads two struct timespec, or returns the present time.
func readTimes(thread int, address uint64) ([]unix.Timespec, error) {
	times := []unix.Timespec{{Nsec: unix.UTIME_NOW}, {Nsec: unix.UTIME_NOW}}
	if address == 0 {
		return times, nil
	}
	var buffer [32]byte
	n, err := readMemory(thread, address, buffer[:])
	if err == nil && n < len(buffer) {
		err = unix.EFAULT
	}
	word := func(i int) int64 { return int64(binary.NativeEndian.Uint64(buffer[8*i:])) }
	times[0].Sec, times[0].Nsec, times[1].Sec, times[1].Nsec = word(0), word(1), word(2), word(3)
	return times, err
}
