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
	// Open creates a box. It is expensive (milliseconds) and happens once for each slot; runs in the box are cheap.
	Open(ctx context.Context, config Config) (Box, error)
	// Tier returns the strength of isolation of every box of this host.
	Tier() Tier
	// Close removes what the host left on the machine. All boxes must be closed already.
	Close() error
}

// Box is a sandbox that runs one program at a time, each in a state as fresh as the first.
type Box interface {
	// Run starts a program and returns when it and everything that it started are gone. An error means that the
	// sandbox failed or that the program could not be started (StartError); anything the program did is in the
	// Result. Cancelling ctx kills the program, and the cause becomes the error.
	Run(ctx context.Context, spec Spec) (Result, error)
	// Path returns the path under which programs in this box see a file below a mount.
	Path(mount Mount, elem ...string) string
	// Close ends the box and everything in it.
	Close() error
}

// Config is what is fixed for the life of a box.
type Config struct {
	// Name distinguishes the boxes of a host, in names of cgroups and directories: "0", "0-judge".
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
	Landlock    Tier = "landlock"     // no namespaces: Landlock, a filter of system calls, rlimits and watching
	NotIsolated Tier = "not-isolated" // process groups and polling only
)

// Tiers lists the tiers from strong to weak.
func Tiers() []Tier { return []Tier{CgroupV2, CgroupV1, Namespaces, Rootless, Landlock, NotIsolated} }

// AtLeast reports whether a tier is as strong as another one.
func (t Tier) AtLeast(other Tier) bool {
	return slices.Index(Tiers(), t) <= slices.Index(Tiers(), other)
}

// Spec is one run. The zero value of a limit means no limit.
type Spec struct {
	// Args is the command. Args[0] is a path in the box, or is looked up in PATH of Env.
	Args []string
	Env  []string
	// Mounts are the host's directories that the program sees besides the system's own.
	Mounts []Mount
	// Copies are placed in the fresh working directory before the start.
	Copies []Copy
	// ReadOnlyWork makes the working directory read-only.
	ReadOnlyWork bool
	// Export, if not empty, is an existing directory of the host. If the program exits with 0, the sandbox copies the
	// regular files and directories of the working directory there, but no links and devices. ExportLimit bounds the
	// sum.
	Export      string
	ExportLimit bytesize.Size

	Stdin  Input
	Stdout *os.File // nil discards
	Stderr *os.File // nil discards; may be the same file as Stdout

	// HandOver lists the pipe ends among the streams that only the program shall hold. Run closes them as soon as the
	// program has its own, and in any case before it returns. Only then does the other end notice that the program
	// has closed the pipe.
	HandOver []*os.File

	// Waiting, if not nil, is called during the run when the program has not computed for some tenths of a second,
	// and when it computes again. Sandboxes that cannot observe this never call it.
	Waiting func(waiting bool)
	// Report, if not nil, is called during the run with what the program does: some times a second while it waits,
	// and when it has gone on. Sandboxes that cannot observe this never call it.
	Report func(Report)
	// Horizon is how far the caller looks ahead. A timeout beyond it counts as none when a program is reported as
	// Stuck.
	Horizon time.Duration

	Limits Limits
}

// State is what all threads of a program together do at a moment.
type State int

// The states. A waiting program does nothing else.
const (
	Computes State = iota // or waits for a processor or a disk, or its state is unknown
	Waits                 // for something other than standard input
	Reads                 // waits, among other things for standard input, which is a pipe or a terminal
	Stuck                 // waits, and only standard input, if it is a pipe or a terminal, can ever wake it
)

// Report is an observation of a program.
type Report struct {
	State State
	// At is a moment of the run. The program has received everything that was sent to it before.
	At time.Time
	// Since is when the program began to wait, apart from negligible computing in between. It is not after At.
	Since time.Time
}

// Mount shows a directory of the host, at Box.Path.
//
// The system's own directories (/usr, /bin, /sbin, /lib*, and the few files of /etc that programs need) are always
// visible and need no mount.
type Mount struct {
	// Name is one path element of [a-z0-9-]+, unique in the Spec.
	Name string
	// Host is an absolute path of a directory.
	Host string
	// Writable gives programs a copy of the directory that they may change. When the run is over, however it ended,
	// the regular files and directories of the copy replace those on the host. MaxReturned bounds their number and
	// Limits.Output their total size; more is a breach of that limit. A Spec has at most one such mount, without
	// SamePath.
	Writable bool
	// SamePath shows the directory at its path on the host, which is then its Box.Path too: toolchains outside the
	// system's directories know their own prefix and are full of absolute links.
	SamePath bool
	// Direct says that the path Host leads through no links. A link that appears there later is not followed.
	Direct bool
	// Own says that Host is a directory of the judge that only this box's programs see. Its files may change from run
	// to run without a new mount. A directory that several boxes see must be mounted again, since each has its own
	// locks.
	Own bool
}

// MaxReturned bounds the files and directories that come back from a writable mount.
const MaxReturned = 1000

// Copy places a file or a directory of the host, followed recursively, in the working directory.
type Copy struct {
	Host string      // absolute path
	To   string      // slash-separated and local; "." is the working directory itself
	Mode os.FileMode // permission bits of files; 0 keeps those of the host. Times are kept
	// Within, if not empty, is a directory of the host with Host below it. No link out of it is followed.
	Within string
}

// Input is the source of standard input: a file, an open pipe, or nothing (the zero value).
type Input struct {
	path       string
	file, pipe *os.File
}

// FromPath reads a regular file of the host from its beginning.
func FromPath(path string) Input { return Input{path: path} }

// FromFile reads an open file, a regular one from its present offset on. As with FromPath, programs can neither
// change it, even by reopening their standard input, nor learn its name. Anything but a regular file, such as a
// terminal, is forwarded through a pipe; data read ahead of the program is then lost.
func FromFile(file *os.File) Input { return Input{file: file} }

// FromPipe reads from the reading end of a pipe, which the program gets for itself; see Spec.HandOver.
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
	Wall      time.Duration // without observed waits for a processor or for a pipe as standard input
	Idle      time.Duration // observed waits for anything but those and a disk
	Memory    bytesize.Size // resident, including files in memory; see Stack
	Output    bytesize.Size // of each file written, standard output and error included
	Processes int           // processes and threads
	OpenFiles int           // descriptors of one process
	// RuntimeFile is the size of a file that a runtime creates for itself, in a file system that Memory bounds. Files
	// may grow to it where Output is less, but standard output and error may not exceed Output at the end.
	RuntimeFile bytesize.Size
}

// FileSize returns how large any file may grow; 0 means no limit.
func (l Limits) FileSize() bytesize.Size {
	if l.Output == 0 {
		return 0
	}
	return max(l.Output, l.RuntimeFile)
}

// stackShare is the share of the memory that is reserved for everything but the stack.
const stackShare = 16

// Stack returns how large the stack may grow; 0 means no limit. For deep recursion it is nearly as large as the
// memory. It is smaller so that an endless recursion meets the stack limit first, whose signal reveals the cause, and
// not the OOM kill.
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
	// Breach is the limit for which the sandbox, or the kernel on its behalf, ended the run.
	Breach Breach
	// CPU is the user and system time of all processes, orphans included. Wall is the time from start to end.
	CPU, Wall time.Duration
	// Instructions counts those of all processes in user mode. It is 0 without a hardware counter.
	Instructions int64
	// Memory is the peak of all processes together, or 0 if unknown.
	Memory bytesize.Size
	// OOMKills counts processes that the kernel killed because memory ran out.
	OOMKills int
	// OutputHit reports that a file reached Limits.Output, whether or not the program noticed.
	OutputHit bool
	// Survivors counts processes that outlived the first one and were killed.
	Survivors int
}

// StartError is a program that could not be started, for example because it does not exist or programs in boxes may
// not execute it. The box remains usable.
type StartError struct {
	Command string // Args[0]
	Err     error
}

func (e *StartError) Error() string { return fmt.Sprintf("start %q: %v", e.Command, e.Err) }

func (e *StartError) Unwrap() error { return e.Err }

// IsWorkDir reports whether a path is that of a working directory in some box, now or earlier.
func IsWorkDir(dir string) bool {
	return dir == WorkDir || strings.HasPrefix(filepath.Base(dir), WorkPrefix)
}

// The working directory is WorkDir in boxes with a root of their own. Elsewhere it is a directory whose name begins
// with WorkPrefix.
const (
	WorkDir    = "/box/work"
	WorkPrefix = "grundy-work-"
)

// OwnTemporary returns an environment whose variables lead to a directory of the run's own where they led to /tmp. In
// boxes with a root of their own /tmp belongs to the program alone; in the machine's, any user may place settings for the
// program. It is for backends.
func OwnTemporary(env []string, dir string) []string {
	const shared = "/tmp"
	own := slices.Clone(env)
	for i, variable := range own {
		key, value, _ := strings.Cut(variable, "=")
		if below, found := strings.CutPrefix(value+"/", shared+"/"); found {
			own[i] = key + "=" + filepath.Join(dir, filepath.FromSlash(below))
		}
	}
	return own
}

// Release closes the pipe ends that a spec hands over. Closing them twice is harmless. It is for backends.
func Release(spec Spec) {
	for _, file := range spec.HandOver {
		file.Close()
	}
}

// SetBreach derives the breach from the facts if none was recorded when the run ended: a limit may be exceeded between
// two looks. It is for backends.
func (r *Result) SetBreach(limits Limits) {
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
