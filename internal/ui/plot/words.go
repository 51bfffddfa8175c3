package plot

import (
	"fmt"
	"strconv"
	"time"
)

// duration formats a time with three digits.
func duration(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return fmt.Sprintf("%d µs", d.Microseconds())
	case d < time.Second:
		return strconv.FormatFloat(d.Seconds()*1000, 'g', 3, 64) + " ms"
	case d < 1000*time.Second:
		return strconv.FormatFloat(d.Seconds(), 'g', 3, 64) + " s"
	}
	return fmt.Sprintf("%d s", int64(d.Seconds()))
}

// share returns the part of the limit in words; "" without a limit.
func share(d, limit time.Duration) string {
	if limit <= 0 {
		return ""
	}
	return fmt.Sprintf(", %.0f %% of the limit", 100*d.Seconds()/limit.Seconds())
}
