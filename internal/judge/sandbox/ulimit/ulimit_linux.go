package ulimit

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/base/bytesize"
)

// resource is something that a limit takes away from programs.
type resource struct {
	number int
	text   string // has %s for the value
	flag   string // of the shell's ulimit
	show   func(uint64) string
	// enough is what programs of a judge need at most, and most what the kernel accepts.
	enough, most uint64
	// least is what a judge of small programs cannot do without, of processes besides those that the user has.
	least uint64
}

var resources = []resource{
	{unix.RLIMIT_CPU, "%s of CPU time", "-t", seconds, unix.RLIM_INFINITY, unix.RLIM_INFINITY, 0},
	{unix.RLIMIT_FSIZE, "files of %s", "-f", size, unix.RLIM_INFINITY, unix.RLIM_INFINITY, 1 << 20},
	{unix.RLIMIT_DATA, "%s of data", "-d", size, unix.RLIM_INFINITY, unix.RLIM_INFINITY, 256 << 20},
	{unix.RLIMIT_STACK, "%s of stack", "-s", size, unix.RLIM_INFINITY, unix.RLIM_INFINITY, 1 << 20},
	{unix.RLIMIT_AS, "%s of address space", "-v", size, unix.RLIM_INFINITY, unix.RLIM_INFINITY, 1 << 30},
	{unix.RLIMIT_NPROC, "%s processes", "-u", count, 512, unix.RLIM_INFINITY, 100},
	{unix.RLIMIT_NOFILE, "%s open files", "-n", count, 1024, 1 << 20, 128}, // the default of fs.nr_open
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

// NoCore is the limit of core dumps (RLIMIT_CORE) at which there are none. With 0 the kernel still pipes them to a program where
// core_pattern says so, and writes none to files below the size of a page (core(5)).
const NoCore = 1

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

// Shortage is the limit of the calling process that leaves too little for a judge to begin at all, nil where there is none.
func Shortage() error {
	for _, r := range resources {
		var limit unix.Rlimit
		if r.least == 0 || unix.Getrlimit(r.number, &limit) != nil {
			continue
		}
		need, besides := r.least, ""
		switch r.number {
		case unix.RLIMIT_STACK: // which only those feel who are started, and get it lifted
			if limit.Cur = limit.Max; mayRaise() {
				continue
			}
		case unix.RLIMIT_NPROC:
			if os.Geteuid() == 0 || limit.Cur >= plenty {
				continue
			}
			taken := threads(os.Getuid())
			need, besides = need+taken, fmt.Sprintf(", since this user has %d", taken)
		}
		if limit.Cur < need {
			return fmt.Errorf("it was started with a limit of "+r.text+" (ulimit %s), and needs at least %s%s",
				r.show(limit.Cur), r.flag, r.show(need), besides)
		}
	}
	return nil
}

// plenty is a limit of processes above which the number of running ones does not matter.
const plenty = 4096

// threads counts those of a user, as the limit of processes does.
func threads(user int) (sum uint64) {
	files, _ := filepath.Glob("/proc/[0-9]*/status")
	for _, file := range files {
		status, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		var owner, number uint64
		for line := range strings.Lines(string(status)) {
			if fields := strings.Fields(line); len(fields) > 1 {
				switch fields[0] {
				case "Uid:":
					owner, _ = strconv.ParseUint(fields[1], 10, 64)
				case "Threads:":
					number, _ = strconv.ParseUint(fields[1], 10, 64)
				}
			}
		}
		if owner == uint64(user) {
			sum += number
		}
	}
	return sum
}

// mayRaise tells whether the calling process has CAP_SYS_RESOURCE. In a user namespace that says nothing about limits.
func mayRaise() bool {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	return unix.Capget(&header, &data[0]) == nil && data[0].Effective&(1<<unix.CAP_SYS_RESOURCE) != 0
}
