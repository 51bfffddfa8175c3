//go:build unix

package process

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"time"

	"grundy/internal/base/bytesize"
)

// sumTable sums the lines of a group in the output of ps(1): group, state, resident kibibytes, CPU time. A zombie
// still counts with its time, but no longer as a process.
func sumTable(table io.Reader, group int) usage {
	var sum usage
	for lines := bufio.NewScanner(table); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) != 4 || fields[0] != strconv.Itoa(group) {
			continue
		}
		sum.cpu += clock(fields[3])
		if !strings.HasPrefix(fields[1], "Z") {
			kib, _ := strconv.ParseInt(fields[2], 10, 64)
			sum.memory += bytesize.Size(kib) * bytesize.KiB
			sum.processes++
		}
	}
	return sum
}

// clock parses a CPU time: POSIX has [dd-]hh:mm:ss, macOS mm:ss.cc with any number of minutes.
func clock(text string) time.Duration {
	days, rest, ok := strings.Cut(text, "-")
	if !ok {
		days, rest = "0", text
	}
	whole, _ := strconv.Atoi(days)
	seconds := 0.0
	for part := range strings.SplitSeq(rest, ":") {
		value, _ := strconv.ParseFloat(part, 64)
		seconds = 60*seconds + value
	}
	return time.Duration(whole)*24*time.Hour + time.Duration(seconds*float64(time.Second))
}
