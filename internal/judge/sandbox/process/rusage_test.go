package process

import (
	"encoding/binary"
	"testing"
	"time"

	"grundy/internal/base/bytesize"
)

// Apple's processors count 24 million ticks a second, Intel's a billion.
func TestDecodeRusage(t *testing.T) {
	for _, test := range []struct {
		frequency, ticks uint64
		want             time.Duration
	}{
		{24_000_000, 24_000_000, 10 * time.Second},
		{24_000_000, 3, 1250 * time.Nanosecond},
		{1_000_000_000, 500_000_000, 5 * time.Second},
		{24_000_000, 24_000_000 * 1_000_000, 10_000_000 * time.Second}, // whose nanoseconds overflow in between
	} {
		var raw [rusageSize]byte
		for offset, value := range map[int]uint64{
			rusageUser: 4 * test.ticks, rusageSystem: 3 * test.ticks, rusageChildUser: 2 * test.ticks, rusageChildSystem: test.ticks,
			rusageFootprint: 3 << 20, rusagePeakFootprint: 5 << 20,
		} {
			binary.LittleEndian.PutUint64(raw[offset:], value)
		}
		want := rusage{cpu: test.want, footprint: 3 * bytesize.MiB, peak: 5 * bytesize.MiB}
		if got := decodeRusage(&raw, test.frequency); got != want {
			t.Errorf("%d Hz, %d ticks: got %+v, want %+v", test.frequency, test.ticks, got, want)
		}
	}
}

// A group's memory is the sum of its processes', its peak at least each one's own.
func TestGroupOfRusages(t *testing.T) {
	told := map[int]rusage{
		7: {cpu: time.Second, footprint: 10 * bytesize.MiB, peak: 30 * bytesize.MiB},
		8: {cpu: 2 * time.Second, footprint: 15 * bytesize.MiB, peak: 15 * bytesize.MiB},
	}
	ask := func(pid int) (rusage, bool) { r, found := told[pid]; return r, found }
	got := sumRusages([]int{7, 8, 9}, ask)
	if got.cpu != 3*time.Second || got.memory != 30*bytesize.MiB || got.processes != 3 {
		t.Errorf("got %+v", got)
	}
	told[7] = rusage{cpu: time.Second, footprint: 20 * bytesize.MiB, peak: 30 * bytesize.MiB}
	if got := sumRusages([]int{7, 8}, ask); got.memory != 35*bytesize.MiB {
		t.Errorf("got %+v", got)
	}
}
