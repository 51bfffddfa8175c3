package sandbox

import (
	"context"
	"os"
	"slices"
	"time"

	"grundy/internal/bytesize"
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
	// sandbox failed; whatever the program did is in the Result. Cancelling ctx kills the program; its cause is the error.
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

	Limits Limits
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
	// Writable lets programs change the folder. Everything else is read-only.
	Writable bool
	// SamePath shows the folder at the path that it has on the host, which is then its Box.Path too: toolchains outside
	// the system's folders know their own prefix and are full of absolute links.
	SamePath bool
}

// Copy puts a file or a folder of the host, followed recursively, into the working directory.
type Copy struct {
	Host string      // absolute path
	To   string      // slash-separated and local, "." for the working directory itself
	Mode os.FileMode // permission bits of files; 0 keeps those of the host
}

// Input is where standard input comes from: a file by path, an open pipe, or nothing at all (the zero value).
type Input struct {
	path string
	pipe *os.File
}

// FromPath reads a file of the host. Programs cannot write to it even by reopening their standard input.
func FromPath(path string) Input { return Input{path: path} }

// FromPipe reads from the reading end of a pipe; see Spec.HandOver.
func FromPipe(pipe *os.File) Input { return Input{pipe: pipe} }

// Path returns the file's path, or "".
func (i Input) Path() string { return i.path }

// Pipe returns the pipe, or nil.
func (i Input) Pipe() *os.File { return i.pipe }

// Limits bound a run, all its processes together.
type Limits struct {
	CPU       time.Duration // user and system time
	Wall      time.Duration
	Memory    bytesize.Size // resident, with files in memory; the stack may use all of it
	Output    bytesize.Size // of each file written, standard output and error included
	Processes int           // processes and threads
	OpenFiles int           // descriptors of one process
	// AddressSpace bounds the virtual memory of each process where no cgroup bounds the resident one. Runtimes that
	// reserve far more than they use (Go, Java, JavaScript) leave it 0.
	AddressSpace bytesize.Size
}

// Breach is a limit that ended a run.
type Breach string

// The limits that the sandbox enforces by killing.
const (
	NoBreach     Breach = ""
	CPUBreach    Breach = "cpu"
	WallBreach   Breach = "wall"
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
	// Memory is the peak of all processes together.
	Memory bytesize.Size
	// OOMKills counts processes that the kernel killed for want of memory.
	OOMKills int
	// OutputHit tells that a file reached Limits.Output, whether or not the program noticed.
	OutputHit bool
	// Survivors counts processes that were still there when the first one ended, and were killed.
	Survivors int
}

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
