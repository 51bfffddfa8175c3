package sandbox

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"grundy/internal/base/bytesize"
)

// Host opens boxes on this machine.
type Host interface {
	// Open makes a box. It is expensive (milliseconds) and done once a worker slot; runs in the box are cheap.
	Open(ctx context.Context, config Config) (Box, error)
	// Tier tells how strong the isolation is that every box of this host has.
	Tier() Tier
	// Close removes what the host left on the machine. Boxes must be closed before.
	Close() error
}

// Box is a sandbox that runs one program at a time, each in a state as fresh as the first.
type Box interface {
	// Run starts a program and returns when it and everything that it started are gone. An error means that the
	// sandbox failed, or that the program could not be started (StartError); whatever the program did is in the Result.
	// Cancelling ctx kills the program; its cause is the error.
	Run(ctx context.Context, spec Spec) (Result, error)
	// Path tells where programs in this box see a file below a mount.
	Path(mount Mount, elem ...string) string
	// Close ends the box and everything in it.
	Close() error
}

// Config is what is fixed for the life of a box.
type Config struct {
	// Name tells boxes of one host apart, in cgroup and folder names: "0", "0-judge".
	Name string
	// Core is the processor that programs are pinned to, or -1.
	Core int
}

// Tier names the strength of isolation.
type Tier string

// The tiers, from strong to weak.
const (
	CgroupV2    Tier = "cgroup-v2"    // namespaces, cgroup v2
	CgroupV1    Tier = "cgroup-v1"    // namespaces, cgroup v1 or hybrid
	Namespaces  Tier = "namespaces"   // namespaces as root, no cgroup: rlimits and watching
	Rootless    Tier = "rootless"     // user namespace, no cgroup: rlimits, Landlock and watching
	NotIsolated Tier = "not-isolated" // process groups and polling only
)

// Tiers lists them from strong to weak.
func Tiers() []Tier { return []Tier{CgroupV2, CgroupV1, Namespaces, Rootless, NotIsolated} }

// AtLeast tells whether a tier is as strong as another one.
func (t Tier) AtLeast(other Tier) bool {
	return slices.Index(Tiers(), t) <= slices.Index(Tiers(), other)
}

// Spec is one run. The zero value of a limit is no limit.
type Spec struct {
	// Args is the command. Args[0] is a path in the box, or is looked up in PATH of Env.
	Args []string
	Env  []string
	// Mounts are the host's folders that the program sees besides the system's own.
	Mounts []Mount
	// Copies are made into the fresh working directory before the start.
	Copies []Copy
	// ReadOnlyWork makes the working directory read-only.
	ReadOnlyWork bool
	// Export, when not empty, is an existing folder of the host. If the program exits with 0, the regular files and
	// folders of the working directory are copied there; links and devices are left behind. ExportLimit bounds the sum.
	Export      string
	ExportLimit bytesize.Size

	Stdin  Input
	Stdout *os.File // nil discards
	Stderr *os.File // nil discards; may be the same file as Stdout

	// HandOver are those pipe ends among the streams that only the program shall hold. Run closes them as soon as the
	// program has its own, and in any case before it returns: only then does the other end of a pipe see that the program
	// has let go of it.
	HandOver []*os.File

	// Waiting, when not nil, is told during the run when the program has not computed for some tenths of a second, and when
	// it computes again. Sandboxes that cannot see that never call it.
	Waiting func(waiting bool)
	// Report, when not nil, is told during the run what the program does: some times a second while it waits, and when it has
	// gone on. Sandboxes that cannot see that never call it.
	Report func(Report)
	// Horizon is how far the caller looks ahead: a timeout farther off counts as none when a program is said to be Stuck.
	Horizon time.Duration

	Limits Limits
}

// State is what a program does at a moment, all its threads together.
type State int

// The states. Those that wait do nothing else.
const (
	Computes State = iota // or waits for a processor or a disk, or nobody knows
	Waits                 // for something else than standard input
	Reads                 // waits, for standard input among other things, which is a pipe or a terminal
	Stuck                 // waits so that nothing can ever wake it but standard input, if that is a pipe or a terminal
)

// Report is what a program was found to do.
type Report struct {
	State State
	// At is a moment of the run. What the program was told before it, it has had.
	At time.Time
	// Since is when the program began to wait without computing more than a little in between. It is not after At.
	Since time.Time
}

// Mount shows a folder of the host, at Box.Path.
//
// The system's own folders (/usr, /bin, /sbin, /lib*, and the few files of /etc that programs need) are always visible
// and need no mount.
type Mount struct {
	// Name is one path element of [a-z0-9-]+, unique in the Spec.
	Name string
	// Host is an absolute path of a folder.
	Host string
	// Writable lets programs change what they see of the folder, which is a copy. When the run is over, however it ended, the
	// regular files and folders that are left take the place of those on the host, at most MaxReturned of them and
	// Limits.Output together: more is a breach of it. A Spec has one such mount at most, and SamePath does not go with it.
	Writable bool
	// SamePath shows the folder at the path that it has on the host, which is then its Box.Path too: toolchains outside
	// the system's folders know their own prefix and are full of absolute links.
	SamePath bool
	// Direct tells that Host has no links in it: one that is there by now was put there meanwhile, and is not followed.
	Direct bool
	// Own tells that Host is a folder of the judge's that only this box's programs see. Its files may be others in each run, for
	// which folders that several boxes see, with locks of their own for each, have to be mounted again.
	Own bool
}

// MaxReturned bounds the files and folders that come back from a writable mount.
const MaxReturned = 1000

// Copy puts a file or a folder of the host, followed recursively, into the working directory.
type Copy struct {
	Host string      // absolute path
	To   string      // slash-separated and local, "." for the working directory itself
	Mode os.FileMode // permission bits of files; 0 keeps those of the host, as their times are kept
	// Within, when not empty, is a folder of the host with Host below it, out of which no link is followed.
	Within string
}

// Input is where standard input comes from: a file, an open pipe, or nothing at all (the zero value).
type Input struct {
	path       string
	file, pipe *os.File
}

// FromPath reads a regular file of the host, from its beginning.
func FromPath(path string) Input { return Input{path: path} }

// FromFile reads an open file, a regular one from its present offset on. As with FromPath, programs can neither change it in
// any way, also not by reopening their standard input, nor learn its name. What is no regular file, a terminal for instance,
// is passed on through a pipe; what was read ahead of the program is then lost.
func FromFile(file *os.File) Input { return Input{file: file} }

// FromPipe reads from the reading end of a pipe, which is the program's own; see Spec.HandOver.
func FromPipe(pipe *os.File) Input { return Input{pipe: pipe} }

// Path returns the path of FromPath, or "".
func (i Input) Path() string { return i.path }

// File returns the file of FromFile, or nil.
func (i Input) File() *os.File { return i.file }

// Pipe returns the pipe of FromPipe, or nil.
func (i Input) Pipe() *os.File { return i.pipe }

// Limits bound a run, all its processes together.
type Limits struct {
	CPU       time.Duration // user and system time
	Wall      time.Duration // without waiting for a processor or for a pipe that is standard input, where that can be seen
	Idle      time.Duration // of waiting for anything but those and a disk, where that can be seen
	Memory    bytesize.Size // resident, with files in memory; see Stack
	Output    bytesize.Size // of each file written, standard output and error included
	Processes int           // processes and threads
	OpenFiles int           // descriptors of one process
	// RuntimeFile is how large a file a runtime makes for itself, in a file system that Memory bounds: files may grow to it where
	// Output is less. Standard output and error may not hold more than Output at the end all the same.
	RuntimeFile bytesize.Size
}

// FileSize is how large any file may grow, 0 for no limit.
func (l Limits) FileSize() bytesize.Size {
	if l.Output == 0 {
		return 0
	}
	return max(l.Output, l.RuntimeFile)
}

// stackShare is the part of the memory that is left to what is not the stack.
const stackShare = 16

// Stack is how large the stack may grow, 0 for no limit: nearly as large as the memory, for deep recursion, and less by so much
// that a recursion without end meets this limit first, whose signal tells what it was, and not the kernel's shortage of memory.
func (l Limits) Stack() bytesize.Size { return l.Memory - l.Memory/stackShare }

// Breach is a limit that ended a run.
type Breach string

// The limits that the sandbox enforces by killing.
const (
	NoBreach     Breach = ""
	CPUBreach    Breach = "cpu"
	WallBreach   Breach = "wall"
	IdleBreach   Breach = "idle"
	MemoryBreach Breach = "memory"
	OutputBreach Breach = "output"
)

// Result holds the facts of a run.
type Result struct {
	Tier Tier
	// Exit is the exit code of the first process, or -1 when a signal ended it.
	Exit int
	// Signal is the number of the signal that ended the first process, or 0.
	Signal int
	// Breach is the limit that made the sandbox, or the kernel on its behalf, end the run.
	Breach Breach
	// CPU is the user and system time of all processes, orphans included. Wall runs from start to end.
	CPU, Wall time.Duration
	// Instructions are those of all processes in user mode, or 0 where no hardware counter tells.
	Instructions int64
	// Memory is the peak of all processes together, 0 where it is not known.
	Memory bytesize.Size
	// OOMKills counts processes that the kernel killed for want of memory.
	OOMKills int
	// OutputHit tells that a file reached Limits.Output, whether or not the program noticed.
	OutputHit bool
	// Survivors counts processes that were still there when the first one ended, and were killed.
	Survivors int
}

// StartError is a program that could not be started, such as one that is not there or that programs in boxes may not execute.
// The box can be used again.
type StartError struct {
	Command string // Args[0]
	Err     error
}

func (e *StartError) Error() string { return fmt.Sprintf("start %q: %v", e.Command, e.Err) }

func (e *StartError) Unwrap() error { return e.Err }

// IsWorkDir tells whether a path is that of a working directory in some box, now or earlier.
func IsWorkDir(dir string) bool {
	return dir == WorkDir || strings.HasPrefix(filepath.Base(dir), WorkPrefix)
}

// The working directory is WorkDir where boxes have a root of their own, and otherwise a folder whose name begins with
// WorkPrefix.
const (
	WorkDir    = "/box/work"
	WorkPrefix = "grundy-work-"
)

// Release closes the pipe ends that a spec hands over; closing them twice does no harm. It is for backends.
func Release(spec Spec) {
	for _, file := range spec.HandOver {
		file.Close()
	}
}

// Classify names the breach that the facts amount to where none was named when the run ended: a limit may be passed
// between two looks. It is for backends.
func (r *Result) Classify(limits Limits) {
	switch {
	case r.Breach != NoBreach:
	case limits.Memory > 0 && r.Memory > limits.Memory:
		r.Breach = MemoryBreach
	case limits.CPU > 0 && r.CPU > limits.CPU:
		r.Breach = CPUBreach
	case limits.Wall > 0 && r.Wall > limits.Wall:
		r.Breach = WallBreach
	case r.OutputHit:
		r.Breach = OutputBreach
	}
}
