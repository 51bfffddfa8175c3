package namespaces

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/activity"
	"grundy/internal/judge/sandbox/ulimit"
)

// initName is argv[0] of a process that is to become the init of a box.
const initName = "grundy-sandbox-init"

// socketFD is the init's end of the socket. Directories of control groups follow.
const socketFD = 3

// A process that was started to become the init of a box does so here and never reaches main. By then all packages of
// the program would have been initialised, which takes several milliseconds. Go initialises a package as soon as its
// imports are ("Program initialization" in its specification), and this one imports little.
func init() {
	if len(os.Args) > 0 && os.Args[0] == initName {
		begin()
	}
}

// begin never returns.
func begin() {
	// The collector's pauses would count as the program's wall time, so it rarely runs. But programs inherit the
	// init's peak of memory, which must stay small; see watcher.
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(16 << 20)
	// Programs that run as the init's user may signal it. A handler that does nothing keeps the runtime from dying;
	// SIG_IGN would be inherited.
	signal.Notify(make(chan os.Signal, 1))
	// The runtime must not receive SIGCHLD: its handler would wake threads that compete with the program for its
	// core. By default the signal is discarded, and the ended child still waits to be collected.
	err := act(unix.SIGCHLD, &sigaction{})
	for _, number := range unheard {
		err = errors.Join(err, act(number, &sigaction{handler: ignore}))
	}
	if err != nil {
		fatal(err)
	}
	// Functions named init run on the process's first thread. Locking this goroutine to it puts run on another
	// thread. The OOM killer looks for victims among the first threads of the processes in a cgroup, and the serving
	// thread is a member of the box's cgroup.
	runtime.LockOSThread()
	go run()
	select {}
}

// unheard are the signals that the runtime leaves to C libraries, so that Notify installs no handler; it uses the one
// between them itself. The kernel drops signals to a namespace's first process that have no handler, except while its
// first thread blocks them, as the runtime's threads do for a moment when they create others. Then the kernel finds
// another thread, and the process ends (sig_ignored and complete_signal in kernel/signal.c). So the init ignores
// them, and forkExec restores them for programs.
var unheard = [...]unix.Signal{32, 34}

// sigaction is the kernel's struct of that name on the platforms that have sandboxes.
type sigaction struct {
	handler, flags, restorer uintptr
	mask                     uint64
}

const ignore = 1 // SIG_IGN

// act sets the action for a signal.
func act(number unix.Signal, action *sigaction) error {
	_, _, errno := unix.RawSyscall6(
		unix.SYS_RT_SIGACTION, uintptr(number), uintptr(unsafe.Pointer(action)), 0, unsafe.Sizeof(action.mask), 0, 0,
	)
	if errno != 0 {
		return errno
	}
	return nil
}

// run serves the judge on a thread of its own until the judge is gone.
func run() {
	runtime.LockOSThread()
	if err := errors.Join(setTimerSlack(usualSlack), serve(socket{socketFD})); err != nil {
		fatal(err)
	}
	os.Exit(0)
}

// worker is the state of an init.
type worker struct {
	socket   socket
	receiver *receiver
	setup    setup
	// keeper has no filter of system calls, and launcher has one and starts programs. Each is nil if the serving thread
	// is the same.
	keeper, launcher *helperThread

	people   population
	root     fileSystem
	meter    meter
	tally    *eventCounter   // of instructions; nil if they cannot be counted
	filter   *unix.SockFprog // of children; nil if the thread's own suffices
	listener *listener       // nil if programs ask for nothing
	password uint64          // see plainRules
	plain    *plainBox       // nil in a box with namespaces
	barrier  barrier         // of Landlock
	rulesets []ruleset       // empty ones for the next runs
	refuge   *coreEscape     // nil if the init has priority over programs
	numbers  numbering       // of processes
}

// serve sets up the box and answers requests until the judge is gone.
func serve(judge socket) error {
	w := &worker{socket: judge, receiver: new(receiver)}
	if err := w.start(); err != nil {
		answer := failure(err)
		return judge.send(encode(&answer))
	}
	if err := judge.send(encode(&reply{})); err != nil {
		return err
	}
	for {
		data, files, err := judge.receive(w.receiver)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if string(data) == string(cancelMessage) {
			continue // the run that it was meant for is over
		}
		answer := w.answer(data, files)
		if err := judge.send(encode(&answer)); err != nil {
			return err
		}
	}
}

// start reads the setup and builds the box.
func (w *worker) start() error {
	data, dirs, err := w.socket.receive(w.receiver)
	if err != nil {
		return err
	}
	if err := decode(&w.setup, data); err != nil {
		return err
	}
	for _, step := range []struct {
		name string
		run  func() error
	}{
		{"lift limits", ulimit.Lift},
		{"forbid core dumps", forbidCores},
		{"reset the personality", resetPersonality},
		{"protect the init", w.protect},
		{"take precedence", w.raisePriority},
		{"find the numbering of processes", func() error { w.numbers = openNumbering(w.setup.Plain); return nil }},
		{"gather processes", w.gather},
		{"build the root", w.build},
		{"measure", func() error { return w.launcher.do(func() error { return w.measure(dirs) }) }},
		{"count instructions", func() error { return w.launcher.do(w.count) }},
		{"look for Landlock", w.seekLandlock},
		{"filter system calls", func() error { return w.launcher.do(w.restrict) }},
	} {
		if err := step.run(); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	return nil
}

// forbidCores sets a limit that programs inherit and may not change.
func forbidCores() error {
	limit := ulimit.Clamp(0, unix.RLIMIT_CORE, ulimit.NoCore)
	return unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{Cur: limit, Max: limit})
}

// resetPersonality undoes settings of setarch(8), such as addresses that are the same in each run.
func resetPersonality() error {
	if _, _, errno := unix.RawSyscall(unix.SYS_PERSONALITY, 0, 0, 0); errno != 0 {
		return errno
	}
	return nil
}

// protect hides the init's descriptors from programs, keeps programs of the same user from inspecting it, and makes
// the box's processes the first victims when the whole machine runs out of memory.
func (w *worker) protect() error {
	// The socket, and whatever else the judge was started with, must not reach programs.
	if err := unix.CloseRange(socketFD, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC); err != nil {
		return os.NewSyscallError("close_range", err)
	}
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return os.NewSyscallError("prctl", err)
	}
	if w.setup.DropTo != 0 {
		if err := syscall.Setgroups(nil); err != nil {
			return os.NewSyscallError("setgroups", err)
		}
	}
	unix.Umask(0o022)
	// As the process is no longer dumpable, it may be unable to write here. The preference is not essential.
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("500"), 0)
	return nil
}

// count begins to count instructions. Few virtual machines allow that, so a refusal is not an error.
func (w *worker) count() error {
	w.tally, _ = openEventCounter(w.setup.Counted)
	return nil
}

// raisePriority gives the serving thread priority over programs, which share its core: a bomb of hundreds of processes
// would leave it a hundredth of the time that it needs to end them. Children begin with the usual priority again
// (sched(7), "Resetting scheduling policy for child processes").
func (w *worker) raisePriority() error {
	err := unix.SchedSetAttr(0, &unix.SchedAttr{
		Size: unix.SizeofSchedAttr, Policy: unix.SCHED_NORMAL, Flags: unix.SCHED_FLAG_RESET_ON_FORK, Nice: -10,
	}, 0)
	if errors.Is(err, unix.EPERM) || errors.Is(err, unix.EACCES) || errors.Is(err, unix.ENOSYS) { // ordinary users may not
		w.refuge, err = newCoreEscape(w.setup.Allowed)
	}
	return err
}

// gather makes the init the parent of processes that lose theirs, as it is in a namespace, and fails if it could not
// signal them. No program runs yet, so ESRCH is success.
func (w *worker) gather() error {
	if w.setup.Plain {
		w.people = session(os.Getpid())
		return os.NewSyscallError("prctl", unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))
	}
	w.people = namespace{}
	if err := unix.Kill(-1, 0); !errors.Is(err, unix.ESRCH) {
		return err
	}
	return nil
}

// build makes the file system of programs, and the thread that does what the serving thread may not.
func (w *worker) build() (err error) {
	helper, err := newHelperThread()
	if err != nil {
		return err
	}
	if w.setup.Plain {
		w.launcher = helper
		w.root, err = newPlainRoot(w.setup)
		return err
	}
	w.keeper = helper
	w.root, err = newRoot(w.setup, helper)
	return err
}

// restrict installs the filter on the thread that starts programs, which may not mount anything afterwards.
func (w *worker) restrict() error {
	var rules *plainRules
	if w.setup.Plain {
		var secret [8]byte
		if _, err := unix.Getrandom(secret[:], 0); err != nil {
			return os.NewSyscallError("getrandom", err)
		}
		w.password = binary.NativeEndian.Uint64(secret[:])
		rules = &plainRules{w.barrier, w.password}
		w.plain = &plainBox{session: session(os.Getpid()), dir: boxDir(w.setup.Anchor)}
	}
	if watcher, ok := w.meter.(*watcher); ok {
		program, err := assemble(threadProgram(w.setup.Cgroup, true, rules))
		if err != nil {
			return err
		}
		fd, err := restrictThread(program, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER)
		if w.setup.Plain || !errors.Is(err, unix.EBUSY) { // a parent of the judge already listens to its calls
			w.listener = &listener{fd, watcher, w.plain}
			return err
		}
	}
	program, err := assemble(threadProgram(w.setup.Cgroup, false, nil))
	if err != nil {
		return err
	}
	if w.setup.Cgroup == cgroup2 {
		if w.filter, err = assemble(childProgram()); err != nil {
			return err
		}
	}
	_, err = restrictThread(program, 0)
	return err
}

// measure opens the meter on the thread that starts programs.
func (w *worker) measure(dirs []int) (err error) {
	switch w.setup.Cgroup {
	case cgroup1:
		w.meter, err = newMeter1(dirs)
	case cgroup2:
		w.meter, err = newMeter2(dirs)
	default:
		w.meter = newWatcher(w.keeper, w.people, w.root)
	}
	return err
}

// answer performs one request.
func (w *worker) answer(data []byte, files []int) reply {
	var watch *stopwatch
	if w.setup.Timed {
		watch = &stopwatch{last: time.Now()}
	}
	var req request
	err := decode(&req, data)
	watch.lap("decode the request")
	var answer reply
	if err == nil {
		answer.Result, answer.Cancelled, err = w.perform(&req, &files, watch)
		err = errors.Join(err, w.root.clear())
	}
	closeAll(files)
	if err != nil {
		return failure(err)
	}
	if watch != nil {
		watch.lap("close files")
		answer.Laps = watch.laps
	}
	return answer
}

// failure turns an error into a reply.
func failure(err error) reply {
	var errno syscall.Errno
	_ = errors.As(err, &errno)
	var unstarted *spawnError
	return reply{Error: err.Error(), Errno: int(errno), Unstarted: errors.As(err, &unstarted) && unstarted.step == stepExec}
}

// perform performs a request: prepare, spawn, watch, sweep, measure.
func (w *worker) perform(req *request, files *[]int, watch *stopwatch) (sandbox.Result, bool, error) {
	var result sandbox.Result
	stdio, exportTo, giveTo, err := w.files(req, files)
	if err != nil {
		return result, false, err
	}
	watch.lap("open files")
	if err := w.root.refresh(); err != nil {
		return result, false, err
	}
	watch.lap("is the working folder fresh?")
	if err := w.root.arrange(req.Mounts); err != nil {
		return result, false, err
	}
	if w.setup.Cgroup == noCgroup {
		// A cgroup that counts memory also counts files in memory.
		if err := w.root.resize(req.Limits.Memory); err != nil {
			return result, false, err
		}
	}
	if err := w.root.copyIn(req.Copies); err != nil {
		return result, false, err
	}
	if req.Shared != "" {
		if err := w.root.lend(req.Shared); err != nil {
			return result, false, err
		}
	}
	watch.lap("mounts and copies")
	if err := w.meter.begin(req.Limits); err != nil {
		return result, false, err
	}
	w.plain.begin(req.Limits.Processes)
	if err := w.refuge.leave(w.keeper); err != nil {
		return result, false, err
	}
	watch.lap("limits and counters")
	cmd, err := w.command(req, stdio)
	if err != nil {
		return result, false, err
	}
	if cmd.landlock, err = w.confine(req, stdio); err != nil {
		return result, false, err
	}
	run := activity.Run{
		Limits: req.Limits, Input: activity.InputName(stdio.fds[0]), Reports: req.Reports, Horizon: req.Horizon, Processes: w.living,
	}
	lent := readStates(stdio)
	if err := w.numbers.restart(); err != nil {
		return result, false, err
	}
	watch.lap("prepare the command")
	run.Started = time.Now()
	var program child
	err = w.launcher.do(func() (err error) { program, err = start(cmd); return err })
	if cmd.landlock >= 0 {
		unix.Close(cmd.landlock)
	}
	if err != nil {
		return result, false, fmt.Errorf("%q: %w", req.Args[0], err)
	}
	watch.lap("clone, restrict, execute")
	closePipes(&stdio, files)
	end := w.watch(program, run, watch)
	watch.lap("collect what is left")
	unix.Close(program.pidfd)
	lent.restore(stdio)
	watch.lap("restore open files")
	used, err := w.meter.end()
	watch.lap("read counters")
	if err != nil {
		return result, false, err
	}
	result = sandbox.Result{
		Tier: w.setup.Tier, Exit: -1, Breach: end.breach, CPU: used.cpu, Wall: end.wall, Instructions: w.tally.take(), Memory: used.peak,
		OOMKills: used.oomKills, OutputHit: outputHit(stdio, req.Limits), Survivors: end.survivors,
	}
	if end.status.Exited() {
		result.Exit = end.status.ExitStatus()
	} else if end.status.Signaled() {
		result.Signal = int(end.status.Signal())
	}
	limits := req.Limits
	if limits.Wall > 0 {
		limits.Wall += end.excused
	}
	setBreach(&result, used, limits)
	if exportTo >= 0 && result.Exit == 0 && result.Breach == sandbox.NoBreach {
		e := exporter{most: maxExported, limit: req.ExportLimit}
		err = e.export(w.root.work(), exportTo, 0)
	}
	if giveTo >= 0 && err == nil {
		err = w.root.giveBack(giveTo, req.Limits.Output)
	}
	switch {
	case errors.Is(err, errExportLimit):
		if result.Breach == sandbox.NoBreach {
			result.Breach = sandbox.OutputBreach
		}
	case err != nil:
		return result, false, err
	}
	return result, end.cancelled, nil
}

// streams are the descriptors of standard input, output and error.
type streams struct {
	fds [3]int
	// lent are those that the judge goes on using. The others belong to the init.
	lent [3]bool
}

// living lists the processes of a run, or none if they cannot be read.
func (w *worker) living() []int {
	pids, _ := w.people.list()
	return pids
}

// files assigns the descriptors of a request: the standard streams, and the directories for results and for lent
// files, or -1.
func (w *worker) files(req *request, files *[]int) (stdio streams, exportTo, giveTo int, err error) {
	received := *files
	take := func(announced bool) int {
		if !announced || len(received) == 0 {
			return -1
		}
		fd := received[0]
		received = received[1:]
		return fd
	}
	input := take(req.StdinFile)
	stdio.fds = [3]int{take(req.StdinPipe), take(req.Stdout), take(req.Stderr)}
	exportTo, giveTo = take(req.Export), take(req.Shared != "")
	for i, fd := range stdio.fds {
		stdio.lent[i] = fd >= 0
	}
	if input >= 0 {
		if stdio.fds[0], err = w.root.openInput(input, req.StdinOffset, req.StdinPath); err != nil {
			return stdio, -1, -1, err
		}
		*files = append(*files, stdio.fds[0])
	}
	if err := w.reopen(req, &stdio, files); err != nil {
		return stdio, -1, -1, err
	}
	if slices.Contains(stdio.fds[:], -1) {
		// Opened anew each time: the next program would find what one program did to the open file.
		null, err := unix.Open("/dev/null", unix.O_RDWR|unix.O_CLOEXEC, 0)
		if err != nil {
			return stdio, -1, -1, &fs.PathError{Op: "open", Path: "/dev/null", Err: err}
		}
		*files = append(*files, null)
		for i, fd := range stdio.fds {
			if fd < 0 {
				stdio.fds[i] = null
			}
		}
	}
	return stdio, exportTo, giveTo, nil
}

// command prepares everything that the child needs.
func (w *worker) command(req *request, stdio streams) (*command, error) {
	if len(req.Args) == 0 {
		return nil, errors.New("no command")
	}
	env := w.root.environment(req.Env)
	cmd := &command{
		stdio:    stdio.fds,
		rlimits:  rlimits(req.Limits, w.setup),
		identity: identity{dropTo: w.setup.DropTo},
		filter:   w.filter,
		landlock: -1,
		password: w.password,
		cgroup:   w.meter.birthplace(),
	}
	if w.setup.Plain {
		cmd.ownProc = newProcRule(w.barrier.files)
	}
	var err error
	if cmd.dir, err = unix.BytePtrFromString(w.root.start(req.ReadOnlyWork)); err != nil {
		return nil, err
	}
	if cmd.paths, err = cStrings(candidates(req.Args[0], env)); err != nil {
		return nil, err
	}
	cmd.paths = cmd.paths[:len(cmd.paths)-1]
	if cmd.argv, err = cStrings(req.Args); err != nil {
		return nil, fmt.Errorf("argument: %w", err)
	}
	if cmd.envv, err = cStrings(env); err != nil {
		return nil, fmt.Errorf("environment: %w", err)
	}
	return cmd, nil
}

// rlimits translates limits for one process. It leaves out what a cgroup limits for all processes together.
func rlimits(limits sandbox.Limits, box setup) []rlimit {
	var list []rlimit
	clamp := func(resource int, soft, hard uint64) {
		limit := unix.Rlimit{Cur: ulimit.Clamp(0, resource, soft), Max: ulimit.Clamp(0, resource, hard)}
		list = append(list, rlimit{resource, limit})
	}
	add := func(resource int, value int64) { clamp(resource, uint64(value), uint64(value)) }
	if limits.Memory > 0 {
		// Programs may raise it, as some do before a deep recursion: the stack counts as memory.
		clamp(unix.RLIMIT_STACK, uint64(limits.Stack()), unix.RLIM_INFINITY)
	}
	if most := limits.FileSize(); most > 0 {
		// One byte more distinguishes writing too much from writing just enough.
		add(unix.RLIMIT_FSIZE, int64(most)+1)
	}
	if limits.OpenFiles > 0 {
		add(unix.RLIMIT_NOFILE, int64(limits.OpenFiles))
	}
	if box.Cgroup == noCgroup {
		add(unix.RLIMIT_SIGPENDING, maxSignals)
		switch {
		case limits.Processes == 0, box.Plain: // the kernel counts those of the user elsewhere; see plainBox
		case box.DropTo == 0:
			// The init's threads belong to the same user and count too.
			add(unix.RLIMIT_NPROC, int64(limits.Processes+initThreads))
		default:
			add(unix.RLIMIT_NPROC, int64(limits.Processes))
		}
	}
	return list
}

// maxSignals bounds the pending signals and the timers of a run; the kernel would allow tens of thousands.
const maxSignals = 1024

// initThreads bounds the threads of the init's runtime.
const initThreads = 16

// outputHit reports whether standard output or error exceeded the limit by its size or by its blocks on the disk,
// since a program may know how to allocate space that does not show in the size. File systems may allocate as much
// again as a file holds, and at least their largest piece.
func outputHit(stdio streams, limits sandbox.Limits) bool {
	if limits.Output == 0 {
		return false
	}
	for _, fd := range stdio.fds[1:] {
		var stat unix.Stat_t
		if unix.Fstat(fd, &stat) != nil || stat.Mode&unix.S_IFMT != unix.S_IFREG {
			continue
		}
		if stat.Size > int64(limits.Output) || stat.Blocks*blockSize > 2*int64(limits.Output)+largestPiece {
			return true
		}
	}
	return false
}

const (
	blockSize    = 512     // of Stat_t.Blocks, in bytes
	largestPiece = 1 << 20 // clusters of ext4
)

// closePipes closes the init's copies of pipes, so that the other ends notice when the program closes its own.
func closePipes(stdio *streams, files *[]int) {
	for n, fd := range stdio.fds {
		var stat unix.Stat_t
		if i := slices.Index(*files, fd); i >= 0 && stdio.lent[n] && unix.Fstat(fd, &stat) == nil && stat.Mode&unix.S_IFMT == unix.S_IFIFO {
			unix.Close(fd)
			*files = slices.Delete(*files, i, i+1)
			stdio.fds[n], stdio.lent[n] = -1, false
		}
	}
}
