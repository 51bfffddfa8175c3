package ulimit

import (
	"fmt"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/bytesize"
)

// resource is something that a limit takes away from programs.
type resource struct {
	number int
	text   string // has %s for the value
	flag   string // of the shell's ulimit
	show   func(uint64) string
	// enough is what programs of a judge need at most, and most what the kernel accepts.
	enough, most uint64
}

var resources = []resource{
	{unix.RLIMIT_CPU, "%s of CPU time", "-t", seconds, unix.RLIM_INFINITY, unix.RLIM_INFINITY},
	{unix.RLIMIT_FSIZE, "files of %s", "-f", size, unix.RLIM_INFINITY, unix.RLIM_INFINITY},
	{unix.RLIMIT_DATA, "%s of data", "-d", size, unix.RLIM_INFINITY, unix.RLIM_INFINITY},
	{unix.RLIMIT_STACK, "%s of stack", "-s", size, unix.RLIM_INFINITY, unix.RLIM_INFINITY},
	{unix.RLIMIT_AS, "%s of address space", "-v", size, unix.RLIM_INFINITY, unix.RLIM_INFINITY},
	{unix.RLIMIT_NPROC, "%s processes", "-u", count, 512, unix.RLIM_INFINITY},
	{unix.RLIMIT_NOFILE, "%s open files", "-n", count, 1024, 1 << 20}, // fs.nr_open, unless somebody changed it
}

func seconds(n uint64) string { return (time.Duration(n) * time.Second).String() }
func size(n uint64) string    { return bytesize.Size(n).String() }
func count(n uint64) string   { return strconv.FormatUint(n, 10) }

// Lift frees the calling process, and what it starts from then on, from the limits that it was started with: of all
// where the kernel lets it, and otherwise up to the hard limits.
func Lift() error {
	for _, r := range resources {
		if unix.Setrlimit(r.number, &unix.Rlimit{Cur: r.most, Max: r.most}) == nil {
			continue
		}
		var limit unix.Rlimit
		if err := unix.Getrlimit(r.number, &limit); err != nil {
			return err
		}
		limit.Cur = limit.Max
		if err := unix.Setrlimit(r.number, &limit); err != nil {
			return err
		}
	}
	return nil
}

// Clamp gives the greatest limit up to value that a process may be given: without a privilege none rises above its hard
// limit. Process 0 is the caller.
func Clamp(pid, resource int, value uint64) uint64 {
	var limit unix.Rlimit
	if unix.Prlimit(pid, resource, nil, &limit) != nil {
		return value
	}
	return min(value, limit.Max)
}

// Bounds says in words which limits of the calling process Lift cannot lift, so far as they keep programs from what a
// judge should be able to give them: "64 KiB of stack (ulimit -H -s)".
func Bounds() []string {
	if mayRaise() {
		return nil
	}
	var bounds []string
	for _, r := range resources {
		var limit unix.Rlimit
		if unix.Getrlimit(r.number, &limit) == nil && limit.Max < r.enough {
			bounds = append(bounds, fmt.Sprintf(r.text+" (ulimit -H %s)", r.show(limit.Max), r.flag))
		}
	}
	return bounds
}

// mayRaise tells whether the calling process has CAP_SYS_RESOURCE. In a user namespace that says nothing about limits.
func mayRaise() bool {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	return unix.Capget(&header, &data[0]) == nil && data[0].Effective&(1<<unix.CAP_SYS_RESOURCE) != 0
}
