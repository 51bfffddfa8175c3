//go:build unix && !linux && !darwin

package process

import (
	"bytes"
	"os"
	"os/exec"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
)

// lookInterval is how often the judge checks a program. Starting ps(1) costs some milliseconds.
const lookInterval = 200 * time.Millisecond

// inspect runs ps(1), the only interface to other processes that all these systems share.
func (g group) inspect() usage {
	table, err := exec.Command("/bin/ps", "-axo", "pgid=,stat=,rss=,time=").Output()
	if err != nil {
		return usage{}
	}
	return sumTable(bytes.NewReader(table), g.id)
}

// startWith starts a program.
func startWith(_ sandbox.Limits, start func() error) error { return start() }

// peakOf returns 0: the peak is unknown.
func peakOf(*os.ProcessState) bytesize.Size { return 0 }

// limitStarted does nothing: these systems lack prlimit(2).
func limitStarted(int, sandbox.Limits) {}
