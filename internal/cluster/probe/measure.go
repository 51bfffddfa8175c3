package probe

import (
	"context"
	"errors"
	"math"
	"runtime"
	"runtime/debug"
	"time"
)

// runs is how often each kind of work is done; the smallest time counts, because other activity of the machine only
// adds to it.
const runs = 5

// started is the origin of the clock on systems without processor time of threads.
var started = time.Now()

// Measure does all work on one thread, which takes about a second. It suspends garbage collection in the whole process,
// so nothing else should run in it.
func Measure(ctx context.Context) (Figures, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(math.MaxInt64))
	f := Figures{Version: "1 " + runtime.Version() + " " + runtime.GOARCH}
	probes := []struct {
		into *time.Duration
		work func() uint64
	}{
		{&f.Integers, newIntegers()},
		{&f.Branches, newBranches()},
		{&f.Chase, newChase()},
		{&f.Bandwidth, newBandwidth()},
		{&f.Allocation, newAllocation()},
		{&f.Interpreter, newInterpreter()},
	}
	result := uint64(0)
	for range runs { // a disturbance of one round affects all kinds
		for _, probe := range probes {
			if err := context.Cause(ctx); err != nil {
				return Figures{}, err
			}
			began := now()
			result |= probe.work()
			if took := now() - began; *probe.into == 0 || took < *probe.into {
				*probe.into = max(took, 1)
			}
		}
		runtime.GC() // what was allocated
	}
	if result == 0 { // use the results, so that the compiler cannot drop the work
		return Figures{}, errors.New("the work computed nothing")
	}
	return f, nil
}
