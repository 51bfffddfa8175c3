package namespaces

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/judge/sandbox"
)

// userBase is the first of the user IDs that programs run as under root. No account uses them.
const userBase = 1_735_000_000

// usersPerJudge is how many boxes with users of their own one judge may open under root.
const usersPerJudge = 64

// Options change what New uses.
type Options struct {
	// Scratch is an existing directory for the host's own files.
	Scratch string
	// NoCgroup leaves control groups unused even where they exist.
	NoCgroup bool
	// Plain leaves namespaces and control groups unused. Landlock and the filter of system calls are the only walls.
	Plain bool
}

// Host is a Linux machine that allows namespaces, or at least has Landlock.
type Host struct {
	scratch string
	plain   bool
	// landlock is the newest version that tests use; 0 for any.
	landlock int
	cgroup   cgroupSite
	root     bool
	tier     sandbox.Tier
	counted  event
	timed    bool // boxes measure the steps of each run

	mu    sync.Mutex
	boxes int // opened so far
}

// New finds out what the machine allows. It fails if namespaces are not available; the error says why.
func New(options Options) (*Host, error) {
	h := &Host{scratch: options.Scratch, plain: options.Plain, root: os.Geteuid() == 0, counted: instructions}
	if options.NoCgroup || options.Plain {
		h.cgroup = cgroupSite{kind: noCgroup, reason: switchedOff}
	} else {
		h.cgroup = findCgroup()
	}
	h.tier = tierOf(h.cgroup.kind, h.root)
	if h.plain {
		h.tier = sandbox.Landlock
	}
	if err := errors.Join(h.cgroup.sweep(), h.cgroup.register(h.scratch)); err != nil {
		return nil, err
	}
	return h, nil
}

func tierOf(kind cgroupKind, root bool) sandbox.Tier {
	switch {
	case kind == cgroup2:
		return sandbox.CgroupV2
	case kind == cgroup1:
		return sandbox.CgroupV1
	case root:
		return sandbox.Namespaces
	default:
		return sandbox.Rootless
	}
}

// Tier returns the strength of isolation.
func (h *Host) Tier() sandbox.Tier { return h.tier }

// Reason says why the tier is not the strongest one; "" if it is.
func (h *Host) Reason() string { return h.cgroup.reason }

// Close removes what the host left on the machine.
func (h *Host) Close() error {
	return errors.Join(h.cgroup.close(), os.Remove(filepath.Join(h.scratch, registry)))
}

// Open starts the init of a box and waits until it is ready.
func (h *Host) Open(ctx context.Context, config sandbox.Config) (sandbox.Box, error) {
	h.mu.Lock()
	index := h.boxes
	h.boxes++
	h.mu.Unlock()

	anchor := filepath.Join(h.scratch, "root-"+config.Name)
	if err := os.MkdirAll(anchor, 0o755); err != nil {
		return nil, fmt.Errorf("open sandbox: %w", err)
	}
	group, err := h.cgroup.open(strconv.Itoa(index) + "-" + config.Name)
	if err != nil {
		return nil, fmt.Errorf("open sandbox: %w", err)
	}
	cores := runtime.NumCPU()
	if config.Core >= 0 {
		cores = 1
	}
	initial := setup{
		Anchor: anchor, Cores: cores, Allowed: Allowed(), Cgroup: h.cgroup.kind, Tier: h.tier, Counted: h.counted, Timed: h.timed,
		Plain: h.plain, Landlock: h.landlock,
	}
	if h.root && !h.plain {
		initial.DropTo = userBase + (os.Getpid()*usersPerJudge+index%usersPerJudge)%100_000_000
	}
	box, err := startBox(ctx, h.root, config.Core, initial, group)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open sandbox: %w", err), group.remove())
	}
	return box, nil
}

// startBox executes the init and hands it its setup.
func startBox(ctx context.Context, root bool, core int, initial setup, group *cgroupDirs) (*Box, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, os.NewSyscallError("socketpair", err)
	}
	ours, theirs := socket{pair[0]}, os.NewFile(uintptr(pair[1]), "sandbox socket")
	// Neither end waits for the other: a dying init has no time, and little to say.
	var words [2]int
	if err := unix.Pipe2(words[:], unix.O_CLOEXEC|unix.O_NONBLOCK); err != nil {
		return nil, errors.Join(err, ours.close(), theirs.Close())
	}
	pid, err := startInit(initAttr(root, initial.Plain), core, theirs, words[1])
	theirs.Close() // otherwise the connection would outlive the init
	unix.Close(words[1])
	if err != nil {
		ours.close()
		unix.Close(words[0])
		return nil, err
	}
	box := &Box{socket: ours, words: words[0], receiver: new(receiver), pid: pid, group: group, anchor: initial.Anchor, plain: initial.Plain}
	// An init that a filter keeps from reading the setup may have said so and ended before it is sent.
	sending := ours.send(encode(&initial), group.files...)
	if sending != nil && !errors.Is(sending, unix.EPIPE) {
		return nil, errors.Join(box.explain(sending), box.Close())
	}
	killed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		_ = unix.Kill(pid, unix.SIGKILL)
		close(killed)
	})
	answer, err := box.receive(sandbox.Spec{})
	if !stop() {
		<-killed // otherwise the number might belong to another process by then
		return nil, errors.Join(context.Cause(ctx), box.Close())
	}
	if err == nil {
		err = sending
	}
	if answer.Error != "" {
		err = answer.err()
	}
	if err != nil {
		return nil, errors.Join(box.explain(err), box.Close())
	}
	return box, nil
}

// err returns the failure in a reply.
func (r *reply) err() error { return &initError{r.Error, syscall.Errno(r.Errno)} }

// initError says why the init could not set up the box or perform a run. The number matters: an AppArmor that
// restricts namespaces allows them and then refuses what they are for, and a full disk has a remedy.
type initError struct {
	text  string
	errno syscall.Errno
}

func (e *initError) Error() string { return e.text }

func (e *initError) Unwrap() error {
	if e.errno == 0 {
		return nil
	}
	return e.errno
}

// initAttr returns how the init of a box is started: as the first process of new namespaces, or of a session alone.
func initAttr(root, plain bool) *syscall.SysProcAttr {
	if plain {
		// When its judge ends, such an init must live on for a moment, even if it is stopped, and end its programs.
		return &syscall.SysProcAttr{Setsid: true, Pdeathsig: unix.SIGCONT}
	}
	attr := &syscall.SysProcAttr{
		Cloneflags: unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS |
			unix.CLONE_NEWCGROUP,
		Setsid: true,
		// An init that hangs does not notice that its socket is closed. The kernel sends this signal when the calling
		// thread ends. The runtime keeps threads until the process ends, except those that a goroutine locked and
		// never unlocked.
		Pdeathsig: unix.SIGKILL,
	}
	if !root {
		user, group := os.Geteuid(), os.Getegid()
		attr.Cloneflags |= unix.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: user, HostID: user, Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: group, HostID: group, Size: 1}}
		// A user other than 0 loses its capabilities at exec unless they are ambient.
		for c := uintptr(0); c <= unix.CAP_LAST_CAP; c++ {
			attr.AmbientCaps = append(attr.AmbientCaps, c)
		}
	}
	return attr
}

// startInit executes this binary with words as its standard error.
func startInit(attr *syscall.SysProcAttr, core int, socket *os.File, words int) (pid int, err error) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return 0, err
	}
	defer null.Close()
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	return forkPinned(core, self, &syscall.ProcAttr{
		// The environment holds only what makes the runtime small and terse. The init serves on one thread, which
		// must not wait until the runtime notices that another is in a system call. One line says why it crashed.
		Env:   []string{"GOMAXPROCS=2", "GOTRACEBACK=none"},
		Files: []uintptr{null.Fd(), null.Fd(), uintptr(words), socket.Fd()},
		Sys:   attr,
	})
}

// napSlack is how much longer than requested the sleeps of the init's runtime may be. After one of its threads has
// been woken, the runtime checks on it every 20 µs for a while (sysmon). That takes more time of the core than the
// init's own work for a run, and no part of the init depends on it.
const napSlack = 10 * time.Millisecond

// usualSlack is the timer slack of programs, which the kernel gives to its first process.
const usualSlack = 50 * time.Microsecond

// forkPinned starts the init with the affinity that its programs are to inherit, and with napSlack, which they are
// not.
func forkPinned(core int, path string, attr *syscall.ProcAttr) (pid int, err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if core >= 0 {
		var before, pinned unix.CPUSet
		if err := unix.SchedGetaffinity(0, &before); err != nil {
			return 0, err
		}
		pinned.Set(core)
		if err := unix.SchedSetaffinity(0, &pinned); err != nil {
			return 0, fmt.Errorf("pin to core %d: %w", core, err)
		}
		defer func() { err = errors.Join(err, unix.SchedSetaffinity(0, &before)) }()
	}
	if err := setTimerSlack(napSlack); err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, setTimerSlack(0)) }()
	if pid, err = syscall.ForkExec(path, []string{initName}, attr); err != nil {
		return 0, fmt.Errorf(makeNamespaces+": %w", err)
	}
	return pid, nil
}

// setTimerSlack sets how late timers of the calling thread, and of the processes that it starts, may be. 0 restores
// the initial value.
func setTimerSlack(slack time.Duration) error {
	return os.NewSyscallError("prctl", unix.Prctl(unix.PR_SET_TIMERSLACK, uintptr(slack), 0, 0, 0))
}

// Allowed returns the numbers of the processors that this process may run on.
func Allowed() []int {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) != nil {
		return nil
	}
	var cores []int
	for core := range len(set) * strconv.IntSize {
		if set.IsSet(core) {
			cores = append(cores, core)
		}
	}
	return cores
}
