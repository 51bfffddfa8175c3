package namespaces

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/activity"
)

// fixedMeter returns the measurements that it is told to.
type fixedMeter struct {
	watcher
	cpu      time.Duration
	breached bool
}

func (m *fixedMeter) look() (time.Duration, bool, error) { return m.cpu, m.breached, nil }
func (m *fixedMeter) interval() time.Duration            { return time.Hour }

// The first breached limit ends a run: wall time without what is excused, memory, CPU time, idle time. All of a CPU
// limit may be used.
func TestRemaining(t *testing.T) {
	limits := sandbox.Limits{CPU: 10 * time.Second, Wall: 100 * time.Second, Idle: 30 * time.Second}
	for _, test := range []struct {
		name     string
		limits   sandbox.Limits
		wall     time.Duration // since the start
		excused  time.Duration
		idle     time.Duration
		cpu      time.Duration
		breached bool
		want     sandbox.Breach
	}{
		{"nothing", limits, 0, 0, 0, 0, false, sandbox.NoBreach},
		{"too long", limits, 101 * time.Second, 0, 0, 0, false, sandbox.WallBreach},
		{"long, but excused", limits, 101 * time.Second, 2 * time.Second, 0, 0, false, sandbox.NoBreach},
		{"too long in spite of an excuse", limits, 103 * time.Second, 2 * time.Second, 0, 0, false, sandbox.WallBreach},
		{"too much memory", limits, 0, 0, 0, 20 * time.Second, true, sandbox.MemoryBreach},
		{"too slow", limits, 0, 0, 0, 10*time.Second + 1, false, sandbox.CPUBreach},
		{"as slow as it may be", limits, 0, 0, 0, 10 * time.Second, false, sandbox.NoBreach},
		{"idle", limits, 0, 0, 30 * time.Second, 0, false, sandbox.IdleBreach},
		{"nearly idle", limits, 0, 0, 30*time.Second - 1, 0, false, sandbox.NoBreach},
		{"without limits", sandbox.Limits{}, 101 * time.Second, 0, time.Hour, 20 * time.Second, false, sandbox.NoBreach},
	} {
		w := &worker{meter: &fixedMeter{cpu: test.cpu, breached: test.breached}}
		w.setup.Cores = 1
		// A look that has passed already, so that the pulse does not look again.
		h := &activityMonitor{pulse: activity.New(activity.Run{})}
		h.pulse.Look(time.Hour, test.cpu)
		h.pulse.Excused, h.pulse.Idle = test.excused, test.idle
		left, got := w.remaining(test.limits, time.Now().Add(-test.wall), h)
		if got != test.want || got == sandbox.NoBreach && left <= 0 {
			t.Errorf("%s: %q with %v left, want %q", test.name, got, left, test.want)
		}
	}
}

// Nothing can be due before the rest of a limit has passed; for CPU time, on all cores at once.
func TestPatience(t *testing.T) {
	for _, test := range []struct {
		name      string
		limits    sandbox.Limits
		cores     int
		cpu, wall time.Duration
		want      time.Duration
	}{
		{"no limits", sandbox.Limits{}, 1, time.Second, time.Second, time.Hour},
		{"on the clock", sandbox.Limits{Wall: 10 * time.Second}, 1, 0, 4 * time.Second, 6 * time.Second},
		{"CPU time", sandbox.Limits{CPU: 10 * time.Second}, 1, 4 * time.Second, 0, 6*time.Second + time.Microsecond},
		{"CPU time of four cores", sandbox.Limits{CPU: 10 * time.Second}, 4, 2 * time.Second, 0, 2*time.Second + time.Microsecond},
		{"the first of both", sandbox.Limits{CPU: 10 * time.Second, Wall: 10 * time.Second}, 1, 4 * time.Second, 9 * time.Second, time.Second},
		{"later than the next look", sandbox.Limits{CPU: 10 * time.Hour, Wall: 10 * time.Hour}, 1, 0, 0, time.Hour},
	} {
		w := &worker{meter: &fixedMeter{}}
		w.setup.Cores = test.cores
		if got := w.patience(test.limits, test.cpu, test.wall); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// Time of processes that ended without being waited for is not lost, except for the ticks by which counts are
// rounded.
func TestLostTime(t *testing.T) {
	const second, tick = time.Second, clockTick
	for _, test := range []struct {
		name   string
		seen   time.Duration
		living []int
		cpu    time.Duration
		now    []int
		lost   time.Duration
	}{
		{"all are there", second, []int{7, 8}, 2 * second, []int{7, 8}, 0},
		{"counts go down by chance", 2 * second, []int{7}, second, []int{7}, 0},
		{"one has gone", 3 * second, []int{7, 8}, second, []int{7}, 2*second - 2*tick},
		{"two have gone", 3 * second, []int{7, 8, 9}, second, []int{7}, 2*second - 4*tick},
		{"one has gone, and its time is known", 3 * second, []int{7, 8}, 3*second - 2*tick, []int{7}, 0},
		{"another one has come", second, []int{7}, second, []int{7, 8}, 0},
	} {
		w := watcher{seen: test.seen, living: test.living}
		w.miss(test.cpu, test.now)
		if w.lost != test.lost || w.seen != test.cpu || !slices.Equal(w.living, test.now) {
			t.Errorf("%s: %v is lost, seen %v of %v, want %v", test.name, w.lost, w.seen, w.living, test.lost)
		}
	}
}

// Without the kernel's clock, the times of reaped, living and lost processes are summed, as far as they were seen.
func TestTimeThatIsAddedUp(t *testing.T) {
	w := watcher{files: new(root), lost: time.Second, ownPeak: bytesize.GiB}
	w.reaped(&unix.Rusage{Utime: unix.Timeval{Sec: 2, Usec: 3}, Stime: unix.Timeval{Sec: 4}})
	w.reaped(&unix.Rusage{Utime: unix.Timeval{Sec: 1}})
	const dead = 7*time.Second + 3*time.Microsecond
	cpu, err := w.time(nil)
	if err != nil || cpu != dead+time.Second {
		t.Errorf("%v, %v, want %v", cpu, err, dead+time.Second)
	}
	spin(20 * time.Millisecond)
	if cpu, err := w.time([]int{os.Getpid()}); err != nil || cpu < dead+time.Second+20*time.Millisecond {
		t.Errorf("with this process %v, %v", cpu, err)
	}
	for _, seen := range []time.Duration{time.Second, 9 * time.Second} {
		w.seen = seen
		used, err := w.end()
		if want := max(dead, seen) + time.Second; err != nil || used.cpu != want || used.breached {
			t.Errorf("in the end %v, %v, want %v", used.cpu, err, want)
		}
	}
}

// A process that has waited for children has also used their time.
func TestTimeOfChildren(t *testing.T) {
	before := processTime(os.Getpid())
	runBurners(t, 1)
	if got := processTime(os.Getpid()) - before; got < burnTime-4*clockTick {
		t.Errorf("a child used %v, of which %v count", burnTime, got)
	}
	if got := processTime(1 << 22); got != 0 {
		t.Errorf("a process that is not there used %v", got)
	}
}

// A run has breached the memory limit if its peak is above it, or if a look saw it there.
func TestPeakAboveTheLimit(t *testing.T) {
	for _, test := range []struct {
		limit, peak bytesize.Size
		seen        bool
		want        bool
	}{
		{bytesize.MiB, bytesize.MiB, false, false},
		{bytesize.MiB, bytesize.MiB + 1, false, true},
		{bytesize.MiB, 0, true, true},
		{0, bytesize.GiB, false, false},
	} {
		w := watcher{files: new(root), limit: test.limit, peak: test.peak, breached: test.seen}
		used, err := w.end()
		if err != nil || used.breached != test.want || used.peak != test.peak {
			t.Errorf("a peak of %v under %v: %+v, %v, want %v", test.peak, test.limit, used, err, test.want)
		}
	}
}

// The scratch files of a run are part of its peak, but do not count as all of its memory if no process was seen.
func TestPeakWithFiles(t *testing.T) {
	for _, test := range []struct{ peak, limit, files, want bytesize.Size }{
		{0, 0, 5, 0},
		{0, 10, 5, 0},
		{0, 10, 10, 0},
		{0, 10, 11, 11},
		{1, 0, 5, 5},
		{7, 10, 5, 7},
	} {
		w := watcher{peak: test.peak, limit: test.limit}
		if got := w.peakWith(test.files); got != test.want {
			t.Errorf("a peak of %v under %v with files of %v is %v, want %v", test.peak, test.limit, test.files, got, test.want)
		}
	}
}

// The kernel's clock continues from run to run; its reading at the beginning of a run is subtracted.
func TestTimeSinceTheBeginning(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	w := &watcher{files: new(root), clock: openOrSkip(t, taskClock)}
	expect := func(least, most time.Duration) {
		t.Helper()
		cpu, err := w.time(nil)
		if used, atEnd := w.end(); err != nil || atEnd != nil || cpu != used.cpu || cpu < least || cpu > most {
			t.Errorf("%v, %v, in the end %v, %v, want %v to %v", cpu, err, used.cpu, atEnd, least, most)
		}
	}
	runBurners(t, 1)
	if err := w.begin(sandbox.Limits{}); err != nil {
		t.Fatal(err)
	}
	expect(0, 0)
	runBurners(t, 1)
	expect(burnTime*7/10, time.Hour)
}

// spending is a meter that records what the init itself uses.
type spending struct {
	fixedMeter
	on []time.Duration
}

func (m *spending) spent(cpu time.Duration) { m.on = append(m.on, cpu) }

// A beat is charged to the init, and nothing else is.
func TestBeatsCost(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	spin(20 * time.Millisecond)
	var m spending
	w := &worker{meter: &m}
	h := &activityMonitor{pulse: activity.New(activity.Run{})}
	before := ownTime()
	w.beat(h, time.Hour, time.Hour)
	w.beat(h, time.Hour, time.Hour) // no time has passed
	if most := ownTime() - before; len(m.on) != 1 || m.on[0] < 0 || m.on[0] > most {
		t.Errorf("one beat cost %v, want at most %v", m.on, most)
	}
}

// The memory of all processes is compared with the limit, together with the memory that they share.
func TestWeigh(t *testing.T) {
	own := readProcess(processDir(os.Getpid()))
	if own.resident < bytesize.MiB || own.tables <= 0 || own.peak < own.resident/2 || own.slots < fewSlots || own.memory() != own.resident+own.swapped+own.tables {
		t.Errorf("this process is %+v", own)
	}
	if exact, _ := own.proportional(); exact < bytesize.MiB/2 || exact > own.memory()+16*bytesize.MiB {
		t.Errorf("its share of %v is %v", own.memory(), exact)
	}
	if gone := readProcess(processDir(1 << 22)); gone.memory() != 0 {
		t.Errorf("a process that is not there is %+v", gone)
	}
	for _, test := range []struct {
		name          string
		limit, shared bytesize.Size
		all           []process
		want          bool
	}{
		{"little", bytesize.GiB, 0, []process{own}, false},
		{"too much", bytesize.MiB, 0, []process{own}, true},
		{"too much shared", bytesize.GiB, bytesize.GiB, []process{own}, true},
		{"no limit", 0, bytesize.GiB, []process{own}, false},
		{"no process is left", bytesize.MiB, bytesize.GiB, nil, false},
	} {
		w := watcher{files: new(root), limit: test.limit, granted: test.shared}
		w.weighThese(t, test.all...)
		if w.breached != test.want || (w.peak > test.shared) != (test.all != nil) {
			t.Errorf("%s: breached %v at %v, want %v", test.name, w.breached, w.peak, test.want)
		}
		w.breached = true
		if w.weighThese(t, test.all...); !w.breached {
			t.Errorf("%s: what was breached is not any more", test.name)
		}
	}
}

// Shared memory is granted up to the limit, in whole pages, and stays counted.
func TestShareOfMemory(t *testing.T) {
	page := bytesize.Size(os.Getpagesize())
	w := watcher{limit: 4 * page}
	for i, test := range []struct {
		size uint64
		want bool
		sum  bytesize.Size
	}{
		{1, true, page},
		{uint64(page), true, 2 * page},
		{uint64(5 * page), false, 2 * page},
		{uint64(page) + 1, true, 4 * page},
		{1, false, 4 * page},
		{0, true, 4 * page},
		{1 << 63, false, 4 * page},
	} {
		if got := w.share(test.size); got != test.want || w.granted != test.sum {
			t.Errorf("step %d, %d bytes: %v, %v in all, want %v, %v", i, test.size, got, w.granted, test.want, test.sum)
		}
	}
	if all := (watcher{limit: 4 * page}); !all.share(uint64(4*page)) || all.granted != 4*page {
		t.Errorf("all at once is not to be had: %v of %v", all.granted, all.limit)
	}
	if free := (watcher{}); !free.share(1<<40) || free.share(1<<63) {
		t.Error("without a limit a terabyte is to be had, and what nothing can hold is not")
	}
}

// A few pipes and sockets of processes count as nothing; each of many counts as full, once however many processes
// hold it.
func TestBuffersOfManyPipes(t *testing.T) {
	var files []int
	defer func() { closeAll(files) }()
	for range fewBuffers {
		var pipe, pair [2]int
		err := unix.Pipe2(pipe[:], unix.O_CLOEXEC)
		if err == nil {
			pair, err = unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
		}
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, pipe[0], pipe[1], pair[0], pair[1])
	}
	own := readProcess(processDir(os.Getpid()))
	if own.slots <= fewSlots {
		t.Fatalf("%d descriptors have a table for %d", len(files), own.slots)
	}
	// Of these 64 pipes and 128 ends of sockets, all but 64 count, with what else this process has open.
	const least, most = 64*socketBuffer + 64*pipeBuffer, 128*socketBuffer + 64*pipeBuffer
	got := readOpened([]process{own, own}, 0).buffers
	if got < least-64*(socketBuffer-pipeBuffer) || got > most {
		t.Errorf("they hold %v, want %v to %v", got, least, most)
	}
	if some := readOpened([]process{own}, bytesize.MiB).buffers; some <= bytesize.MiB || some > bytesize.MiB+socketBuffer {
		t.Errorf("counting goes on to %v, where %v is enough", some, bytesize.MiB)
	}
	few := own
	few.slots = fewSlots
	if got := readOpened([]process{few}, 0).buffers; got != 0 {
		t.Errorf("a process with few descriptors holds %v", got)
	}
	few.slots /= 2
	if got := readOpened([]process{few, few, few}, 0).buffers; got == 0 {
		t.Error("three processes with few descriptors each hold nothing")
	}
	if got := readOpened([]process{{dir: "/nowhere", slots: 1000}}, 0).buffers; got != 0 {
		t.Errorf("a process that is not there holds %v", got)
	}
}

func TestLeadingNumber(t *testing.T) {
	for text, want := range map[string]int64{"\t  120 kB\n": 120, "0": 0, "": 0, " kB": 0, "9a8": 9, "10": 10, "-1": 0} {
		if got := leadingNumber([]byte(text)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
	if _, err := sizeIn("/proc/self/status", "Nothing:"); err == nil {
		t.Error("a size that is not there was read")
	}
	if _, err := sizeIn(filepath.Join(made(t, map[string]string{"status": "VmHWM:\n"}), "status"), "VmHWM:"); err == nil {
		t.Error("a size without a number was read")
	}
	if got, err := sizeIn("/proc/self/status", "VmRSS:"); err != nil || got < bytesize.MiB {
		t.Errorf("this process has %v, %v", got, err)
	}
}

// A moment that the init reports is the same moment for the judge, or an earlier one.
func TestReportsKeepTheirTime(t *testing.T) {
	now := time.Now()
	at := onOwnClock(onSystemClock(now))
	if at.After(now) || now.Sub(at) > time.Minute {
		t.Errorf("%v became %v", now, at)
	}
	n := activityReport{State: sandbox.Reads, At: onSystemClock(now), Lasted: 5 * time.Second}
	if r := n.report(); r.State != sandbox.Reads || r.At.Sub(r.Since) != 5*time.Second || r.At.After(now) {
		t.Errorf("%+v", r)
	}
	var got activityReport
	if err := decode(&got, encode(&n)); err != nil || got != n {
		t.Errorf("%+v arrived as %+v, %v", n, got, err)
	}
}

// The init always reports a turn. It sends reports only if requested, and none about a program that goes on
// computing.
func TestWhatIsTold(t *testing.T) {
	for _, test := range []struct {
		name     string
		waiting  bool // as told before
		reports  bool
		before   sandbox.State
		waits    bool // as found now
		state    sandbox.State
		expected bool
	}{
		{"goes on computing", false, true, sandbox.Computes, false, sandbox.Computes, false},
		{"begins to wait", false, false, sandbox.Computes, true, sandbox.Reads, true},
		{"waits on", true, false, sandbox.Reads, true, sandbox.Reads, false},
		{"waits on, and reports are wanted", true, true, sandbox.Reads, true, sandbox.Reads, true},
		{"computes again", true, false, sandbox.Reads, false, sandbox.Computes, true},
		{"has computed again", false, true, sandbox.Reads, false, sandbox.Computes, true},
		{"reads for a moment", false, true, sandbox.Computes, false, sandbox.Reads, true},
	} {
		pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
		if err != nil {
			t.Fatal(err)
		}
		h := &activityMonitor{pulse: activity.New(activity.Run{}), reports: test.reports, waiting: test.waiting, state: test.before}
		h.pulse.Waiting, h.pulse.Report = test.waits, sandbox.Report{State: test.state, At: time.Now(), Since: time.Now()}
		(&worker{socket: socket{pair[0]}}).tell(h)
		packet, _, err := socket{pair[1]}.receive(new(receiver))
		told := err == nil
		if !told && !errors.Is(err, unix.EAGAIN) || told != test.expected {
			t.Errorf("%s: told %v, %v, want %v", test.name, told, err, test.expected)
		}
		var got activityReport
		if told && (string(packet[:len(activityPrefix)]) != string(activityPrefix) || decode(&got, packet[len(activityPrefix):]) != nil ||
			got.Turned != (test.waiting != test.waits) || got.Waiting != test.waits || got.State != test.state || h.waiting != test.waits || h.state != test.state) {
			t.Errorf("%s: told %+v", test.name, got)
		}
		closeAll(pair[:])
	}
}

// A stopwatch measures steps; a nil one does nothing.
func TestStopwatch(t *testing.T) {
	var none *stopwatch
	none.lap("a step")
	watch := &stopwatch{last: time.Now().Add(-time.Hour)}
	watch.lap("a long step")
	watch.lap("a short step")
	if len(watch.laps) != 2 || watch.laps[0].Time < time.Hour || watch.laps[1].Time > time.Hour {
		t.Errorf("%+v", watch.laps)
	}
}
