// Package bytesize is the unit of memory and output limits: a number of bytes that people write as
// "256MiB".
package bytesize

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Size is a number of bytes.
type Size int64

// The binary multiples in which limits are given.
const (
	Byte Size = 1
	KiB       = 1024 * Byte
	MiB       = 1024 * KiB
	GiB       = 1024 * MiB
)

// units is ordered from the longest suffix to the shortest, so that "MiB" is not read as "B".
var units = []struct {
	suffix string
	size   Size
}{
	{"kib", KiB},
	{"mib", MiB},
	{"gib", GiB},
	{"kb", 1000},
	{"mb", 1000 * 1000},
	{"gb", 1000 * 1000 * 1000},
	{"k", KiB},
	{"m", MiB},
	{"g", GiB},
	{"b", Byte},
	{"", Byte},
}

// Parse reads a size such as "64MiB", "1.5 GiB", "2GB" or "4096" (bytes). Single letters are binary multiples.
func Parse(text string) (Size, error) {
	lower := strings.ToLower(strings.TrimSpace(text))
	for _, unit := range units {
		number, found := strings.CutSuffix(lower, unit.suffix)
		if !found {
			continue
		}
		value, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		bytes := value * float64(unit.size)
		if err != nil || value < 0 || math.IsNaN(value) || bytes >= math.MaxInt64 {
			break
		}
		return Size(bytes), nil
	}
	return 0, fmt.Errorf("want a size such as 256MiB, got %q", text)
}

// Measured formats the size, or a dash for 0, which stands for an unmeasured size.
func (s Size) Measured() string {
	if s == 0 {
		return "–"
	}
	return s.String()
}

// String formats the size in the largest unit that leaves at least one, with at most one decimal: "1.5
// GiB".
func (s Size) String() string {
	for _, unit := range []struct {
		name string
		size Size
	}{{"GiB", GiB}, {"MiB", MiB}, {"KiB", KiB}} {
		if s >= unit.size {
			value := strconv.FormatFloat(float64(s)/float64(unit.size), 'f', 1, 64)
			return strings.TrimSuffix(value, ".0") + " " + unit.name
		}
	}
	return strconv.FormatInt(int64(s), 10) + " B"
}
