//go:build (amd64 || arm64) && !race

package crashreport

import (
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

//lint:file-ignore U1000 staticcheck does not see what the assembly reads

// mark in the environment tells a process that it is what became of one that crashed.
const mark = "GRUNDY_CRASHED=1"

// What the handler of SIGABRT works with.
var (
	// silenced keeps the descriptor open that the runtime writes to.
	silenced *os.File
	// speaking is the descriptor of standard error.
	speaking int32
	// The arguments of execve(2).
	program    *byte
	argv, envv **byte
)

// onAbort gives the address of the handler of SIGABRT.
func onAbort() uintptr

// Catch has the process end as a report, should it crash; Words gives that what the runtime said. Standard error becomes another
// descriptor, os.Stderr. Whoever asks the runtime for something by GOTRACEBACK or GODEBUG reads its words as ever, and so do those for
// whom there is no memory to keep them in.
func Catch(environment []string) {
	isAsking := func(variable string) bool {
		return strings.HasPrefix(variable, "GOTRACEBACK=") || strings.HasPrefix(variable, "GODEBUG=")
	}
	if slices.ContainsFunc(environment, isAsking) || catch(environment) != nil {
		return
	}
	silenced = os.Stderr // or it would be closed, as a file that nobody knows any more
	os.Stderr = os.NewFile(uintptr(speaking), os.Stderr.Name())
}

func catch(environment []string) error {
	arguments, err := syscall.SlicePtrFromStrings(os.Args)
	if err != nil {
		return err
	}
	variables, err := syscall.SlicePtrFromStrings(append(slices.Clone(environment), mark))
	if err != nil {
		return err
	}
	if program, err = unix.BytePtrFromString("/proc/self/exe"); err != nil {
		return err
	}
	argv, envv = &arguments[0], &variables[0]
	words, err := unix.MemfdCreate("crash", unix.MFD_CLOEXEC)
	if err != nil {
		return err
	}
	defer unix.Close(words)
	stderr, err := unix.FcntlInt(2, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return err
	}
	speaking = int32(stderr)
	if err := handle(); err != nil {
		return err
	}
	signal.Notify(make(chan os.Signal, 1), unix.SIGXFSZ) // a file that may not grow is an error of writing
	debug.SetTraceback("crash")                          // which ends the process by SIGABRT
	return unix.Dup3(words, 2, unix.O_CLOEXEC)
}

// handle installs the handler. The runtime's own is of no use here: it would only say where the signal came from.
func handle() error {
	const onStack, noDefer, restorer = 0x08000000, 0x40000000, 0x04000000
	action := struct {
		handler, flags, restorer uintptr
		mask                     uint64
	}{handler: onAbort(), flags: onStack | noDefer | restorer, restorer: onAbort()} // the handler never returns
	_, _, errno := unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(unix.SIGABRT), uintptr(unsafe.Pointer(&action)), 0, unsafe.Sizeof(action.mask), 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

// Words tells whether this process is what became of one that crashed, and gives what the runtime said.
func Words(environment []string) (words string, crashed bool) {
	if !slices.Contains(environment, mark) {
		return "", false
	}
	text, _ := io.ReadAll(io.NewSectionReader(os.Stdin, 0, maxWords))
	return string(text), true
}

// maxWords bounds what is read, in bytes: the crash itself comes first, other goroutines after it.
const maxWords = 1 << 20
