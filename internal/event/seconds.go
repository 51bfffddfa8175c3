package event

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// nanoDigits is the number of decimals of a second that a Duration has.
const nanoDigits = 9

// appendSeconds writes a time as a number of seconds, exactly: "0.031".
func appendSeconds(b []byte, d time.Duration) []byte {
	nanos := uint64(d)
	if d < 0 {
		b = append(b, '-')
		nanos = -nanos
	}
	b = strconv.AppendUint(b, nanos/uint64(time.Second), 10)
	if rest := nanos % uint64(time.Second); rest > 0 {
		b = append(b, '.')
		b = append(b, strings.TrimRight(fmt.Sprintf("%0*d", nanoDigits, rest), "0")...)
	}
	return b
}

var errSeconds = errors.New("want a number of seconds that fits into 292 years")

// parseSeconds reads a number of seconds: exactly if it has at most nine decimals, else rounded to the nanosecond.
func parseSeconds(number string) (time.Duration, error) {
	whole, fraction, _ := strings.Cut(number, ".")
	if len(fraction) <= nanoDigits && !strings.ContainsAny(number, "eE") {
		nanos, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", nanoDigits-len(fraction)), 10, 64)
		if err != nil {
			return 0, errSeconds
		}
		return time.Duration(nanos), nil
	}
	seconds, err := strconv.ParseFloat(number, 64)
	nanos := math.Round(seconds * float64(time.Second))
	if err != nil || nanos < math.MinInt64 || nanos >= math.MaxInt64 {
		return 0, errSeconds
	}
	return time.Duration(nanos), nil
}
