package namespaces

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Landlock is the second barrier of programs that run as the init's own user: it refuses again what the mounts and modes
// of the box already refuse, since their owner could change these back. Reading stays unrestricted, as such a box holds
// only what may be read. In a box without namespaces Landlock is the first barrier, and refuses everything that it knows
// of.

// Versions of Landlock, by what the first of them can refuse.
const (
	landlockFiles    = 1 // Linux 5.13: opening, creating, removing and executing files
	landlockRefer    = 2 // Linux 5.19: can allow moving files between directories, which was always refused before
	landlockTruncate = 3 // Linux 6.2
	landlockTCP      = 4 // Linux 6.7
	landlockDevices  = 5 // Linux 6.10: ioctl(2) of devices
	landlockScopes   = 6 // Linux 6.12: signals and abstract sockets of others
)

// Rights of Landlock, by what they are granted for.
const (
	fileRights   = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	folderRights = fileRights | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG |
		unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK |
		unix.LANDLOCK_ACCESS_FS_MAKE_SYM | unix.LANDLOCK_ACCESS_FS_REFER
	readRights = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	useRights  = readRights | unix.LANDLOCK_ACCESS_FS_EXECUTE
	// onFiles are the rights that a rule about a file, which is no directory, can have.
	onFiles = fileRights | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// barrier is what Landlock refuses unless a rule allows it. The zero value refuses nothing.
type barrier struct{ files, network, scopes uint64 }

// seekLandlock decides what Landlock refuses to programs.
func (w *worker) seekLandlock() error {
	version := landlockVersion()
	if newest := w.setup.Landlock; newest > 0 {
		version = min(version, newest)
	}
	switch {
	case w.setup.Plain && version < landlockFiles:
		return fmt.Errorf(noLandlock+": %w", unix.EOPNOTSUPP)
	case w.setup.Plain:
		w.barrier = firstBarrier(version)
		return tryRuleset(w.barrier)
	case w.setup.DropTo == 0:
		w.barrier = secondBarrier(version)
		if w.barrier != (barrier{}) && tryRuleset(w.barrier) != nil {
			w.barrier = barrier{}
		}
	}
	return nil
}

// noLandlock begins the message of an init that needs Landlock and has none.
const noLandlock = "the kernel has no Landlock, or a filter of system calls hides it"

// landlockVersion returns the version of the kernel's Landlock, or 0 if it has none or a filter of system calls hides it.
func landlockVersion() int {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(version)
}

// secondBarrier returns what a version can refuse of writing.
func secondBarrier(version int) barrier {
	switch {
	case version < landlockRefer:
		return barrier{}
	case version < landlockTruncate:
		return barrier{files: folderRights &^ unix.LANDLOCK_ACCESS_FS_TRUNCATE}
	}
	return barrier{files: folderRights}
}

// firstBarrier returns what a version can refuse at all.
func firstBarrier(version int) barrier {
	b := barrier{files: folderRights | useRights}
	if version < landlockRefer {
		b.files &^= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if version < landlockTruncate {
		b.files &^= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if version >= landlockTCP {
		b.network = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if version >= landlockDevices {
		b.files |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	if version >= landlockScopes {
		b.scopes = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	return b
}

// Walls says what holds programs in a box without namespaces: Landlock as far as its version goes, and for the rest the
// filter of system calls. It returns "" without Landlock.
func Walls() string {
	version := landlockVersion()
	if version < landlockFiles {
		return ""
	}
	var landlock, filter []string
	for _, wall := range []struct {
		since int
		what  string
	}{
		{landlockFiles, "files"},
		{landlockTruncate, "truncation"},
		{landlockTCP, "TCP"},
		{landlockDevices, "devices"},
		{landlockScopes, "signals and abstract sockets"},
	} {
		if version >= wall.since {
			landlock = append(landlock, wall.what)
		} else {
			filter = append(filter, wall.what)
		}
	}
	filter = append(filter, "other sockets, IPC, modes and times of files, ptrace and other ways into processes")
	return fmt.Sprintf("Landlock %d: %s; the filter of system calls: %s", version, strings.Join(landlock, ", "), strings.Join(filter, ", "))
}

// tryRuleset restricts a thread that then ends.
func tryRuleset(refused barrier) error {
	tried := make(chan error)
	go func() {
		runtime.LockOSThread() // never unlocked, so that the thread ends with the goroutine
		rules, err := newRuleset(refused)
		if err == nil {
			defer unix.Close(rules.fd)
			err = errors.Join(rules.allowBelow("/", fileRights), unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		}
		if err == nil {
			if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(rules.fd), 0, 0); errno != 0 {
				err = os.NewSyscallError("landlock_restrict_self", errno)
			}
		}
		tried <- err
	}()
	return <-tried
}

// ruleset says what one program may use. Each run needs a new one: its rules refer to the directories themselves, which
// may be new.
type ruleset struct {
	fd      int
	handled uint64
}

func newRuleset(refused barrier) (ruleset, error) {
	attr := unix.LandlockRulesetAttr{Handled_access_fs: refused.files, Handled_access_net: refused.network, Scoped: refused.scopes}
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if errno != 0 {
		return ruleset{-1, 0}, fmt.Errorf("make a landlock ruleset: %w", errno)
	}
	return ruleset{int(fd), refused.files}, nil
}

// allowBelow allows programs to use a directory, or a file.
func (r ruleset) allowBelow(path string, rights uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("allow the use of %s: %w", path, err)
	}
	defer unix.Close(fd)
	return r.allow(fd, rights)
}

func (r ruleset) allow(fd int, rights uint64) error {
	attr := unix.LandlockPathBeneathAttr{Allowed_access: rights & r.handled, Parent_fd: int32(fd)}
	if attr.Allowed_access == 0 {
		return nil
	}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(r.fd), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&attr)), 0, 0, 0)
	if errno != 0 {
		return fmt.Errorf("add a landlock rule: %w", errno)
	}
	return nil
}

// allowStream allows a program to open a stream again by its name, such as /dev/stdout, if it is a file.
func (r ruleset) allowStream(fd int, rights uint64) error {
	var stat unix.Stat_t
	if unix.Fstat(fd, &stat) != nil || stat.Mode&unix.S_IFMT != unix.S_IFREG {
		return nil
	}
	return r.allow(fd, rights)
}

// procRule is a rule about the part of /proc that describes the program itself. Only the program can name it, as it has
// no number before.
type procRule struct {
	path [len("/proc/self\x00")]byte
	rule unix.LandlockPathBeneathAttr
}

func newProcRule(handled uint64) *procRule {
	p := &procRule{rule: unix.LandlockPathBeneathAttr{Allowed_access: readRights & handled}}
	copy(p.path[:], "/proc/self")
	return p
}

// stocked is how many rulesets are created at a time: waking the helper takes longer than everything else for a run.
const stocked = 32

// takeRuleset takes an empty ruleset from the stock. The filter of programs allows filling rulesets but not creating them.
func (w *worker) takeRuleset() (ruleset, error) {
	if len(w.rulesets) == 0 {
		err := w.keeper.do(func() error {
			for range stocked {
				rules, err := newRuleset(w.barrier)
				if err != nil {
					return err
				}
				w.rulesets = append(w.rulesets, rules)
			}
			return nil
		})
		if err != nil {
			return ruleset{-1, 0}, err
		}
	}
	last := len(w.rulesets) - 1
	rules := w.rulesets[last]
	w.rulesets = w.rulesets[:last]
	return rules, nil
}

// confine fills the ruleset of a run and returns its descriptor, or -1 if programs need none.
func (w *worker) confine(req *request, stdio streams) (int, error) {
	if w.barrier == (barrier{}) {
		return -1, nil
	}
	rules, err := w.takeRuleset()
	if err != nil {
		return -1, err
	}
	errs := []error{w.root.grant(rules, req, stdio)}
	for _, fd := range stdio.fds[1:] {
		errs = append(errs, rules.allowStream(fd, fileRights))
	}
	if err := errors.Join(errs...); err != nil {
		unix.Close(rules.fd)
		return -1, err
	}
	return rules.fd, nil
}

// grant allows writing where the box's mounts allow it.
func (r *root) grant(rules ruleset, req *request, _ streams) error {
	errs := []error{rules.allowBelow("/dev", fileRights)}
	for _, name := range scratchSubdirs {
		if path := scratchDir + "/" + name; path != workDir || !req.ReadOnlyWork {
			errs = append(errs, rules.allowBelow(path, folderRights))
		}
	}
	return errors.Join(errs...)
}
