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

// userBase is the first of the user numbers that programs run as under root. They belong to nobody.
const userBase = 1_735_000_000

// usersPerJudge is the number of boxes that one judge may open under root with users of their own.
const usersPerJudge = 64

// Options change what New uses.
type Options struct {
	// Scratch is an existing folder for the host's own files.
	Scratch string
	// NoCgroup leaves control groups unused even where there are some.
	NoCgroup bool
}

// Host is a Linux machine that allows namespaces.
type Host struct {
	scratch string
	cgroup  cgroupSite
	root    bool
	tier    sandbox.Tier
	counted event
	timed   bool // boxes take the times of each run's steps

	mu    sync.Mutex
	boxes int // ever opened
}

// New finds out what the machine allows. It fails when namespaces are not to be had; the reason is in the error.
func New(options Options) (*Host, error) {
	h := &Host{scratch: options.Scratch, root: os.Geteuid() == 0, counted: instructions}
	if options.NoCgroup {
		h.cgroup = cgroupSite{kind: noCgroup, reason: switchedOff}
	} else {
		h.cgroup = findCgroup()
	}
	h.tier = tierOf(h.cgroup.kind, h.root)
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

// Tier tells how strong the isolation is.
func (h *Host) Tier() sandbox.Tier { return h.tier }

// Reason tells why the tier is not the best one, or "".
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
	}
	if h.root {
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
	// Neither end waits for the other one: an init that dies has no time, and little to say.
	var words [2]int
	if err := unix.Pipe2(words[:], unix.O_CLOEXEC|unix.O_NONBLOCK); err != nil {
		return nil, errors.Join(err, ours.close(), theirs.Close())
	}
	pid, err := startInit(root, core, theirs, words[1])
	theirs.Close() // or the end of the init would not be the end of the connection
	unix.Close(words[1])
	if err != nil {
		ours.close()
		unix.Close(words[0])
		return nil, err
	}
	box := &Box{socket: ours, words: words[0], receiver: new(receiver), pid: pid, group: group, anchor: initial.Anchor}
	if err := ours.send(encode(&initial), group.files...); err != nil {
		return nil, errors.Join(box.explain(err), box.Close())
	}
	killed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		_ = unix.Kill(pid, unix.SIGKILL)
		close(killed)
	})
	answer, err := box.receive(sandbox.Spec{})
	if !stop() {
		<-killed // or the number might be somebody else's by then
		return nil, errors.Join(context.Cause(ctx), box.Close())
	}
	if err == nil && answer.Error != "" {
		err = answer.err()
	}
	if err != nil {
		return nil, errors.Join(box.explain(err), box.Close())
	}
	return box, nil
}

// err is the failure that a reply tells of.
func (r *reply) err() error { return &initError{r.Error, syscall.Errno(r.Errno)} }

// initError is why the init could not set the box up, or perform a run. The number matters: an AppArmor that restricts
// namespaces lets them be made and refuses what they are for, and a full disk has a remedy.
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

// startInit executes this binary as the first process of new namespaces, with words for its standard error.
func startInit(root bool, core int, socket *os.File, words int) (pid int, err error) {
	attr := &syscall.SysProcAttr{
		Cloneflags: unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS |
			unix.CLONE_NEWCGROUP,
		Setsid: true,
		// An init that hangs does not see its socket close. The signal comes when the calling thread ends: the runtime keeps
		// threads until the process ends, but for those that a goroutine locked and never unlocked.
		Pdeathsig: unix.SIGKILL,
	}
	if !root {
		user, group := os.Geteuid(), os.Getegid()
		attr.Cloneflags |= unix.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: user, HostID: user, Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: group, HostID: group, Size: 1}}
		// A user that is not 0 loses its capabilities at exec unless they are ambient.
		for c := uintptr(0); c <= unix.CAP_LAST_CAP; c++ {
			attr.AmbientCaps = append(attr.AmbientCaps, c)
		}
	}
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
		// The environment is empty but for what makes the runtime small and terse: the init serves one thread, which must not wait
		// until the runtime notices that another is in a system call, and one line tells why it broke down.
		Env:   []string{"GOMAXPROCS=2", "GOTRACEBACK=none"},
		Files: []uintptr{null.Fd(), null.Fd(), uintptr(words), socket.Fd()},
		Sys:   attr,
	})
}

// napSlack is by how much the naps of the init's runtime may be longer than asked for. Each time one of its threads has been woken
// the runtime looks after it every 20 µs for a while (sysmon), which takes more time of the core than what the init does for a run,
// and nothing there waits for that.
const napSlack = 10 * time.Millisecond

// usualSlack is that of programs, as the kernel gives it to its first process.
const usualSlack = 50 * time.Microsecond

// forkPinned starts the init with the affinity that its programs are to inherit, and long naps, which they are not.
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

// setTimerSlack sets by how much timers of the calling thread may be late, and those of whatever it starts; 0 is what it began with.
func setTimerSlack(slack time.Duration) error {
	return os.NewSyscallError("prctl", unix.Prctl(unix.PR_SET_TIMERSLACK, uintptr(slack), 0, 0, 0))
}

// Allowed gives the numbers of the processors that this process may run on.
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
