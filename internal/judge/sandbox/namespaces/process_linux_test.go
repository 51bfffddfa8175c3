package namespaces

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/tests/suite"
)

// made creates a process's directory in /proc with the given files.
func made(t *testing.T, files map[string]string) string {
	t.Helper()
	return suite.WriteAll(t, t.TempDir(), files)
}

// withPipes adds open pipes to a process's directory.
func withPipes(t *testing.T, dir string, pipes int) {
	t.Helper()
	if err := os.Mkdir(filepath.Join(dir, "fd"), 0o755); err != nil {
		t.Fatal(err)
	}
	for i := range pipes {
		if err := os.Symlink(fmt.Sprintf("pipe:[%d]", i), filepath.Join(dir, "fd", strconv.Itoa(i))); err != nil {
			t.Fatal(err)
		}
	}
}

// liveStatus and deadStatus are what /proc says of a process or thread, with the given number of threads.

func liveStatus(threads int) string {
	return fmt.Sprintf("Name:\tsh\nFDSize:\t256\nVmPeak:\t 9000 kB\nVmHWM:\t 700 kB\nRssAnon:\t 300 kB\nRssFile:\t 20 kB\n"+
		"RssShmem:\t 1000 kB\nVmPTE:\t 8 kB\nVmSwap:\t 4 kB\nThreads:\t%d\nSwapPss:\t 1 kB\n", threads)
}

func deadStatus(threads int) string {
	return fmt.Sprintf("Name:\tsh\nFDSize:\t0\nThreads:\t%d\n", threads)
}

// A process has what /proc says of it or, if its first thread has ended before the others, what it says of one of
// these.
func TestReadProcess(t *testing.T) {
	const kib = bytesize.KiB
	whole := process{resident: 320 * kib, swapped: 4 * kib, tables: 8 * kib, peak: 700 * kib, slots: 256}
	for _, test := range []struct {
		name   string
		files  map[string]string
		thread string // the one with the memory, below the directory
		want   process
	}{
		{"one thread", map[string]string{"status": liveStatus(1)}, "", whole},
		{"three threads", map[string]string{
			"status": liveStatus(3), "task/7/status": liveStatus(3), "task/8/status": liveStatus(3),
		}, "", whole},
		{"the first has ended", map[string]string{
			"status": deadStatus(3), "task/7/status": deadStatus(3), "task/8/status": liveStatus(3),
		}, "/task/8", whole},
		{"the first has ended of two", map[string]string{
			"status": deadStatus(2), "task/7/status": deadStatus(2), "task/8/status": liveStatus(2),
		}, "/task/8", whole},
		{"all have ended", map[string]string{"status": deadStatus(2), "task/7/status": deadStatus(2)}, "", process{}},
		{"a zombie", map[string]string{"status": deadStatus(1), "task/7/status": liveStatus(1)}, "", process{}},
		{"nothing is there", nil, "", process{}},
	} {
		dir := made(t, test.files)
		test.want.dir = dir + test.thread
		if got := readProcess(dir); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}

// Each process has a share of pages that processes share. Files in memory count elsewhere, and swapped pages are not
// resident.
func TestProportional(t *testing.T) {
	dir := made(t, map[string]string{"smaps_rollup": "Rss: 500 kB\nPss: 100 kB\nPss_Anon: 60 kB\nPss_Shmem: 30 kB\nPrivate_Dirty: 40 kB\nSwap: 9 kB\nSwapPss: 5 kB\n"})
	p := process{dir: dir, resident: bytesize.MiB, tables: 8 * bytesize.KiB}
	if got, private := p.proportional(); got != 83*bytesize.KiB || private != 48*bytesize.KiB {
		t.Errorf("%v, %v of it private, want 83 KiB and 48", got, private)
	}
}

// A process that has ended since it was inspected has no memory. One whose shares may not be read has its present
// memory.
func TestProportionalWithoutShares(t *testing.T) {
	p := process{dir: made(t, nil), resident: bytesize.MiB, tables: 8 * bytesize.KiB}
	if got, _ := p.proportional(); got != 0 {
		t.Errorf("%v after its end, want 0", got)
	}
	p.dir = made(t, map[string]string{"status": "RssAnon:\t 100 kB\nVmPTE:\t 4 kB\nThreads:\t1\n"})
	if got, _ := p.proportional(); got != 104*bytesize.KiB {
		t.Errorf("%v, want 104 KiB", got)
	}
}

// Each pipe beyond the first few counts as full, once, up to a limit.
func TestBuffersAreCountedOnce(t *testing.T) {
	const pipes = fewBuffers + 36
	dir := made(t, nil)
	withPipes(t, dir, pipes)
	all := []process{{dir: "/nowhere", slots: fewSlots}, {dir: dir, slots: 2 * fewSlots}, {dir: dir, slots: 2 * fewSlots}}
	for limit, want := range map[bytesize.Size]bytesize.Size{
		0:               36 * pipeBuffer,
		36 * pipeBuffer: 36 * pipeBuffer,
		2 * pipeBuffer:  3 * pipeBuffer,
	} {
		if got := readOpened(all, limit).buffers; got != want {
			t.Errorf("%d pipes with a limit of %v hold %v, want %v", pipes, limit, got, want)
		}
	}
}

// Other descriptors count for the records of a file; those that watch others count for each of these as well.
func TestDescriptorsAreCounted(t *testing.T) {
	dir := made(t, map[string]string{"fdinfo/4": "pos:\t0\nflags:\t02\nmnt_id:\t15\nino:\t1\ntfd: 5 events: 1\ntfd: 6 events: 1\n"})
	withPipes(t, dir, 2)
	for name, target := range map[string]string{
		"3": "/usr/bin/env", "4": "anon_inode:[eventpoll]", "5": "anon_inode:[eventfd]", "6": "/proc/7/fdinfo/4", "7": "/proc/7/fdinfo/4",
	} {
		if err := os.Symlink(target, filepath.Join(dir, "fd", name)); err != nil {
			t.Fatal(err)
		}
	}
	few, many := process{dir: dir, slots: fewSlots}, process{dir: dir, slots: 2 * fewSlots}
	if got := readOpened([]process{few}, 0); got != (opened{}) {
		t.Errorf("a small table of descriptors: got %+v, want nothing", got)
	}
	got, want := readOpened([]process{many}, 0), opened{buffers: 5 * openFile, watched: 2, lists: 2}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, want := got.memory(10), 5*openFile+10*(watchSize+2*watchLine); got != bytesize.Size(want) {
		t.Errorf("with ten watches: got %v, want %v", got, want)
	}
	// A watch counts until the end, once it was seen.
	w := watcher{files: new(root)}
	w.weighThese(t, process{dir: dir, resident: bytesize.MiB, slots: 2 * fewSlots})
	suite.WriteAll(t, dir, map[string]string{"fdinfo/4": ""})
	w.weighThese(t, process{dir: dir, resident: bytesize.MiB, slots: 2 * fewSlots})
	if w.watches != 2 || w.watched != 0 {
		t.Errorf("after it ended: got %d, of which %d still are", w.watches, w.watched)
	}
}

// Mappings are counted each time if there are many, and otherwise after a while.
func TestWeighMappings(t *testing.T) {
	withMappings := func(count int) []process {
		return []process{{dir: made(t, map[string]string{"maps": strings.Repeat("1000-2000 r--p 0 00:00 0\n", count)})}}
	}
	few, many := withMappings(10), withMappings(2*fewMappings)
	m := mappings{due: time.Now().Add(time.Hour), sum: bytesize.MiB}
	if got := m.weigh(few, 0); got != bytesize.MiB {
		t.Errorf("before they are due: got %v, want those of before", got)
	}
	m.due = time.Time{}
	if got := m.weigh(slices.Concat(many, many), 0); got != 4*fewMappings*mappingSize || !m.due.IsZero() {
		t.Errorf("many: got %v, due at %v", got, m.due)
	}
	if got := m.weigh(slices.Concat(many, many), fewMappings*mappingSize); got != 2*fewMappings*mappingSize {
		t.Errorf("many above a limit: got %v", got)
	}
	if got := m.weigh(few, 0); got != 10*mappingSize || m.due.IsZero() {
		t.Errorf("a few: got %v, due at %v", got, m.due)
	}
}

// weighThese weighs processes that do not change.
func (w *watcher) weighThese(t *testing.T, all ...process) {
	t.Helper()
	if err := w.weigh(func() ([]process, error) { return all, nil }); err != nil {
		t.Fatal(err)
	}
}

// Of several sums above the limit the smallest counts, since a process that ends between two others changes their
// shares. A process that shares pages with no other one is measured once.
func TestWeighAgain(t *testing.T) {
	const mib = bytesize.MiB
	with := func(share bytesize.Size) process {
		text := fmt.Sprintf("Pss: %d kB\n", share/bytesize.KiB)
		return process{dir: made(t, map[string]string{"smaps_rollup": text}), resident: 40 * mib}
	}
	private := process{dir: made(t, map[string]string{"smaps_rollup": "Pss: 30720 kB\nPrivate_Dirty: 30720 kB\n"}), resident: 40 * mib}
	parent, early, late, alone := with(8*mib), with(10*mib), with(20*mib), with(40*mib)
	ended := []process{parent, early, late, late}
	for _, test := range []struct {
		name     string
		sums     [][]process
		breached bool
		peak     bytesize.Size
		readings int
	}{
		{"below", [][]process{{parent, early}}, false, 18 * mib, 1},
		{"ended meanwhile", [][]process{ended, {parent, parent}}, false, 16 * mib, 2},
		{"all ended", [][]process{ended, nil}, false, 0, 2},
		{"above each time", [][]process{ended}, true, 58 * mib, mostReadings},
		{"above, the last time less", [][]process{ended, ended, ended, ended, {alone, early, early}}, true, 58 * mib, mostReadings},
		{"below the last time", [][]process{ended, ended, ended, ended, {alone}}, false, 40 * mib, mostReadings},
		{"above without sharing", [][]process{{private, private}}, true, 60 * mib, 1},
		{"one process above", [][]process{{alone}}, true, 40 * mib, 1},
	} {
		w := watcher{files: new(root), limit: 50 * mib}
		if len(test.sums[0]) == 1 {
			w.limit = 30 * mib
		}
		readings := 0
		err := w.weigh(func() ([]process, error) {
			readings++
			return test.sums[min(readings, len(test.sums))-1], nil
		})
		if err != nil || w.breached != test.breached || w.peak != test.peak || readings != test.readings {
			t.Errorf("%s: breached %v with %v after %d readings (%v), want %v with %v after %d",
				test.name, w.breached, w.peak, readings, err, test.breached, test.peak, test.readings)
		}
	}
}

// The sum of the processes' memory is compared with the limit. If it exceeds the limit, the exact sum, which costs
// more, is.
func TestWeighExactly(t *testing.T) {
	const mib = bytesize.MiB
	dir := made(t, map[string]string{"smaps_rollup": "Pss: 4096 kB\n"})
	withPipes(t, dir, fewBuffers+16)
	quiet := process{dir: dir, resident: 10 * mib}
	talking := process{dir: dir, resident: 10 * mib, slots: 2 * fewSlots} // its pipes hold 1 MiB
	for _, test := range []struct {
		name     string
		all      []process
		limit    bytesize.Size
		breached bool
		peak     bytesize.Size
	}{
		{"without a limit", []process{quiet, quiet}, 0, false, 20 * mib},
		{"at the limit", []process{quiet, quiet}, 20 * mib, false, 20 * mib},
		{"below it exactly", []process{quiet, quiet}, 20*mib - 1, false, 8 * mib},
		{"at the limit exactly", []process{quiet, quiet}, 8 * mib, false, 8 * mib},
		{"above it", []process{quiet, quiet}, 8*mib - 1, true, 8 * mib},
		{"with pipes", []process{quiet, talking}, 0, false, 21 * mib},
		{"above it with pipes", []process{quiet, talking}, 9*mib - 1, true, 9 * mib},
	} {
		w := watcher{files: new(root), limit: test.limit}
		if w.weighThese(t, test.all...); w.breached != test.breached || w.peak != test.peak {
			t.Errorf("%s: breached %v with %v, want %v with %v", test.name, w.breached, w.peak, test.breached, test.peak)
		}
	}
}
