package process

import (
	"encoding/binary"
	"math/bits"
	"time"

	"grundy/internal/base/bytesize"
)

// Offsets in struct rusage_info_v4 of macOS (sys/resource.h), whose fields are numbers of 64 bits behind 16 bytes. Times are in
// ticks of the machine's clock. Those of children are of the ones that were waited for.
const (
	rusageUser          = 16
	rusageSystem        = 24
	rusageFootprint     = 72 // what the activity monitor calls memory
	rusageChildUser     = 96
	rusageChildSystem   = 104
	rusagePeakFootprint = 240
	rusageSize          = 296
)

// rusage is what macOS tells of a process.
type rusage struct {
	cpu             time.Duration // with that of children that were waited for
	footprint, peak bytesize.Size
}

// decodeRusage reads a struct rusage_info_v4. frequency is that of the machine's clock, in Hz.
func decodeRusage(raw *[rusageSize]byte, frequency uint64) rusage {
	field := func(offset int) uint64 { return binary.LittleEndian.Uint64(raw[offset:]) }
	ticks := field(rusageUser) + field(rusageSystem) + field(rusageChildUser) + field(rusageChildSystem)
	high, low := bits.Mul64(ticks, uint64(time.Second))
	nanoseconds, _ := bits.Div64(high%frequency, low, frequency)
	return rusage{
		cpu: time.Duration(nanoseconds), footprint: bytesize.Size(field(rusageFootprint)), peak: bytesize.Size(field(rusagePeakFootprint)),
	}
}

// sumRusages adds up what the living processes of a group use. A process that has ended meanwhile counts as one, with nothing.
func sumRusages(members []int, ask func(pid int) (rusage, bool)) usage {
	sum := usage{processes: len(members)}
	var peak bytesize.Size
	for _, pid := range members {
		if told, found := ask(pid); found {
			sum.cpu += told.cpu
			sum.memory += told.footprint
			peak = max(peak, told.peak)
		}
	}
	sum.memory = max(sum.memory, peak)
	return sum
}
