package namespaces

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Landlock is a second barrier for programs that run as the init's own user. It refuses again what the mounts and
// modes of the box already refuse, since their owner could change these back. Reading stays unrestricted: a box holds
// only what may be read.

// oldestLandlock is the first version that can allow moving files between directories (Linux 5.19).
const oldestLandlock = 2

// Rights of Landlock, by what they are granted for.
const (
	fileRights   = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	folderRights = fileRights | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG |
		unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK |
		unix.LANDLOCK_ACCESS_FS_MAKE_SYM | unix.LANDLOCK_ACCESS_FS_REFER
)

// seekLandlock decides whether programs need the second barrier.
func (w *worker) seekLandlock() error {
	if w.setup.DropTo == 0 {
		w.landlock = landlockRights()
	}
	return nil
}

// landlockRights returns the rights that the kernel can refuse. It returns 0 if Landlock is missing or too old, or if
// a filter of system calls blocks part of it.
func landlockRights() uint64 {
	rights := knownRights()
	if rights != 0 && tryRuleset(rights) != nil {
		return 0
	}
	return rights
}

// tryRuleset restricts a thread that then ends.
func tryRuleset(rights uint64) error {
	tried := make(chan error)
	go func() {
		runtime.LockOSThread() // never unlocked, so that the thread ends with the goroutine
		rules, err := newRuleset(rights)
		if err == nil {
			defer unix.Close(rules.fd)
			err = errors.Join(rules.allowBelow("/", fileRights), unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		}
		if err == nil {
			if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(rules.fd), 0, 0); errno != 0 {
				err = errno
			}
		}
		tried <- err
	}()
	return <-tried
}

func knownRights() uint64 {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	switch {
	case errno != 0 || version < oldestLandlock:
		return 0
	case version < 3: // Linux 6.2
		return folderRights &^ unix.LANDLOCK_ACCESS_FS_TRUNCATE
	default:
		return folderRights
	}
}

// ruleset says where one program may write. Each run needs a new one: its rules refer to the directories themselves,
// which are new in a fresh tmpfs.
type ruleset struct {
	fd      int
	handled uint64
}

func newRuleset(handled uint64) (ruleset, error) {
	attr := unix.LandlockRulesetAttr{Handled_access_fs: handled}
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if errno != 0 {
		return ruleset{-1, 0}, fmt.Errorf("make a landlock ruleset: %w", errno)
	}
	return ruleset{int(fd), handled}, nil
}

// allowBelow allows programs to write in a directory, or to a file.
func (r ruleset) allowBelow(path string, rights uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("allow writing to %s: %w", path, err)
	}
	defer unix.Close(fd)
	return r.allow(fd, rights)
}

func (r ruleset) allow(fd int, rights uint64) error {
	attr := unix.LandlockPathBeneathAttr{Allowed_access: rights & r.handled, Parent_fd: int32(fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(r.fd), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&attr)), 0, 0, 0)
	if errno != 0 {
		return fmt.Errorf("add a landlock rule: %w", errno)
	}
	return nil
}

// stocked is how many rulesets the keeper creates at a time: waking it takes longer than everything else for a run.
const stocked = 32

// takeRuleset takes an empty ruleset from the stock. The filter of this thread, which programs inherit, allows
// filling rulesets but not creating them.
func (w *worker) takeRuleset() (ruleset, error) {
	if len(w.rulesets) == 0 {
		err := w.root.keeper.do(func() error {
			for range stocked {
				rules, err := newRuleset(w.landlock)
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
	if w.landlock == 0 {
		return -1, nil
	}
	rules, err := w.takeRuleset()
	if err != nil {
		return -1, err
	}
	errs := []error{rules.allowBelow("/dev", fileRights)}
	for _, name := range scratchSubdirs {
		if path := scratchDir + "/" + name; path != workDir || !req.ReadOnlyWork {
			errs = append(errs, rules.allowBelow(path, folderRights))
		}
	}
	// Programs may reopen standard output and error by name, as /dev/stdout.
	for _, fd := range stdio.fds[1:] {
		var stat unix.Stat_t
		if unix.Fstat(fd, &stat) == nil && stat.Mode&unix.S_IFMT == unix.S_IFREG {
			errs = append(errs, rules.allow(fd, fileRights))
		}
	}
	if err := errors.Join(errs...); err != nil {
		unix.Close(rules.fd)
		return -1, err
	}
	return rules.fd, nil
}
